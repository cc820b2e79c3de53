"""Free answers without a look at anything: the commonest, or any."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from manyhop.audit._cheater import Clue, ClueExample, Whole
from manyhop.audit._item import Item
from manyhop.audit._significance import share

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
