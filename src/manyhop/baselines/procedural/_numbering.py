"""From cloze items to the numbers of their texts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import log

import numpy as np

from manyhop.answering._cloze import BLANK
from manyhop.baselines.procedural._arrays import Floats, QuestionArrays
from manyhop.collection import word_analyzer
from manyhop.generation.procedures import ClozeItem

MOST_STEPS = 25

_analyzer = word_analyzer()


class TextNumbers:
    """Numbers for texts in the order they come; 0 is the empty text.

    Example: ``TextNumbers().number("Boil water")`` is 1.
    """

    def __init__(self) -> None:
        self._numbers = {"": 0}

    def number(self, text: str) -> int:
        """The text's number, a new one if it is new."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def texts(self) -> list[str]:
        """All texts by number."""
        return list(self._numbers)


def question_arrays(items: Sequence[ClozeItem], numbers: TextNumbers) -> QuestionArrays:
    """Textual cloze items of all splits; texts that are new get numbers.

    Example: ``question_arrays([*built.items["train"], *built.items["test"]], TextNumbers())``
    """
    rarity = _rarity(step.body for item in items for step in item.context)
    count, choices = len(items), len(items[0].choice_list) if items else 4
    shown = np.zeros((count, 4), np.int64)
    chosen = np.zeros((count, choices), np.int64)
    steps = np.zeros((count, MOST_STEPS), np.int64)
    matches = np.zeros((count, 4 + choices, MOST_STEPS), np.float32)
    for row, item in enumerate(items):
        titles = ["" if title == BLANK else title for title in item.question]
        options = [str(choice) for choice in item.choice_list]
        bodies = [step.body for step in item.context][:MOST_STEPS]
        shown[row] = [numbers.number(title) for title in titles]
        chosen[row] = [numbers.number(choice) for choice in options]
        steps[row, : len(bodies)] = [numbers.number(body) for body in bodies]
        matches[row, :, : len(bodies)] = shared_words([*titles, *options], bodies, rarity)
    return QuestionArrays(
        ids=np.array([item.qid for item in items]),
        groups=np.array([item.recipe_id for item in items]),
        splits=np.array([item.split for item in items]),
        shown=shown,
        hole=np.array([item.question.index(BLANK) for item in items], np.int64),
        choices=chosen,
        steps=steps,
        lengths=np.array([min(len(item.context), MOST_STEPS) for item in items], np.int64),
        matches=matches,
        answers=np.array([item.answer for item in items], np.int64),
    )


def shared_words(
    titles: Sequence[str], bodies: Sequence[str], rarity: Mapping[str, float]
) -> Floats:
    """The share of each title's words that stand in each body, rare words counting more.

    Example: ``shared_words(["Boil water"], ["Let the water boil."], {})`` is ``[[1.0]]``.
    """
    found = np.zeros((len(titles), len(bodies)), np.float32)
    held = [stems(body) for body in bodies]
    most = max(rarity.values(), default=1.0)
    for row, title in enumerate(titles):
        weights = {stem: rarity.get(stem, most) for stem in sorted(stems(title))}
        total = sum(weights.values())
        for column, words in enumerate(held):
            shared = sum(weight for stem, weight in weights.items() if stem in words)
            found[row, column] = shared / total if total else 0.0
    return found


@cache
def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(_analyzer.analyze(text))


def _rarity(bodies: Iterable[str]) -> dict[str, float]:
    distinct = dict.fromkeys(bodies)
    holders = Counter(stem for body in distinct for stem in stems(body))
    return {stem: log(1 + len(distinct) / count) for stem, count in sorted(holders.items())}
