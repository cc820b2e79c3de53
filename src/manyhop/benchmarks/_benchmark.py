"""What every benchmark offers."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from manyhop.answering import Answer
from manyhop.benchmarks._example import Example


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
