"""Passages that are like a question but don't answer it."""

import math
import random
import re
from collections import Counter
from collections.abc import Sequence

ALIKE, RANDOM = 4, 2  # passages that don't answer, of each kind, for a question of training


class Near:
    """Which of some texts share rare words with a question."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = [text.lower() for text in texts]
        self._words = [set(re.findall(r"\w+", text)) for text in self._texts]
        self._in = Counter(word for words in self._words for word in words)

    def share(self, question: str, place: int) -> float:
        """The weight of the words that the question and a text have in common."""
        common = set(re.findall(r"\w+", question.lower())) & self._words[place]
        return sum(math.log(1 + len(self._texts) / self._in[word]) for word in common)

    def clearest(self, question: str, places: Sequence[int]) -> int:
        """The text that shares most by a clear margin, else -1."""
        ranked = sorted(((self.share(question, place), place) for place in places), reverse=True)
        if not ranked or (len(ranked) > 1 and ranked[0][0] < 1.15 * ranked[1][0]):
            return -1
        return ranked[0][1]

    def others(
        self, question: str, answers: Sequence[str], places: Sequence[int], chance: random.Random
    ) -> list[int]:
        """Texts without the answer: those most like the question, and a few at random."""
        avoided = [answer.lower() for answer in answers]
        kept = [
            place
            for place in places
            if len(self._texts[place]) > 80
            and not any(answer in self._texts[place] for answer in avoided)
        ]
        kept.sort(key=lambda place: -self.share(question, place))
        rest = kept[ALIKE:]
        return kept[:ALIKE] + chance.sample(rest, min(RANDOM, len(rest)))
