"""Free answers from the question's words alone."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from manyhop.audit._cheater import Clue, ClueExample, Whole
from manyhop.audit._item import Item
from manyhop.audit._significance import share
from manyhop.audit.cheaters._marks import words
from manyhop.baselines._one_sided import first_alternative

_ANSWERS = 400  # that are told apart: the commonest of those given twice or more
_WORDS = 5000
_SHOWN = 8


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
        return sorted(clues, key=lambda clue: -clue.weight)[:_SHOWN]


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
