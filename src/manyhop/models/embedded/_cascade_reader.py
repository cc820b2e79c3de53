"""Choosing and reading: fast models look at every passage, the language model reads the best few.

In each of these the language model finds several values. A value counts by how likely it is to be
said, by what the reranker makes of the sentence that it stands in and by what the fast reader makes
of the value; a passage by all three as well. `training/cascade.py` fitted the weights, to an
earlier fast reader whose scores lay twice as far apart: those of its scores were doubled since.
"""

import logging
import math
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol, Self

from manyhop.models._protocols import Reading, Reranker, TextReader
from manyhop.models.embedded._source_choice import word_overlap

if TYPE_CHECKING:
    from manyhop.models.embedded._careful_reader import Value, Values
    from manyhop.models.embedded._language_model import LanguageModel

CAREFUL_PASSAGES = 3  # at most: of ten they hold the right one in 99 of 100 cases
NEAR = 2.0  # by how much the fast reader may score one of them below the best and it is still read
DULL = -6.5  # the fast reader's score, below which hardly one passage in a hundred tells anything
WORDS_WEIGHT = 25.0  # of the share of words in common, beside the reranker's log-odds
CHOICE_WEIGHT = 0.1  # of both, beside the careful reader's log-odds for the passage
FAST_WEIGHT = 0.8  # of the fast reader's score for the passage, beside the same
SENTENCE_WEIGHT = 0.2  # of the reranker's log-odds for a value's sentence, beside the value's own
VALUE_WEIGHT = 0.4  # of the fast reader's score for the value, beside the same
UNREAD = -6.0  # log-odds that the careful reader would give to a passage it was not shown
UNREAD_DULL = -8.0  # and to a dull one
CHANCE_SLOPE, CHANCE_OFFSET = 0.295, 0.728  # make chances of both readers' log-odds
CHANCE_FAST = 0.4  # the fast reader's share in these

_SUREST = 9.0  # log-odds are cut here: no reader is right 9,999 times in 10,000
_LEAST_FAST = -10.0  # scores of the fast reader are cut here: some values lie out of its sight
_SENTENCE_END = re.compile(r"[.!?]+[\"”’)]*\s+(?![a-z])|\n+")

logger = logging.getLogger("manyhop")


class Fast(TextReader, Protocol):
    """Reads every passage in a moment; see `SpanReader`."""

    def scores(
        self, question: str, passage: str, values: Sequence[tuple[str, int, int]]
    ) -> Sequence[float]:
        """What it makes of values that another reader found."""
        ...

    def spans(
        self, question: str, passages: Sequence[str], most: int = 3
    ) -> Sequence[Sequence[Reading]]:
        """The best values of each passage."""
        ...


class Careful(Protocol):
    """Reads a passage for several values; see `CarefulReader`."""

    def values(self, question: str, passages: Sequence[str]) -> Sequence["Values"]:
        """What each passage may say."""
        ...


class CascadeReader:
    """Looks at many passages quickly and reads the likeliest of them carefully.

    A passage that was not read carefully gets the fast reader's value. Without a careful reader the
    fast one does everything.

    Example: ``max(CascadeReader.load().read(question, passages), key=lambda r: r.score).text``
    """

    def __init__(
        self,
        reranker: Reranker,
        fast: Fast,
        careful: Careful | None = None,
        careful_passages: int = CAREFUL_PASSAGES,
    ) -> None:
        self._reranker = reranker
        self._fast = fast
        self._careful = careful
        self._careful_passages = careful_passages

    @classmethod
    def load(
        cls, language: "LanguageModel | None" = None, reranker: Reranker | None = None
    ) -> Self:
        """The shipped readers, over a language model and a reranker that are open already or not.

        Where none is installed only the fast one reads, and a line says how to get it.
        """
        from manyhop.models.embedded._careful_reader import CarefulReader
        from manyhop.models.embedded._cross_encoder import CrossEncoder
        from manyhop.models.embedded._language_model import LanguageModel
        from manyhop.models.embedded._span_reader import SpanReader

        judge, fast = reranker or CrossEncoder.load(), SpanReader.load()
        if language is None and not LanguageModel.available():
            _say_how_to_read_better()
            return cls(judge, fast)
        return cls(judge, fast, CarefulReader(language or LanguageModel.load()))

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, in the passages' order."""
        quick = self._fast.read(question, passages)
        if self._careful is None:
            return list(quick)
        liked = self._liked(question, passages) if len(passages) > 1 else [0.0] * len(passages)
        order = sorted(range(len(passages)), key=lambda place: -liked[place])
        found = [
            _rescored(reading, liking, reading.score, _unread(reading.score))
            for reading, liking in zip(quick, liked, strict=True)
        ]
        chosen = _promising(order[: self._careful_passages], quick)
        careful = self._careful.values(question, [passages[place] for place in chosen])
        for place, values in zip(chosen, careful, strict=True):
            value = self._value(question, passages[place], values) or quick[place]
            odds = _log_odds(values.chance)
            found[place] = _rescored(value, liked[place], quick[place].score, odds)
        return found

    def spans(self, question: str, passages: Sequence[str], most: int = 3) -> list[list[Reading]]:
        """For each passage what `read` finds, then what the fast reader finds besides.

        Of these the chance is that the very value answers.
        """
        quick = self._fast.spans(question, passages, most)
        if self._careful is None:
            return [list(each) for each in quick]
        first = self.read(question, passages)
        return [
            [best, *(each for each in more if each.text != best.text)][:most]
            for best, more in zip(first, quick, strict=True)
        ]

    def _liked(self, question: str, passages: Sequence[str]) -> list[float]:
        """How well each passage goes with the question, before any is read."""
        judged = self._reranker.score(question, passages)
        shared = word_overlap(question, passages)
        return [
            one + WORDS_WEIGHT * float(other) for one, other in zip(judged, shared, strict=True)
        ]

    def _value(self, question: str, passage: str, found: "Values") -> Reading | None:
        """The value that is likely to be said, stands in a likely sentence and is likely itself."""
        if len(found.values) < 2:
            return _as_reading(found.values[0]) if found.values else None
        sentences = self._sentence_scores(question, passage, found.values)
        quick = self._fast.scores(question, passage, [value[:3] for value in found.values])

        def likelihood(number: int) -> float:
            return (
                found.values[number].log_chance
                + SENTENCE_WEIGHT * sentences[number]
                + VALUE_WEIGHT * max(quick[number], _LEAST_FAST)
            )

        return _as_reading(found.values[max(range(len(found.values)), key=likelihood)])

    def _sentence_scores(
        self, question: str, passage: str, values: Sequence["Value"]
    ) -> list[float]:
        """The reranker's score of each value's sentence; where all share one, nothing is scored."""
        starts, sentences = sentences_of(passage)
        places = [bisect_right(starts, value.start) - 1 for value in values]
        nowhere = any(not value.end for value in values)  # yes and no: the best sentence counts
        wanted = range(len(sentences)) if nowhere else sorted(set(places))
        if len(wanted) < 2:
            return [0.0] * len(values)
        judged = self._reranker.score(question, [sentences[place] for place in wanted])
        scores = dict(zip(wanted, judged, strict=True))
        return [
            scores[place] if value.end else max(judged)
            for value, place in zip(values, places, strict=True)
        ]


def _as_reading(value: "Value") -> Reading:
    return Reading(value.text, value.start, value.end, 0.0, 0.0)


def sentences_of(passage: str) -> tuple[list[int], list[str]]:
    """Where each sentence starts, and the sentences.

    Example: ``sentences_of("It rains. It pours.")`` → ``[0, 10], ["It rains. ", "It pours."]``
    """
    starts = [0, *(end.end() for end in _SENTENCE_END.finditer(passage))]
    return starts, [passage[a:b] for a, b in zip(starts, [*starts[1:], None], strict=True)]


def _promising(places: Sequence[int], quick: Sequence[Reading]) -> list[int]:
    """The first, and of the others those that the fast reader does not put far behind; none that
    is dull.
    """
    best = max((quick[place].score for place in places), default=0.0)
    near = [place for place in places if place == places[0] or quick[place].score >= best - NEAR]
    return [place for place in near if quick[place].score >= DULL]


def _unread(fast: float) -> float:
    return UNREAD if fast >= DULL else UNREAD_DULL


def _rescored(reading: Reading, liked: float, fast: float, careful: float) -> Reading:
    fast = max(fast, _LEAST_FAST)
    score = CHOICE_WEIGHT * liked + FAST_WEIGHT * fast + careful
    drive = CHANCE_SLOPE * (careful + CHANCE_FAST * fast) + CHANCE_OFFSET
    return Reading(reading.text, reading.start, reading.end, score, 1 / (1 + math.exp(-drive)))


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
