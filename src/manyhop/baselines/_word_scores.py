"""BM25 over a handful of texts, made for one question and thrown away."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from manyhop.collection import question_terms, word_analyzer

_K1, _B = 1.2, 0.75

_analyzer = word_analyzer()


class WordScores:
    """How well each of a few texts fits a question, by its words.

    Example: ``WordScores(["It opened in 1981.", "Tea."]).scores("When did it open?")[0] > 0``
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts = [Counter(_analyzer.analyze(text)) for text in texts]
        lengths = [counts.total() for counts in self._counts]
        mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
        self._norms = [_K1 * (1 - _B + _B * length / mean) for length in lengths]
        self._holders = Counter(term for counts in self._counts for term in counts)

    def scores(self, question: str) -> list[float]:
        """One score for each text, 0 where no word is shared."""
        weights = [(term, self._rarity(term)) for term in question_terms(question)]
        weights = [(term, weight) for term, weight in weights if term in self._holders]
        return [
            sum(weight * _saturated(counts[term], norm) for term, weight in weights)
            for counts, norm in zip(self._counts, self._norms, strict=True)
        ]

    def _rarity(self, term: str) -> float:
        holders = self._holders[term]
        return log(1 + (len(self._counts) - holders + 0.5) / (holders + 0.5))


def _saturated(count: int, norm: float) -> float:
    return count * (_K1 + 1) / (count + norm) if count else 0.0


def highest(scores: Sequence[float], k: int) -> list[int]:
    """The numbers of the ``k`` best scores above 0, best first.

    Example: ``highest([0.0, 2.0, 1.0], 2)`` → ``[1, 2]``
    """
    ranked = sorted(range(len(scores)), key=lambda number: -scores[number])
    return [number for number in ranked[:k] if scores[number] > 0]
