"""How many questions of each sort there are, and what they come with."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, pstdev

from manyhop.benchmarks import Benchmark, Example
from manyhop.evaluation import Estimate
from manyhop.report import Column, Figures, Row
from manyhop.sources import Image, Procedure, Snippet, Table

_MOST_ROWS = 40


def counts(benchmark: Benchmark, examples: Sequence[Example]) -> list[Figures]:
    """By split and by whatever the benchmark breaks its results down by, and what is given.

    Example: ``counts(benchmark, examples)[0].rows[0].label``
    """
    splits = Counter(str(example.meta.get("split", "")) for example in examples)
    sorts: dict[str, Counter[str]] = {"split": splits} if set(splits) != {""} else {}
    for example in examples:
        for sort, value in benchmark.breakdowns(example).items():
            sorts.setdefault(sort, Counter())[value or "unknown"] += 1
        if example.gold is not None and example.gold.program:
            sorts.setdefault("hops", Counter())[_hops(example.gold.program)] += 1
    found = [_shares(sort, held, len(examples)) for sort, held in sorts.items()]
    return [*found, *_given(examples)]


def _hops(program: str) -> str:
    return "two" if "(" in program else "one"


def _shares(sort: str, held: Mapping[str, int], total: int) -> Figures:
    ranked = sorted(held.items(), key=lambda one: -one[1])[:_MOST_ROWS]
    return Figures(
        name=f"by-{sort}",
        title=f"Questions by {sort}",
        caption=f"{len(held):,} in all." if len(held) > _MOST_ROWS else "",
        corner=sort,
        columns=(Column("questions", "#"), Column("share")),
        rows=tuple(
            Row(name, (plain(number, total), plain(number / total, total)))
            for name, number in ranked
        ),
    )


_GIVEN: dict[str, Callable[[Example], float]] = {
    "choices": lambda one: len(one.question.choices or one.meta.get("choices", ())),
    "texts": lambda one: _of(one, Snippet),
    "tables": lambda one: _of(one, Table),
    "images": lambda one: _of(one, Image) + (one.question.image is not None),
    "procedures": lambda one: _of(one, Procedure),
    "right sources": lambda one: len(one.gold.sources) if one.gold else 0,
    "answers": lambda one: len(one.gold.answers or one.gold.values) if one.gold else 0,
    "rationales": lambda one: len(one.gold.rationales) if one.gold else 0,
    "rows of a table": lambda one: _mean(
        [len(table.rows) for table in one.question.candidates if isinstance(table, Table)]
    ),
    "steps of a procedure": lambda one: _mean([len(made.steps) for made in _procedures(one)]),
    "images of a procedure": lambda one: _mean(
        [sum(len(step.images) for step in made.steps) for made in _procedures(one)]
    ),
}


def _given(examples: Sequence[Example]) -> list[Figures]:
    """What a question comes with, of what there is any."""
    rows = [
        Row(name, spread([how_many(example) for example in examples]))
        for name, how_many in _GIVEN.items()
    ]
    rows = [row for row in rows if row.cells[2] and row.cells[2].value]
    groups = {example.group for example in examples if example.group}
    return [
        Figures(
            name="given",
            title="What a question comes with",
            caption=f"{len(examples):,} questions about {len(groups):,} tables, images, recipes or "
            "pages of their own; questions that have none count as 0.",
            corner="of what",
            columns=SPREAD,
            rows=tuple(rows),
        )
    ]


def _of(example: Example, kind: type) -> int:
    return sum(isinstance(source, kind) for source in example.question.candidates)


def _procedures(example: Example) -> list[Procedure]:
    return [one for one in example.question.candidates if isinstance(one, Procedure)]


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


# Figures that are so by definition: there is nothing to be unsure of in a count.

SPREAD = (Column("mean", ""), Column("deviation", ""), Column("most", "#"))


def plain(value: float, n: int) -> Estimate:
    """A figure without an interval."""
    return Estimate(value, value, value, n)


def spread(values: Sequence[float]) -> tuple[Estimate, ...]:
    """Mean, standard deviation and maximum."""
    n = len(values)
    found = (fmean(values), pstdev(values), max(values)) if values else (0.0, 0.0, 0.0)
    return tuple(plain(value, n) for value in found)
