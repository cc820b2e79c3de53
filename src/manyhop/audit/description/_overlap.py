"""What two data sets share: questions, wordings, answers, images and sources."""

from collections.abc import Callable, Iterable, Sequence

from manyhop.audit.description._counts import plain
from manyhop.audit.description._wording import answers_of, words
from manyhop.benchmarks import Example
from manyhop.report import Column, Figures, Row

_SAME: dict[str, Callable[[Example], Iterable[str]]] = {
    "question ids": lambda one: [one.question.id],
    "questions, word for word": lambda one: [" ".join(words(one.question.text))],
    "questions' words": lambda one: words(one.question.text),
    "first answers": lambda one: [" ".join(words(text)) for text in answers_of(one)[:1]],
    "tables, images, recipes or pages": lambda one: filter(None, [one.group]),
    "sources": lambda one: [source.id for source in one.question.candidates],
    "right sources": lambda one: one.gold.sources if one.gold else (),
}


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
