"""Holds the language model to the words of a passage while it writes."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
