"""HybridQA: tables with linked passages, on the tables that no shipped model learnt from."""

from collections.abc import Iterator
from pathlib import Path

from bench.answering_runs import Measuring, mean, shown, table
from manyhop.benchmarks import Example, HybridQA
from training.static_texts import split_of

HYBRIDER = ("44.0", "50.7")  # EM and F1 on the official dev, from the paper


class Part(HybridQA):
    """The questions whose tables are in one of our own three parts of the dev file."""

    def __init__(self, path: Path, part: str) -> None:
        super().__init__(path)
        self._part = part

    @property
    def notes(self) -> tuple[str, ...]:
        """Which part."""
        return (*super().notes, f"only the tables of our own {self._part} part")

    def examples(self) -> Iterator[Example]:
        return (one for one in super().examples() if split_of(one.group) == self._part)


def hybridqa(measuring: Measuring, part: str = "test") -> Iterator[str]:
    benchmark = Part(measuring.data / "hybridqa", part)
    lines = []
    for planner in measuring.planners:
        samples = measuring.samples(benchmark, f"manyhop:{planner}", f"hybridqa-{part}/{planner}")
        for where in ("", "table", "passage", "computed"):
            some = [sample for sample in samples if sample.category.startswith(where)]
            figures = [mean(some, f"hybridqa.{metric}") for metric in ("exact_match", "f1")]
            lines.append([planner, where or "all", *map(shown, figures)])
    lines.append(["*HYBRIDER, official dev*", "all", *HYBRIDER])
    title = f"HybridQA dev, our own {part} part of its tables"
    yield table(title, ["planner", "answer in", "EM", "F1"], lines)
