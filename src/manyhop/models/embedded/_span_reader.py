"""The fast text reader: the best span of a passage, yes or no, and how likely it answers at all."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import Reading
from manyhop.models.embedded._recent import Recent
from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors

FILE = "span_reader.onnx"
LONGEST = 384  # pieces of a question and a window of a passage together
LONGEST_QUESTION = 64  # pieces
OVERLAP = 96  # pieces that a window shares with the one before
LONGEST_SPAN = 30  # pieces
REMEMBERED = 20_000  # readings
LOOKS = 64  # passages of which all scores are kept, for values that another reader finds


class _Window(NamedTuple):
    """A stretch of a passage, by characters, that fits the network."""

    passage: int
    start: int
    end: int


class _Look(NamedTuple):
    """Scores of a window's pieces as first and last of a value, and of nothing, yes and no."""

    window: _Window
    encoding: Any
    start: NDArray[np.float32]
    end: NDArray[np.float32]
    nothing: float
    yes: float
    no: float

    def score(self, text: str, start: int, end: int) -> float:
        """The score of one value; below all others where it reaches out of the window."""
        if start == end == 0:
            return (self.yes if text == "yes" else self.no) - self.nothing
        start, end = start - self.window.start, end - self.window.start
        pieces = [
            place
            for place, (first, last) in enumerate(self.encoding.offsets)
            if self.encoding.type_ids[place] == 1 and first < end and last > start
        ]
        if start < 0 or not pieces or self.encoding.offsets[pieces[-1]][1] < end:
            return -math.inf
        return float(self.start[pieces[0]] + self.end[pieces[-1]]) - self.nothing


class SpanReader:
    """Reads a passage in some ten milliseconds; scores compare over the passages of a question.

    Example::

        reader = SpanReader.load()
        reading = reader.read("Who wrote Emma?", ["Emma is a novel by Jane Austen."])[0]
        reading.text, reading.chance
    """

    def __init__(self, session: Any, words: WordVectors) -> None:
        self._session = session
        self._words = words
        stored = session.get_modelmeta().custom_metadata_map
        self._slope, self._offset = float(stored["slope"]), float(stored["offset"])
        self._known = Recent[Reading](REMEMBERED)
        self._looked = Recent[list[_Look]](LOOKS)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped reader, or the one in ``folder``."""
        return cls(open_session(FILE, folder), shared_word_vectors())

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, in the passages' order."""
        return self._known.of_all(
            [(question, passage) for passage in passages],
            lambda places: self._read(question, [passages[place] for place in places]),
        )

    def scores(
        self, question: str, passage: str, values: Sequence[tuple[str, int, int]]
    ) -> list[float]:
        """What `read` would have scored each of these values: spans of the passage, yes or no.

        Example: ``reader.scores("Who wrote Emma?", passage, [("Jane Austen", 19, 30)])``
        """
        best = [-math.inf] * len(values)
        for look in self._looks(question, [passage])[0]:
            for number, value in enumerate(values):
                best[number] = max(best[number], look.score(*value))
        return best

    def _read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        best = [Reading(text="", start=0, end=0, score=-math.inf, chance=0.0) for _ in passages]
        looks = self._looks(question, passages)
        for number, look in ((n, look) for n, each in enumerate(looks) for look in each):
            passage = passages[number]
            (first,), (last,), (span,) = best_spans(look.start[None], look.end[None])
            score = max(float(span), look.yes, look.no) - look.nothing
            if score <= best[number].score:
                continue
            if max(look.yes, look.no) > span:
                best[number] = self._reading("yes" if look.yes > look.no else "no", 0, 0, score)
                continue
            offsets, ahead = look.encoding.offsets, look.window.start
            start, end = _whole_words(passage, ahead + offsets[first][0], ahead + offsets[last][1])
            best[number] = self._reading(passage[start:end], start, end, score)
        return best

    def _looks(self, question: str, passages: Sequence[str]) -> list[list[_Look]]:
        """What the network makes of every window of each passage."""
        return self._looked.of_all(
            [(question, passage) for passage in passages],
            lambda places: self._looked_at(question, [passages[place] for place in places]),
        )

    def _looked_at(self, question: str, passages: Sequence[str]) -> list[list[_Look]]:
        question = self._cut(question)
        windows = list(self._windows(question, passages))
        pairs = [(question, passages[each.passage][each.start : each.end]) for each in windows]
        found: dict[int, _Look] = {}
        for batch in self._words.batches(pairs, LONGEST):
            start, end, verdict = self._session.run(None, batch.inputs)
            for place, row in enumerate(batch.rows):
                nothing, yes, no = (2 * float(each) for each in verdict[place])
                encoding = batch.encodings[place]
                look = _Look(windows[row], encoding, start[place], end[place], nothing, yes, no)
                found[row] = look
        looks: list[list[_Look]] = [[] for _ in passages]
        for row, window in enumerate(windows):
            looks[window.passage].append(found[row])
        return looks

    def _reading(self, text: str, start: int, end: int, score: float) -> Reading:
        drive = min(max(self._slope * score + self._offset, -50.0), 50.0)
        chance = 1 / (1 + math.exp(-drive))
        return Reading(text=text, start=start, end=end, score=score, chance=chance)

    def _cut(self, question: str) -> str:
        (encoding,) = self._words.split([question], LONGEST_QUESTION)
        return question[: max((end for _, end in encoding.offsets), default=0)]

    def _windows(self, question: str, passages: Sequence[str]) -> Iterator[_Window]:
        """Every passage with something to read, in overlapping windows where it is long."""
        (asked,) = self._words.split([question])
        room = LONGEST - len(asked.ids) - 1
        for number, passage in enumerate(passages):
            (encoding,) = self._words.split([passage], len(passage) + 2)
            offsets = encoding.offsets[1:-1]
            for first in range(0, len(offsets), room - OVERLAP):
                last = min(first + room, len(offsets)) - 1
                yield _Window(number, offsets[first][0], offsets[last][1])
                if last == len(offsets) - 1:
                    break


def best_spans(
    start: NDArray[np.float32], end: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """First piece, last piece and score of each text's best span.

    Example: ``best_spans(np.array([[1, 5, 0]]), np.array([[0, 1, 3]]))`` → [1], [2], [8]
    """
    best = np.full(len(start), -np.inf, np.float32)
    firsts, lasts = np.zeros(len(start), np.int64), np.zeros(len(start), np.int64)
    for width in range(min(LONGEST_SPAN, start.shape[1])):
        scores = start[:, : start.shape[1] - width] + end[:, width:]
        at = scores.argmax(1)
        value = scores[np.arange(len(at)), at]
        better = value > best
        best = np.where(better, value, best)
        firsts, lasts = np.where(better, at, firsts), np.where(better, at + width, lasts)
    return firsts, lasts, best


def _whole_words(passage: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and passage[start - 1].isalnum() and passage[start].isalnum():
        start -= 1
    while end < len(passage) and passage[end].isalnum() and passage[end - 1].isalnum():
        end += 1
    return start, end
