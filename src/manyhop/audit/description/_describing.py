"""Everything about a data set on one page; how well people do on it, and what two sets share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

import msgspec

from manyhop.answering import Answer
from manyhop.audit.description._counts import counts, plain
from manyhop.audit.description._wording import (
    answer_tail,
    answers_of,
    lengths,
    openings,
    topics,
    words,
)
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation import Estimate, estimate
from manyhop.report import Column, Figures, Page, Part, Row

_SAME: dict[str, Callable[[Example], Iterable[str]]] = {
    "question ids": lambda one: [one.question.id],
    "questions, word for word": lambda one: [" ".join(words(one.question.text))],
    "questions' words": lambda one: words(one.question.text),
    "first answers": lambda one: [" ".join(words(text)) for text in answers_of(one)[:1]],
    "tables, images, recipes or pages": lambda one: filter(None, [one.group]),
    "sources": lambda one: [source.id for source in one.question.candidates],
    "right sources": lambda one: one.gold.sources if one.gold else (),
}


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


# How well people do: each one's answers, or each reference judged by the others.


def people(benchmark: Benchmark, examples: Sequence[Example]) -> Figures | None:
    """Every reference answer in turn judged by the others of its question, as WebQA does.

    None where no question has several references.
    Example: ``people(benchmark, examples).cell("people", "webqa.accuracy")``
    """
    found: dict[str, dict[str, list[float]]] = {}
    for example in examples:
        for name, score in _scores(benchmark, example).items():
            found.setdefault(name, {}).setdefault(example.question.id, []).append(score)
    if not found:
        return None
    groups = {example.question.id: example.group for example in examples}
    cells = tuple(_estimate(scores, groups) for scores in found.values())
    return Figures(
        name="people",
        title="How well people do",
        caption="Each person's answer judged by the others' to the same question; the mean over "
        "the people of a question counts once. Intervals over groups.",
        corner="",
        columns=tuple(map(Column, found)),
        rows=(Row("people", cells),),
    )


def _estimate(scores: Mapping[str, Sequence[float]], groups: Mapping[str, str]) -> Estimate:
    values = [fmean(some) for some in scores.values()]
    return estimate(values, [groups[id] or id for id in scores])


def _scores(benchmark: Benchmark, example: Example) -> dict[str, float]:
    """The mean of every metric over the people who answered a question."""
    gold = example.gold
    if gold is None:
        return {}
    found: dict[str, list[float]] = {}
    for field in ("sentences", "answers"):
        said: tuple[str, ...] = getattr(gold, field)
        if len(said) < 2:
            continue
        for place, text in enumerate(said):
            rest = msgspec.structs.replace(gold, **{field: (*said[:place], *said[place + 1 :])})
            judged = msgspec.structs.replace(example, gold=rest)
            answer = Answer(values=(text,), sentence=text if field == "sentences" else "")
            for name, score in benchmark.score(judged, answer).items():
                if "source" not in name and "multiple_choice" not in name:
                    found.setdefault(name, []).append(score)
    return {name: fmean(scores) for name, scores in found.items()}


# What two data sets share: questions, wordings, answers, images and sources.


def overlap(examples: Sequence[Example], other: Sequence[Example]) -> Figures:
    """How much of one set is in another one too.

    Example: ``overlap(dev, train).cell("first answers", "share")``
    """
    rows = []
    for name, parts in _SAME.items():
        ours = [part for one in examples for part in parts(one)]
        theirs = {part for one in other for part in parts(one)}
        different = set(ours)
        if different:
            shared = different & theirs
            again = sum(part in theirs for part in ours)
            rows.append(
                Row(
                    name,
                    (
                        plain(len(shared), len(different)),
                        plain(len(shared) / len(different), len(different)),
                        plain(again / len(ours), len(ours)),
                    ),
                )
            )
    return Figures(
        name="overlap",
        title="Overlap with the other set",
        caption=f"Of {len(examples):,} questions, with {len(other):,} others. A different one is "
        "counted once in the first two columns, and each time it occurs in the last.",
        corner="what",
        columns=(
            Column("shared", "#"),
            Column("share of different ones"),
            Column("share of occurrences"),
        ),
        rows=tuple(rows),
    )
