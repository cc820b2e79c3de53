"""How questions and answers are worded: lengths, words, openings, the tail of the answers."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from manyhop.audit.description._counts import SPREAD, plain, spread
from manyhop.benchmarks import Example
from manyhop.english import AUXILIARIES, PREPOSITIONS
from manyhop.evaluation import Estimate
from manyhop.report import Column, Figures, Row

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_TOPICS, _KINDS, _TAIL = 30, 7, (1, 10, 100, 1000, 10_000)
_LEAST = 0.005  # of all questions, for an opening to be drawn
_COMMON = (
    "a an and are as be been both by can could did do does for from had has have he her his how "
    "i if in is it its many more most much of on one or other she some than that the their them "
    "there these they this to two was were what when where which who whom whose why will with "
    "would you your"
)
_PLAIN = AUXILIARIES | PREPOSITIONS | set(_COMMON.split())


def words(text: str) -> list[str]:
    """The words of a text, small. Example: ``words("Who's there?")`` → ``["who's", "there"]``"""
    return _WORD.findall(text.lower())


def answers_of(example: Example) -> list[str]:
    """Whatever counts as right, in its own words."""
    gold = example.gold
    if gold is None:
        return []
    choices = example.question.choices or tuple(example.meta.get("choices", ()))
    if gold.choice is not None and gold.choice < len(choices):
        return [choices[gold.choice]]
    return list(gold.values or gold.sentences or gold.answers or filter(None, [gold.keywords]))


def lengths(examples: Sequence[Example]) -> Figures:
    """Words of questions, answers, rationales and sources, and how many different ones."""
    texts: dict[str, list[str]] = {
        "questions": [example.question.text for example in examples],
        "answers": [text for example in examples for text in answers_of(example)],
        "rationales": [
            text for example in examples if example.gold for text in example.gold.rationales
        ],
        "right sources": list(_passages(examples, right=True)),
        "other sources": list(_passages(examples, right=False)),
    }
    split = {name: [words(text) for text in some] for name, some in texts.items() if some}
    return Figures(
        name="lengths",
        title="Words",
        caption="Words are runs of letters and digits, small; unique ones are counted over all.",
        corner="text",
        columns=(*SPREAD, Column("unique words", "#"), Column("different texts", "#")),
        rows=tuple(
            Row(
                name,
                (
                    *spread([len(one) for one in some]),
                    plain(len({word for one in some for word in one}), len(some)),
                    plain(len({" ".join(one) for one in some}), len(some)),
                ),
            )
            for name, some in split.items()
        ),
    )


def _passages(examples: Iterable[Example], *, right: bool) -> Iterable[str]:
    for example in examples:
        gold = set(example.gold.sources) if example.gold else set()
        for source in example.question.candidates:
            if (source.id in gold) == right:
                yield source.passage


def answer_tail(examples: Sequence[Example]) -> Figures:
    """How many questions the commonest answers cover, and how many answers come but once."""
    held = Counter(" ".join(words(text)) for one in examples for text in answers_of(one)[:1])
    total = sum(held.values())
    ranked = [number for _, number in held.most_common()]
    shown = [top for top in _TAIL if top < len(ranked)] + [len(ranked)]
    once = sum(number == 1 for number in ranked)
    commonest = ", ".join(f"{text} ({number})" for text, number in held.most_common(10))
    return Figures(
        name="answer-tail",
        title="The tail of the answers",
        caption=f"{len(held):,} different first answers; {once:,} of them once. "
        f"The commonest: {commonest}.",
        corner="the commonest",
        columns=tuple(Column(f"{top:,}") for top in shown),
        rows=(
            Row(
                "questions covered", tuple(plain(sum(ranked[:top]) / total, total) for top in shown)
            ),
        )
        if total
        else (),
        plot="curve" if len(shown) > 1 else "",
    )


def openings(examples: Sequence[Example], deep: int = 3) -> Figures:
    """The first words of the questions as a tree; what is drawn opens at least one in two hundred.

    A row is a path into the tree: ``what › color › is``.
    """
    total = len(examples)
    held: Counter[tuple[str, ...]] = Counter()
    for example in examples:
        first = words(example.question.text)[:deep]
        held.update(tuple(first[: size + 1]) for size in range(len(first)))
    drawn = {path: number for path, number in held.items() if number >= max(_LEAST * total, 2)}
    return Figures(
        name="openings",
        title="How questions begin",
        caption=f"Shares of {total:,} questions by their first {deep} words; openings of less than "
        "one in two hundred are left out.",
        corner="opening",
        columns=(Column("share"),),
        rows=tuple(
            Row(" › ".join(path), (plain(drawn[path] / total, total),)) for path in _in_order(drawn)
        ),
        plot="tree",
    )


def _in_order(held: dict[tuple[str, ...], int]) -> list[tuple[str, ...]]:
    """Every path after what it begins with, the commonest of each level first."""
    return sorted(
        held, key=lambda path: [(-held[path[: n + 1]], path[n]) for n in range(len(path))]
    )


def topics(examples: Sequence[Example]) -> Figures:
    """The words that most questions speak of; by category too, where there are few."""
    kinds: dict[str, Counter[str]] = {}
    sizes: Counter[str] = Counter()
    few = len({example.category for example in examples}) <= _KINDS
    for example in examples:
        about = {
            word
            for word in words(example.question.text)
            if word not in _PLAIN and not word.isdigit() and len(word) > 2
        }
        for kind in ("all", example.category) if few and example.category else ("all",):
            kinds.setdefault(kind, Counter()).update(about)
            sizes[kind] += 1
    names = [word for word, _ in kinds.get("all", Counter()).most_common(_TOPICS)]
    return Figures(
        name="topics",
        title="What questions are about",
        caption="The share of questions that have the word.",
        corner="word",
        columns=tuple(map(Column, kinds)),
        rows=tuple(
            Row(
                word,
                tuple(_share(held[word], sizes[kind]) for kind, held in kinds.items()),
            )
            for word in names
        ),
        plot="matrix",
    )


def _share(number: int, total: int) -> Estimate:
    return plain(number / total, total)
