"""The careful reader: the language model reads a few passages and quotes its answer from them."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from manyhop.models._protocols import Reading
from manyhop.models.embedded._beam_search import likeliest_texts
from manyhop.models.embedded._language_memory import Opening
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._prompts import NONE, reading_opening, reading_prompt
from manyhop.models.embedded._quoting import Quoting, TokenBytes
from manyhop.models.embedded._recent import Recent

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
