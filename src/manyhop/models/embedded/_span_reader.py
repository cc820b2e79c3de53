"""The fast text reader: the best spans of a passage, yes or no, and how likely it answers."""

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import Reading
from manyhop.models.embedded._recent import Recent
from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors

FILE = "text_reader.onnx"
LONGEST = 384  # pieces of a question and a window of a passage together
LONGEST_QUESTION = 64  # pieces
OVERLAP = 96  # pieces that a window shares with the one before
LONGEST_SPAN = 30  # pieces
TRIED = 12  # spans looked at for each one that is wanted: most overlap a better one
REMEMBERED = 20_000  # readings
LOOKS = 64  # passages of which all scores are kept, for more values than the best

_OUTSIDE = -5000.0  # below this a score is of the question's pieces or the marks
_NOTHING = Reading(text="", start=0, end=0, score=-math.inf, chance=0.0)


class _Window(NamedTuple):
    """A stretch of a passage, by characters, that fits the network."""

    passage: int
    start: int
    end: int


class _Value(NamedTuple):
    text: str
    start: int
    end: int
    score: float


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

    def values(self, passage: str, most: int) -> list[_Value]:
        """The best spans, yes and no, best first."""
        offsets, ahead = self.encoding.offsets, self.window.start
        found = [
            _Value("yes", 0, 0, self.yes - self.nothing),
            _Value("no", 0, 0, self.no - self.nothing),
        ]
        for first, last, score in top_spans(self.start, self.end, most):
            start, end = _whole_words(passage, ahead + offsets[first][0], ahead + offsets[last][1])
            found.append(_Value(passage[start:end], start, end, score - self.nothing))
        return sorted(found, key=lambda value: -value.score)


class SpanReader:
    """Reads a passage in a tenth of a second; scores compare over the passages of a question.

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

    def spans(self, question: str, passages: Sequence[str], most: int = 3) -> list[list[Reading]]:
        """For each passage its best values that do not overlap, best first.

        The chance is that this very value answers: the values share that of the passage.
        Example: ``reader.spans("Who wrote Emma?", passages)[0][1].text`` is the second best
        """
        return [
            self._shared(_apart(looks, passage, most))
            for looks, passage in zip(self._looks(question, passages), passages, strict=True)
        ]

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
        looks = self._looks(question, passages)
        best = [_apart(each, text, 1) for each, text in zip(looks, passages, strict=True)]
        return [
            Reading(*value[0], chance=self._chance(value[0].score)) if value else _NOTHING
            for value in best
        ]

    def _shared(self, values: Sequence[_Value]) -> list[Reading]:
        if not values:
            return []
        parts = np.exp([value.score - values[0].score for value in values])
        chances = self._chance(values[0].score) * parts / parts.sum()
        return [
            Reading(*value, chance=float(chance))
            for value, chance in zip(values, chances, strict=True)
        ]

    def _chance(self, score: float) -> float:
        return 1 / (1 + math.exp(-min(max(self._slope * score + self._offset, -50.0), 50.0)))

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
        for batch in self._words.batches(pairs, LONGEST, numbers=True):
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


def _apart(looks: Iterable[_Look], passage: str, most: int) -> list[_Value]:
    """The best values of all windows, none of which overlaps a better one."""
    found: list[_Value] = []
    every = (value for look in looks for value in look.values(passage, most))
    for value in sorted(every, key=lambda value: -value.score):
        apart = all(
            (value.start >= other.end or value.end <= other.start) and value.text != other.text
            for other in found
        )
        if apart and len(found) < most:
            found.append(value)
    return found


def top_spans(
    start: NDArray[np.float32], end: NDArray[np.float32], most: int
) -> list[tuple[int, int, float]]:
    """First piece, last piece and score of the best spans that do not overlap, best first.

    Example: ``top_spans(np.array([1, 5, 0]), np.array([0, 1, 3]), 1)`` → ``[(1, 2, 8.0)]``
    """
    widths = min(LONGEST_SPAN, len(start))
    beyond = np.full(widths - 1, -np.inf, end.dtype)
    ends = np.lib.stride_tricks.sliding_window_view(np.concatenate([end, beyond]), widths)
    scores = (start[:, None] + ends).ravel()
    tried = min(len(scores), most * TRIED if most > 1 else 1)
    best = np.argpartition(-scores, tried - 1)[:tried]
    found: list[tuple[int, int, float]] = []
    for place in best[np.argsort(-scores[best], kind="stable")]:
        first, last = int(place) // widths, int(place) // widths + int(place) % widths
        outside = scores[place] < _OUTSIDE
        if len(found) == most or outside:
            break
        if all(first > b or last < a for a, b, _ in found):
            found.append((first, last, float(scores[place])))
    return found


def _whole_words(passage: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and passage[start - 1].isalnum() and passage[start].isalnum():
        start -= 1
    while end < len(passage) and passage[end].isalnum() and passage[end - 1].isalnum():
        end += 1
    return start, end
