"""Free answers without a look at anything: the commonest, or any."""

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._cheater import Clue, ClueExample
from manyhop.audit._choice_features import words_of
from manyhop.audit._item import Item
from manyhop.audit._linear_cheater import LinearCheater
from manyhop.audit._sights import Sights, Whole
from manyhop.audit._verdict import share
from manyhop.audit.cheaters._form import form_marks, words
from manyhop.baselines import first_alternative


class MostCommon:
    """Of the candidates, takes the one that was the right answer of most other documents.

    Example: ``audit(benchmark, cheaters=[MostCommon()])``
    """

    name = "most-common"
    sees = "takes the answer that was right most often elsewhere"
    shallow = False

    def prepare(self, items: Sequence[Item]) -> None:
        """Note the words of every candidate."""
        self._items = items
        self._keys = [[words_of(one.text) for one in item.candidates] for item in items]
        self._right: Counter[str] = Counter()

    def fit(self, rows: Whole, held: Whole, seed: int) -> None:
        """Count the right answers; held-out questions count too, as there is nothing to choose."""
        learnt = [*rows.tolist(), *held.tolist()]
        self._right = Counter(
            self._keys[row][self._items[row].answer]
            for row in learnt
            if self._items[row].answer >= 0
        )

    def answers(self, rows: Whole, seed: int) -> list[int | tuple[str, ...]]:
        """The candidate with the highest count; chance decides between equals."""
        found: list[int | tuple[str, ...]] = []
        for row in rows.tolist():
            luck = Random(f"{seed} {self._items[row].id}")
            counts = [(self._right[key], luck.random()) for key in self._keys[row]]
            found.append(counts.index(max(counts)))
        return found

    def clues(self) -> list[Clue]:
        """The commonest right answers, and how often they are right where they can be chosen."""
        rights = Counter(
            keys[item.answer]
            for keys, item in zip(self._keys, self._items, strict=True)
            if item.answer >= 0
        )
        return [self._clue(key, count) for key, count in rights.most_common(_SHOWN) if count > 1]

    def _clue(self, key: str, count: int) -> Clue:
        where = [row for row, keys in enumerate(self._keys) if key in keys]
        right = [row for row in where if self._keys[row].index(key) == self._items[row].answer]
        texts = (self._items[row] for row in right[:3])
        return Clue(
            f"the answer “{key}”",
            float(count),
            right=share(len(right), len(where)),
            examples=tuple(ClueExample(i.id, i.candidates[i.answer].text) for i in texts),
        )


_SHOWN = 6


class CommonAnswer:
    """Says what was right most often in other documents, whatever is asked.

    Example: ``audit(benchmark, cheaters=[CommonAnswer()])``
    """

    name = "most-common"
    sees = "always gives the answer that was right most often elsewhere"
    shallow = False

    def prepare(self, items: Sequence[Item]) -> None:
        """Nothing is looked at but the answers."""
        self._items = items
        self._learnt: list[tuple[str, ...]] = []

    def fit(self, rows: Whole, held: Whole, seed: int) -> None:
        """Count the right answers."""
        counts = Counter(self._items[row].right for row in (*rows.tolist(), *held.tolist()))
        self._learnt = [answer for answer, _ in counts.most_common() if answer]

    def answers(self, rows: Whole, seed: int) -> list[int | tuple[str, ...]]:
        """The same for all."""
        return [self._learnt[0] if self._learnt else ()] * len(rows)

    def clues(self) -> list[Clue]:
        """The commonest answers and their shares."""
        counts = Counter(item.right for item in self._items)
        total = len(self._items)
        return [
            Clue(
                f"the answer “{', '.join(answer)}”",
                float(number),
                right=share(number, total),
                examples=tuple(
                    ClueExample(item.id, item.question)
                    for item in [one for one in self._items if one.right == answer][:3]
                ),
            )
            for answer, number in counts.most_common(_SHOWN)
            if number > 1
        ]


class AnyAnswer(CommonAnswer):
    """Says any answer of other documents, the rare as often as the common: what chance gives."""

    name = "any-answer"
    sees = "gives any answer that was right elsewhere"

    def answers(self, rows: Whole, seed: int) -> list[int | tuple[str, ...]]:
        """One drawn for each question."""
        return [
            Random(f"{seed} any {self._items[row].id}").choice(self._learnt) if self._learnt else ()
            for row in rows.tolist()
        ]


# Free answers from the question's words alone.

_ANSWERS = 400  # that are told apart: the commonest of those given twice or more
_WORDS = 5000
_ANSWERS_SHOWN = 8


class QuestionAnswers:
    """Says what was right for questions of the same words, by multinomial naive Bayes.

    Words are those of the question, and the two that it begins with. A question that names
    alternatives is answered with the first.
    Example: ``audit(benchmark, cheaters=[QuestionAnswers()])``
    """

    name = "question-only"
    sees = "sees only the question"
    shallow = False

    def prepare(self, items: Sequence[Item]) -> None:
        """Note every question's words."""
        self._items = items
        self._words = [question_words(item.question) for item in items]
        self._named = [first_alternative(item.question) for item in items]
        self._answers: list[tuple[str, ...]] = []

    def fit(self, rows: Whole, held: Whole, seed: int) -> None:
        """Count which words go with which answers."""
        learnt = [row for row in (*rows.tolist(), *held.tolist()) if self._items[row].right]
        common = Counter(self._items[row].right for row in learnt).most_common(_ANSWERS)
        self._answers = [answer for answer, number in common if number > 1]
        self._answers = self._answers or [answer for answer, _ in common[:1]]
        numbers = {answer: number for number, answer in enumerate(self._answers)}
        seen = Counter(word for row in learnt for word in self._words[row])
        self._vocabulary = {word: n for n, (word, _) in enumerate(seen.most_common(_WORDS))}
        classes = [
            (numbers[self._items[row].right], self._words[row])
            for row in learnt
            if self._items[row].right in numbers
        ]
        self._prior, self._given = naive_bayes(classes, len(self._answers), self._vocabulary)

    def answers(self, rows: Whole, seed: int) -> list[int | tuple[str, ...]]:
        """The likeliest answer to each question."""
        found: list[int | tuple[str, ...]] = []
        for row in rows.tolist():
            if self._named[row]:
                found.append((self._named[row],))
            elif not self._answers:
                found.append(())
            else:
                known = [self._vocabulary[w] for w in self._words[row] if w in self._vocabulary]
                scores = self._prior + self._given[:, known].sum(axis=1)
                found.append(self._answers[int(scores.argmax())])
        return found

    def clues(self) -> list[Clue]:
        """The ways to begin that say most about the answer, over all questions."""
        openings: dict[str, list[int]] = {}
        for row, found in enumerate(self._words):
            if found:
                openings.setdefault(found[-1], []).append(row)
        clues = []
        for opening, rows in openings.items():
            answer, number = Counter(self._items[row].right for row in rows).most_common(1)[0]
            if number > 1:
                said = f"“{', '.join(answer)}” where the question {opening}"
                right = [row for row in rows if self._items[row].right == answer][:3]
                examples = tuple(
                    ClueExample(self._items[row].id, self._items[row].question) for row in right
                )
                clues.append(Clue(said, float(number), share(number, len(rows)), examples))
        return sorted(clues, key=lambda clue: -clue.weight)[:_ANSWERS_SHOWN]


def question_words(question: str) -> list[str]:
    """The words, and last how it begins.

    Example: ``question_words("How many?")`` → ``["how", "many", "begins “how many”"]``
    """
    found = words(question)
    return [*found, f"begins “{' '.join(found[:2])}”"] if found else []


def naive_bayes(
    examples: Sequence[tuple[int, Sequence[str]]], classes: int, vocabulary: dict[str, int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The log chance of each class, and of each word in it; one is added to every count."""
    counts = np.ones((classes, len(vocabulary)))
    sizes = np.zeros(classes)
    for number, found in examples:
        sizes[number] += 1
        for word in found:
            if word in vocabulary:
                counts[number, vocabulary[word]] += 1
    prior = np.log(np.maximum(sizes, 1e-12) / max(sizes.sum(), 1))
    return prior, np.log(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1))


# Free answers from what stands in the context, with or without a look at the question.

_OWN = ("number of words", "number of letters", "times in the context", "how early it stands")
_BESIDE = (
    "words around it that are asked for",
    "question's words around it",
    "its own words asked",
)


def context_guess() -> LinearCheater:
    """Takes what looks most like an answer: a name, a number, what is repeated or first."""
    return LinearCheater("context-only", "sees only the context", _look)


def shared_words_guess() -> LinearCheater:
    """Takes what stands in the row or sentence that shares most words with the question."""
    return LinearCheater("overlap", "only counts shared words", _beside, shallow=True)


def shuffled_guess() -> LinearCheater:
    """The same where rows and sentences were dealt out anew among the candidates."""
    return LinearCheater(
        "shuffled-context", "reads everything, but the context shuffled", _shuffled, shallow=True
    )


def _look(items: Sequence[Item]) -> Sights:
    figures = [_own(item) for item in items]
    return _sights(items, _OWN, figures)


def _beside(items: Sequence[Item]) -> Sights:
    figures = [
        [(*own, *near) for own, near in zip(_own(item), _near(item, arounds(item)), strict=True)]
        for item in items
    ]
    return _sights(items, (*_OWN, *_BESIDE), figures)


def _shuffled(items: Sequence[Item]) -> Sights:
    figures = []
    for item in items:
        dealt = arounds(item)
        Random(f"shuffled {item.id}").shuffle(dealt)
        near = _near(item, dealt)
        figures.append([(*own, *by) for own, by in zip(_own(item), near, strict=True)])
    return _sights(items, (*_OWN, *_BESIDE), figures)


def _sights(
    items: Sequence[Item], columns: Sequence[str], figures: list[list[tuple[float, ...]]]
) -> Sights:
    sizes = [len(item.candidates) for item in items]
    marked = [
        [f"{one.kind} of the context", *form_marks(one.text)]
        for item in items
        for one in item.candidates
    ]
    dense = np.array([row for rows in figures for row in rows], np.float32)
    return Sights(sizes, columns, dense.reshape(-1, len(columns)), marked)


def _own(item: Item) -> list[tuple[float, ...]]:
    return [
        (
            math.log1p(len(one.text.split())),
            math.log1p(len(one.text)),
            math.log(one.times),
            -math.log1p(one.place),
        )
        for one in item.candidates
    ]


def arounds(item: Item) -> list[str]:
    """What stands around each candidate."""
    return [one.around for one in item.candidates]


def _near(item: Item, around: Sequence[str]) -> list[tuple[float, ...]]:
    asked = set(words(item.question))
    sets: dict[str, set[str]] = {text: set(words(text)) for text in dict.fromkeys(around)}
    rows: list[tuple[float, ...]] = []
    for one, text in zip(item.candidates, around, strict=True):
        own, near = set(words(one.text)), sets[text]
        shared = len(asked & near)
        rows.append(
            (
                shared / max(len(near), 1),
                shared / max(len(asked), 1),
                len(own & asked) / max(len(own), 1),
            )
        )
    return rows
