"""Everything about a data set on one page."""

from collections.abc import Sequence

from manyhop.audit.description._counts import counts
from manyhop.audit.description._overlap import overlap
from manyhop.audit.description._people import people
from manyhop.audit.description._wording import answer_tail, lengths, openings, topics
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.report import Page, Part


def describe(
    benchmark: Benchmark, examples: Sequence[Example], other: Sequence[Example] = ()
) -> Page:
    """The tables and figures that papers print about a data set, and its overlap with another.

    Example: ``describe(benchmark, list(benchmark.examples())).parts[0].figures[0].title``
    """
    if not examples:
        raise ManyhopError("there is no question to describe; name another file")
    blind = sum(example.gold is None for example in examples)
    notes = [f"{blind:,} questions are without their answers."] if blind else []
    figures = [
        *counts(benchmark, examples),
        lengths(examples),
        answer_tail(examples),
        openings(examples),
        topics(examples),
    ]
    if judged := people(benchmark, examples):
        figures.append(judged)
    if other:
        figures.append(overlap(examples, other))
    return Page(
        title=f"{benchmark.name}: {len(examples):,} questions",
        parts=(
            Part(
                name=benchmark.name,
                title="The data set",
                notes=(*notes, *benchmark.notes),
                figures=tuple(one for one in figures if one.rows),
            ),
        ),
    )
