"""The careful reader: the language model reads a few passages and quotes its answer from them."""

import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import Reading
from manyhop.models.embedded._beam_search import likeliest_texts
from manyhop.models.embedded._language_memory import Opening
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._prompts import NONE, reading_opening, reading_prompt
from manyhop.models.embedded._recent import Recent

# Holds the language model to the words of a passage while it writes.

_WORD_START = re.compile(r"(?<![^\W_])[^\s]")
_AUXILIARY = re.compile(
    r"(is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must)"
    r"(n't)?\b",
    re.IGNORECASE,
)


class TokenBytes:
    """Which bytes each token stands for, and back."""

    def __init__(self, tokenizer: Any, end: int) -> None:
        self.end = end
        letters = _byte_letters()
        self._bytes = [
            _bytes_of(token, letters)
            for token in map(tokenizer.id_to_token, range(tokenizer.get_vocab_size()))
        ]
        self._ids = {written: number for number, written in enumerate(self._bytes) if written}
        self._longest = 24

    def joined(self, tokens: Sequence[int]) -> bytes:
        """The bytes that tokens stand for together."""
        return b"".join(self._bytes[token] for token in tokens)

    def starting(self, text: bytes) -> set[int]:
        """Every token that a text may begin with."""
        lengths = range(1, min(len(text), self._longest) + 1)
        return {self._ids[text[:length]] for length in lengths if text[:length] in self._ids}


class Quoting:
    """The rule for one passage: what is written must stand in it, from word start to word end.

    Example: ``model.generate(prompt, 24, allowed=Quoting(passage, question, pieces).allowed)``
    """

    def __init__(self, passage: str, question: str, pieces: TokenBytes) -> None:
        self.flat, self._places = _flattened(passage)
        self._passage = passage
        self._question = question
        self._pieces = pieces
        self._written = self.flat.encode()
        self._verdicts = (b" yes", b" no") if _AUXILIARY.match(question.strip()) else ()

    def allowed(self, tokens: Sequence[int]) -> NDArray[np.intp]:
        """The tokens that keep the value a quotation; the end only after a whole word."""
        so_far = self._pieces.joined(tokens)
        found: set[int] = set()
        for verdict in self._verdicts:
            if verdict == so_far:
                found.add(self._pieces.end)
            elif verdict.startswith(so_far):
                found |= self._pieces.starting(verdict[len(so_far) :])
        value = so_far.removeprefix(b" ")
        for start in self._matches(value):
            place = start + len(value)
            lead = b"" if so_far else b" "
            found |= self._pieces.starting(lead + self._written[place : place + 32])
            if value and self._ends_word(place):
                found.add(self._pieces.end)
        return np.array(sorted(found), np.intp)

    def span(self, tokens: Sequence[int]) -> tuple[str, int, int]:
        """The value as it stands in the passage; of several places the one nearest the question.

        A value that was cut short is completed to the end of its word.
        """
        so_far = self._pieces.joined(tokens)
        if so_far in self._verdicts:
            return so_far.decode().strip(), 0, 0
        value = so_far.removeprefix(b" ")
        starts = self._matches(value) if value else []
        if not starts:
            return "", 0, 0
        start = max(starts, key=self._nearness)
        end = start + len(value)
        while not self._ends_word(end):
            end += 1
        while end > start + 1 and self._written[end - 1 : end].isspace():
            end -= 1
        first, last = (len(self._written[:place].decode()) for place in (start, end))
        begin, finish = self._places[first], self._places[last - 1] + 1
        return self._passage[begin:finish], begin, finish

    def _matches(self, value: bytes) -> list[int]:
        return [start for start in self._starts if self._written.startswith(value, start)]

    @cached_property
    def _starts(self) -> list[int]:
        places = np.cumsum([0, *(len(letter.encode()) for letter in self.flat)])
        return [int(places[found.start()]) for found in _WORD_START.finditer(self.flat)]

    def _ends_word(self, place: int) -> bool:
        if place >= len(self._written):
            return True
        if self._written[place] & 0xC0 == 0x80:  # inside a letter of several bytes
            return False
        before = self._written[max(0, place - 4) : place].decode(errors="ignore")[-1:]
        after = self._written[place : place + 4].decode(errors="ignore")[:1]
        return not (before.isspace() or (before.isalnum() and after.isalnum()))

    def _nearness(self, start: int) -> int:
        around = self._written[max(0, start - 150) : start + 150].decode(errors="ignore").lower()
        return sum(word in around for word in set(re.findall(r"\w+", self._question.lower())))


def _flattened(passage: str) -> tuple[str, list[int]]:
    """The passage on one line with single spaces, and where each letter stood."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(passage):
        if letter.isspace():
            if letters and letters[-1] != " ":
                letters.append(" ")
                places.append(place)
        else:
            letters.append(letter)
            places.append(place)
    if letters and letters[-1] == " ":
        letters.pop()
        places.pop()
    return "".join(letters).encode(errors="replace").decode(), places


def _bytes_of(token: str, letters: dict[int, str]) -> bytes:
    try:
        return token.translate(letters).encode("latin-1")
    except UnicodeEncodeError:
        return b""


def _byte_letters() -> dict[int, str]:
    """What the letters that byte-level tokenizers write bytes with stand for.

    Printable bytes are written as they are, the others with letters from 256 on; no token has the
    unprintable letters themselves, which must not pass for bytes.
    """
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = [byte for byte in range(256) if byte not in printable]
    none = dict.fromkeys(others, "\uffff")
    return none | {256 + number: chr(byte) for number, byte in enumerate(others)}


_VALUE_TOKENS = 24
_WINDOW = 500  # tokens of a passage read at once
_OVERLAP = 80  # so that no answer is cut in two
_REMEMBERED = 20_000  # passages
_OPENINGS = 4  # questions whose beginning of the prompt is kept
NOTHING = 0.95  # chance of nothing, from which on no value is looked for
_SUREST = 1e-6  # the chance that no passage goes below, nor above one less it


class Value(NamedTuple):
    """A value that may answer, and how likely it is to be said, as a logarithm."""

    text: str
    start: int
    end: int
    log_chance: float


class Values(NamedTuple):
    """What a passage may say, likeliest first, and the chance that it says anything."""

    chance: float
    values: Sequence[Value]


class CarefulReader:
    """Reads each passage for a value that stands in it word for word, or for yes or no.

    A passage longer than 500 tokens is read in overlapping windows, the likeliest of which counts.

    Example: ``CarefulReader.load().read("Who wrote Emma?", ["Emma is by Jane Austen."])[0].text``
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._known = Recent[Values](_REMEMBERED)
        self._openings = Recent[Opening](_OPENINGS)

    @classmethod
    def load(cls) -> "CarefulReader":
        """The reader over the shipped adapter."""
        return cls(LanguageModel.load())

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, in the passages' order."""
        return [_reading(found) for found in self.values(question, passages)]

    def values(self, question: str, passages: Sequence[str]) -> list[Values]:
        """For each passage not only the likeliest value but also those that were close to it."""
        return [
            self._known.of((question, passage), partial(self._read_windows, question, passage))
            for passage in passages
        ]

    def _read_windows(self, question: str, passage: str) -> Values:
        best = Values(0.0, [])
        for first, last in self._windows(passage):
            found = self._read(question, passage[first:last])
            if found.chance > best.chance or not best.values:
                best = _moved(found, first)
        return best

    def _read(self, question: str, passage: str) -> Values:
        rule = Quoting(passage, question, self._pieces)
        prompt = reading_prompt(question, rule.flat)
        found = likeliest_texts(
            self._model,
            prompt,
            rule.allowed,
            _VALUE_TOKENS,
            opening=self._openings.of(question, partial(self._opening, question)),
            hopeless=lambda first: float(first[self._none]) > NOTHING,
        )
        values = [Value(*rule.span(text.tokens), text.score) for text in found.texts]
        chance = 1 - float(found.first[self._none])
        return Values(chance, [value for value in values if value.text])

    def _opening(self, question: str) -> Opening:
        return self._model.opening(reading_opening(question))

    def _windows(self, passage: str) -> Iterator[tuple[int, int]]:
        if not passage.strip():
            return
        spans = self._model.tokenizer.encode(passage, add_special_tokens=False).offsets
        first = 0
        while first + _WINDOW < len(spans):
            yield spans[first][0], spans[first + _WINDOW - 1][1]
            first += _WINDOW - _OVERLAP
        yield spans[first][0], len(passage)

    @cached_property
    def _none(self) -> int:
        return self._model.tokens(f" {NONE}")[0]

    @cached_property
    def _pieces(self) -> TokenBytes:
        return TokenBytes(self._model.tokenizer, self._model.end)


def _reading(found: Values) -> Reading:
    text, start, end, _ = found.values[0] if found.values else Value("", 0, 0, 0.0)
    return Reading(text, start, end, _log_odds(found.chance), found.chance)


def _moved(found: Values, by: int) -> Values:
    """Places in the passage, from those in a window; a verdict has none."""
    moved = [
        each._replace(start=each.start + by, end=each.end + by) if each.end else each
        for each in found.values
    ]
    return Values(found.chance, moved)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, _SUREST), 1 - _SUREST)
    return math.log(bounded / (1 - bounded))
