"""Fast and careful together: the span model reads every passage, the language model the best few.

A passage's score adds up what both make of it in log-odds. Where the careful reader did not look,
it is taken to be doubtful (`UNREAD`), so that all scores can be compared.
"""

import logging
import math
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Self

from manyhop.models._protocols import Reading, TextReader

if TYPE_CHECKING:
    from manyhop.models.embedded._language_model import LanguageModel

CAREFUL_PASSAGES = 3  # more cost seconds and seldom help
FAST_WEIGHT = 0.4
CAREFUL_WEIGHT = 0.6
UNREAD = -3.0  # log-odds that the careful reader would give to a passage it was not shown
AGREEMENT = 0.5  # added where both give the same value

_SUREST = 9.0  # log-odds are cut here: no reader is right 9,999 times in 10,000

logger = logging.getLogger("manyhop")


class CascadeReader:
    """Reads many passages quickly and the likeliest of them twice.

    Example: ``max(CascadeReader.load().read(question, passages), key=lambda r: r.score).text``
    """

    def __init__(
        self,
        fast: TextReader,
        careful: TextReader | None,
        careful_passages: int = CAREFUL_PASSAGES,
    ) -> None:
        self._fast = fast
        self._careful = careful
        self._careful_passages = careful_passages

    @classmethod
    def load(cls, language: "LanguageModel | None" = None) -> Self:
        """The shipped readers, the careful one over a language model that is open already or not.

        Where it is not installed, only the fast one reads, and a line says so.
        """
        from manyhop.models.embedded._careful_reader import CarefulReader
        from manyhop.models.embedded._language_model import LanguageModel
        from manyhop.models.embedded._span_reader import SpanReader

        if language is None and not LanguageModel.available():
            _say_how_to_read_better()
            return cls(SpanReader.load(), None)
        return cls(SpanReader.load(), CarefulReader(language or LanguageModel.load()))

    def read(self, question: str, passages: Sequence[str]) -> Sequence[Reading]:
        """One reading per passage, in the passages' order."""
        readings = list(self._fast.read(question, passages))
        if self._careful is None or not readings:
            return readings
        order = sorted(range(len(readings)), key=lambda place: -readings[place].score)
        chosen = order[: self._careful_passages]
        careful = self._careful.read(question, [passages[place] for place in chosen])
        again = dict(zip(chosen, careful, strict=True))
        return [_combined(fast, again.get(place)) for place, fast in enumerate(readings)]


def _combined(fast: Reading, careful: Reading | None) -> Reading:
    """What both readers together say of a passage."""
    first = FAST_WEIGHT * _log_odds(fast.chance)
    if careful is None:
        return _rescored(fast, first + CAREFUL_WEIGHT * UNREAD)
    score = first + CAREFUL_WEIGHT * _log_odds(careful.chance)
    if not careful.text:
        return _rescored(fast, score)
    if _same(fast.text, careful.text):
        score += AGREEMENT
    return _rescored(careful, score)


def _rescored(reading: Reading, score: float) -> Reading:
    chance = 1 / (1 + math.exp(-score))
    return Reading(reading.text, reading.start, reading.end, score, chance)


def _same(one: str, other: str) -> bool:
    return one.casefold().split() == other.casefold().split()


def _log_odds(chance: float) -> float:
    least = 1 / (1 + math.exp(_SUREST))
    kept = min(max(chance, least), 1 - least)
    return math.log(kept / (1 - kept))


@cache
def _say_how_to_read_better() -> None:
    logger.warning(
        "reading with the fast model only; run `manyhop setup` for the language model, which reads "
        "better"
    )
