"""Questions that training holds, too: word for word, nearly, or in long runs of words."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from manyhop.benchmarks import Example
from manyhop.evaluation import Estimate, estimate
from manyhop.sources import AnySource

Likeness = Literal["same question", "nearly the same question", "same run of words"]
RUN = 13  # words in a row that two texts hardly share by chance
NEAR = 0.75  # of their parts of five letters, by Jaccard
_RARE = 6  # parts of a question, rarest first, that its likes are looked up by in any case
_COMMON = 200  # questions that share a part, from which on it tells little
_LIKELY = 20  # questions of training that are compared with each
_SHOWN = 5
_WORD = re.compile(r"\w+")


class Twin(msgspec.Struct, frozen=True):
    """A question, and the one of training that it is like."""

    id: str
    question: str
    training_id: str
    training: str


class Leak(msgspec.Struct, frozen=True, kw_only=True):
    """How many questions stand in training in one way, and some of them."""

    kind: Likeness
    share: Estimate
    count: int
    examples: tuple[Twin, ...] = ()

    @property
    def sentence(self) -> str:
        """The finding as one would say it: ``12 of 400 questions stand in training: …``."""
        if not self.count:
            return f"none of {self.share.n:,} questions has its like in training ({self.kind})"
        return f"{self.count:,} of {self.share.n:,} questions are in training, too ({self.kind})"


def find_leaks(
    examples: Sequence[Example], training: Iterable[Example], seed: int = 0
) -> tuple[Leak, ...]:
    """What of the questions, and of what is read for them, training has as well.

    Runs of words are looked for in question, choices and context. A question counts once, by the
    closest likeness. Example: ``find_leaks(test, train)[0].count``
    """
    known = _Known(training)
    found: dict[Likeness, list[Twin]] = {
        "same question": [],
        "nearly the same question": [],
        "same run of words": [],
    }
    marks: dict[Likeness, list[float]] = {kind: [] for kind in found}
    groups = []
    for example in examples:
        groups.append(example.group or example.question.id)
        kind, twin = known.like(example)
        for each, some in marks.items():
            some.append(float(each == kind))
        if kind is not None and twin is not None:
            found[kind].append(twin)
    return tuple(
        Leak(
            kind=kind,
            share=estimate(marks[kind], groups, seed),
            count=len(twins),
            examples=tuple(twins[:_SHOWN]),
        )
        for kind, twins in found.items()
    )


class _Known:
    """Training, looked up by whole questions, by parts of words, and by runs of words."""

    def __init__(self, training: Iterable[Example]) -> None:
        self._questions: list[tuple[str, str]] = []
        self._parts: list[frozenset[str]] = []
        self._same: dict[str, int] = {}
        self._runs: dict[int, int] = {}
        self._having: defaultdict[str, list[int]] = defaultdict(list)
        for example in training:
            place = len(self._questions)
            said = _key(example)
            self._questions.append((example.question.id, _asked(example)))
            self._same.setdefault(said, place)
            parts = _parts(said)
            self._parts.append(parts)
            for part in parts:
                self._having[part].append(place)
            for run in _runs(example):
                self._runs.setdefault(run, place)

    def like(self, example: Example) -> tuple[Likeness | None, Twin | None]:
        """The closest likeness that there is."""
        said = _key(example)
        place = self._same.get(said)
        if place is not None:
            return "same question", self._twin(example, place)
        parts = _parts(said)
        rare = sorted(parts & self._having.keys(), key=lambda each: len(self._having[each]))
        counts = Counter(
            place
            for part in rare[: _RARE * 2]
            if len(self._having[part]) <= _COMMON or part in rare[:_RARE]
            for place in self._having[part]
        )
        for place, _ in counts.most_common(_LIKELY):
            other = self._parts[place]
            if len(parts & other) >= NEAR * len(parts | other):
                return "nearly the same question", self._twin(example, place)
        place = next((self._runs[run] for run in _runs(example) if run in self._runs), None)
        if place is None:
            return None, None
        return "same run of words", self._twin(example, place)

    def _twin(self, example: Example, place: int) -> Twin:
        id, question = self._questions[place]
        return Twin(example.question.id, _asked(example), id, question)


def _asked(example: Example) -> str:
    """The question with the parts of a cloze sequence."""
    return " ".join((example.question.text, *example.question.parts))


def _key(example: Example) -> str:
    """The words of a question with its choices, in lower case."""
    said = " ".join((_asked(example), *sorted(example.question.choices)))
    return " ".join(_WORD.findall(said.lower()))


def _parts(said: str) -> frozenset[str]:
    """Parts of five letters, by which changed endings and exchanged words cost little."""
    return frozenset(said[at : at + 5] for at in range(max(len(said) - 4, 1)))


def _runs(example: Example) -> Iterator[int]:
    """Every run of thirteen words of the question and of each text that comes with it."""
    for text in (_key(example), *map(_text_of, example.question.candidates)):
        words = _WORD.findall(text.lower())
        for at in range(len(words) - RUN + 1):
            yield hash(tuple(words[at : at + RUN]))


def _text_of(source: AnySource) -> str:
    return f"{source.title} {source.passage}"
