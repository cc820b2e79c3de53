"""Steps in order."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from manyhop.sources._source import Kind, Place, Source, StepAt, gist


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step: a title, what to do, and the ids (or mere names) of its images."""

    title: str = ""
    text: str = ""
    images: tuple[str, ...] = ()


class Procedure(Source, frozen=True, kw_only=True, tag="procedure"):
    """A recipe, a repair, a how-to.

    Example: ``Procedure(title="Tea", steps=(Step(text="Boil water."), Step(text="Pour.")))``
    """

    kind: ClassVar[Kind] = "procedure"

    steps: tuple[Step, ...]
    materials: tuple[str, ...] = ()

    @property
    def passage(self) -> str:
        """Materials, then step by step."""
        return "\n".join([*self._opening(), *self._lines()])

    def gist(self, question: str) -> str:
        """Title, materials, and the steps that have most to do with the question."""
        return gist(question, [self.title, *self._opening()], list(self._lines()))

    def _opening(self) -> Iterator[str]:
        if self.materials:
            yield ", ".join(self.materials)

    def _lines(self) -> Iterator[str]:
        for step in self.steps:
            yield " ".join(filter(None, (step.title, step.text)))

    def quote(self, place: Place) -> str:
        """A step's words, a span of its text, or the name of one of its images."""
        if isinstance(place, StepAt) and 0 <= place.step < len(self.steps):
            step = self.steps[place.step]
            if place.image is not None:
                if 0 <= place.image < len(step.images):
                    return step.images[place.image]
            elif place.span is None:
                return ": ".join(filter(None, (step.title, step.text)))
            elif 0 <= place.span.start < place.span.end <= len(step.text):
                return step.text[place.span.start : place.span.end]
        raise self.no_such(place)
