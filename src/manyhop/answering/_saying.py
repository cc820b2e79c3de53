"""Saying an answer: one sentence that holds the values and no other fact."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from manyhop.answering._units import with_unit
from manyhop.english import sentence
from manyhop.models import LanguageModel, Models, Verbaliser, WritingModels, framed
from manyhop.programs import Value
from manyhop.sources import AnySource, StepAt

NOT_SAID = "The sources do not say."


class Saying:
    """Rules say most answers at once; the language model is asked only where they cannot.

    Example: ``Saying(models).say("When did the tunnel open?", ["1994"])``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._rules = Verbaliser()

    def tell(self, question: str, values: Sequence[Value], sources: Mapping[str, AnySource]) -> str:
        """The same, with units; steps of a procedure are sentences already."""
        if values and all(_is_step(value) for value in values):
            return " ".join(sentence(value.text) for value in values)
        return self.say(question, [with_unit(question, value, sources) for value in values])

    def say(self, question: str, values: Sequence[str]) -> str:
        """One sentence with every value, or that there is none."""
        if not values:
            return NOT_SAID
        said = self._rules.say(question, values)
        if said != framed(question, values) or self._careful is None:
            return said
        return self._careful.say(question, values)

    @cached_property
    def _careful(self) -> Verbaliser | None:
        """The one with the embedded language model, where that is what writes."""
        if isinstance(self._models, WritingModels) or not LanguageModel.available():
            return None
        writer = self._models.generator
        return Verbaliser(writer) if isinstance(writer, LanguageModel) else None


def _is_step(value: Value) -> bool:
    """Whether a value is a whole step, as its citation quotes it."""
    return (
        any(
            isinstance(cited.place, StepAt) and cited.quote == value.text
            for cited in value.citations
        )
        and " " in value.text
    )
