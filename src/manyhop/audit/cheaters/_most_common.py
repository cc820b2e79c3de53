"""The cheater that gives the answer that was right most often."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from manyhop.audit._cheater import Clue, ClueExample, Whole
from manyhop.audit._choice_features import words_of
from manyhop.audit._item import Item
from manyhop.audit._significance import share

_SHOWN = 6


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
