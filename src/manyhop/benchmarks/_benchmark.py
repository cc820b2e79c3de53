"""What every benchmark offers."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from manyhop.answering import Answer, Question

# A question with its gold.

# In an answer's trace: it was read from a file that has no place for sources, so that it is not
# scored as one that found none.
SOURCES_UNKNOWN = "sources_unknown"


class Gold(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a benchmark knows of the right answer; each fills in what it has.

    ``values``: the answers that must all be given (MultiModalQA's list). ``sentences``: full
    reference answers. ``keywords``: WebQA's. ``answers``: what several people said (A-OKVQA's ten).
    ``sources``: ids. ``program`` and ``intermediate``: how it is found, hop by hop.
    """

    values: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    keywords: str = ""
    answers: tuple[str, ...] = ()
    choice: int | None = None
    sources: tuple[str, ...] = ()
    program: str = ""
    intermediate: tuple[tuple[str, ...], ...] = ()
    rationales: tuple[str, ...] = ()


class Example(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One item of a benchmark. ``gold`` is None in a blind split.

    ``category`` is what results are broken down by; ``group`` names the table, image or recipe that
    items share, for statistics; ``meta`` keeps every further field of the official record.
    """

    question: Question
    gold: Gold | None = None
    category: str = ""
    group: str = ""
    meta: dict[str, Any] = msgspec.field(default_factory=dict)


class Benchmark(Protocol):
    """A named set of examples with its metrics and its file formats.

    Metric names say which variant they are (``webqa.accuracy``, ``aokvqa.direct_answer``), so that
    a figure can't be mistaken for another. A metric's value for a set of examples is the mean over
    those that have it. Example: ``WebQA([Path("WebQA_train_val.json")]).examples()``
    """

    @property
    def name(self) -> str:
        """``webqa``, ``mmqa``, ``hybridqa``, ``aokvqa``, ``recipeqa`` or ``own``."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What a report must say: the lemmatiser used, ``FL not computed``, …"""
        ...

    def examples(self) -> Iterator[Example]:
        """The examples in the order of the files, read as they are asked for."""
        ...

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """Every metric of one answer, 0..1; nothing for an example without gold."""
        ...

    def breakdowns(self, example: Example) -> dict[str, str]:
        """The groups an example counts in: ``{"type": "TextQ", "hop": "single-hop"}``."""
        ...

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        """Answers by question id, from the official prediction format."""
        ...

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """Answers in the official prediction format, whole or not at all."""
        ...
