"""Choosing and reading: the reranker looks at every passage, the language model reads the best few.

In each of these the language model finds several values. A value counts by how likely it is to be
said and by what the reranker makes of the sentence that it stands in; a passage by both as well.
The weights were fitted on SQuAD's development articles: `training/results.md` says how.
"""

import logging
import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol, Self

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Reading, Reranker, TextReader
from manyhop.models.embedded._source_choice import shared_words
from manyhop.models.embedded._weights import FOLDER

if TYPE_CHECKING:
    from manyhop.models.embedded._careful_reader import Value, Values
    from manyhop.models.embedded._language_model import LanguageModel

CAREFUL_PASSAGES = 3  # of ten they hold the right one in 99 of 100 cases; more cost seconds
WORDS_WEIGHT = 15.0  # of the share of words in common, beside the reranker's log-odds
CHOICE_WEIGHT = 0.3  # of both, beside the careful reader's log-odds
SENTENCE_WEIGHT = 0.4  # of the reranker's log-odds for a value's sentence, beside the value's own
UNREAD = -6.0  # log-odds that the careful reader would give to a passage it was not shown
CHANCE_SLOPE, CHANCE_OFFSET = 0.5, 0.5  # make chances of the careful reader's log-odds

_SUREST = 9.0  # log-odds are cut here: no reader is right 9,999 times in 10,000
_SENTENCE_END = re.compile(r"[.!?]+[\"”’)]*\s+(?![a-z])|\n+")

logger = logging.getLogger("manyhop")


class Careful(Protocol):
    """Reads a passage for several values; see `CarefulReader`."""

    def values(self, question: str, passages: Sequence[str]) -> Sequence["Values"]:
        """What each passage may say."""
        ...


class CascadeReader:
    """Looks at many passages quickly and reads the likeliest of them carefully.

    A passage that was not read gets the fast reader's value, or none where there is no such reader.
    Without a careful reader the fast one does everything.

    Example: ``max(CascadeReader.load().read(question, passages), key=lambda r: r.score).text``
    """

    def __init__(
        self,
        reranker: Reranker,
        careful: Careful | None,
        fast: TextReader | None = None,
        careful_passages: int = CAREFUL_PASSAGES,
    ) -> None:
        self._reranker = reranker
        self._careful = careful
        self._fast = fast
        self._careful_passages = careful_passages

    @classmethod
    def load(cls, language: "LanguageModel | None" = None) -> Self:
        """The shipped readers, the careful one over a language model that is open already or not.

        Where it is not installed, only the fast one reads, and a line says so. The fast one does
        not ship yet; a weights folder that has it is used.
        """
        from manyhop.models.embedded._careful_reader import CarefulReader
        from manyhop.models.embedded._cross_encoder import CrossEncoder
        from manyhop.models.embedded._language_model import LanguageModel
        from manyhop.models.embedded._span_reader import FILE, SpanReader

        fast = SpanReader.load() if (FOLDER / FILE).exists() else None
        if language is not None or LanguageModel.available():
            careful = CarefulReader(language or LanguageModel.load())
            return cls(CrossEncoder.load(), careful, fast)
        if fast is None:
            raise ManyhopError(
                "reading texts needs the language model until the fast reader ships; run "
                "`manyhop setup`"
            )
        _say_how_to_read_better()
        return cls(CrossEncoder.load(), None, fast)

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, in the passages' order."""
        if self._careful is None:
            return self._quickly(question, passages)
        liked = self._liked(question, passages)
        order = sorted(range(len(passages)), key=lambda place: -liked[place])
        chosen, rest = order[: self._careful_passages], order[self._careful_passages :]
        found: dict[int, Reading] = {}
        careful = self._careful.values(question, [passages[place] for place in chosen])
        for place, values in zip(chosen, careful, strict=True):
            value = self._value(question, passages[place], values)
            found[place] = _rescored(value, liked[place], _log_odds(values.chance))
        quick = self._quickly(question, [passages[place] for place in rest])
        for place, reading in zip(rest, quick, strict=True):
            found[place] = _rescored(reading, liked[place], UNREAD)
        return [found[place] for place in range(len(passages))]

    def _liked(self, question: str, passages: Sequence[str]) -> list[float]:
        """How well each passage goes with the question, before any is read."""
        judged = self._reranker.score(question, passages)
        shared = shared_words(question, passages)
        return [
            one + WORDS_WEIGHT * float(other) for one, other in zip(judged, shared, strict=True)
        ]

    def _value(self, question: str, passage: str, found: "Values") -> Reading:
        """The value that is both likely to be said and stands in a likely sentence."""
        if not found.values:
            return _NOTHING
        starts, sentences = sentences_of(passage)
        judged = self._reranker.score(question, sentences)

        def likelihood(value: "Value") -> float:
            place = bisect_right(starts, value.start) - 1
            sentence = judged[place] if value.end else max(judged)  # yes and no stand nowhere
            return value.log_chance + SENTENCE_WEIGHT * sentence

        text, start, end, _ = max(found.values, key=likelihood)
        return Reading(text, start, end, 0.0, 0.0)

    def _quickly(self, question: str, passages: Sequence[str]) -> list[Reading]:
        if self._fast is None:
            return [_NOTHING] * len(passages)
        return list(self._fast.read(question, passages))


_NOTHING = Reading("", 0, 0, 0.0, 0.0)


def sentences_of(passage: str) -> tuple[list[int], list[str]]:
    """Where each sentence starts, and the sentences.

    Example: ``sentences_of("It rains. It pours.")`` → ``[0, 10], ["It rains. ", "It pours."]``
    """
    starts = [0, *(end.end() for end in _SENTENCE_END.finditer(passage))]
    return starts, [passage[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _rescored(reading: Reading, liked: float, careful: float) -> Reading:
    score = CHOICE_WEIGHT * liked + careful
    chance = 1 / (1 + math.exp(-CHANCE_SLOPE * careful - CHANCE_OFFSET))
    return Reading(reading.text, reading.start, reading.end, score, chance)


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
