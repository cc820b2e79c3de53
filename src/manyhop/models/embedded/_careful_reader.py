"""The careful reader: the language model reads a few passages and quotes its answer from them."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from manyhop.models._protocols import Reading
from manyhop.models.embedded._language_model import Generated, LanguageModel
from manyhop.models.embedded._prompts import NONE, reading_prompt
from manyhop.models.embedded._quoting import Quoting, TokenBytes
from manyhop.models.embedded._recent import Recent

_VALUE_TOKENS = 24
_WINDOW = 500  # tokens of a passage read at once
_OVERLAP = 80  # so that no answer is cut in two
_SIDE_BY_SIDE = 4  # passages
_STARTS = 3  # first tokens tried: the likeliest one does not always begin the likeliest value
_BEHIND = 4.0  # a value so much less likely than the best, in log-probability, is left out
_REMEMBERED = 20_000  # passages
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

    @classmethod
    def load(cls) -> "CarefulReader":
        """The reader over the shipped adapter."""
        return cls(LanguageModel.load())

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, in the passages' order."""
        return [_reading(found) for found in self.values(question, passages)]

    def values(self, question: str, passages: Sequence[str]) -> list[Values]:
        """For each passage not only the likeliest value but also those that were close to it."""
        return self._known.of_all(
            [(question, passage) for passage in passages],
            lambda places: self._read_all(question, [passages[place] for place in places]),
        )

    def _read_all(self, question: str, passages: Sequence[str]) -> list[Values]:
        windows = [
            (number, first, last)
            for number, passage in enumerate(passages)
            for first, last in self._windows(passage)
        ]
        best = [Values(0.0, []) for _ in passages]
        for some in range(0, len(windows), _SIDE_BY_SIDE):
            batch = windows[some : some + _SIDE_BY_SIDE]
            texts = [passages[number][first:last] for number, first, last in batch]
            found = self._read(question, texts)
            for (number, first, _), values in zip(batch, found, strict=True):
                if values.chance > best[number].chance or not best[number].values:
                    best[number] = _moved(values, first)
        return best

    def _read(self, question: str, passages: Sequence[str]) -> Iterator[Values]:
        rules = [Quoting(passage, question, self._pieces) for passage in passages]
        prompts = [reading_prompt(question, rule.flat) for rule in rules]
        allowed = [rule.allowed for rule in rules]
        written = self._model.generate_tries(
            prompts, _VALUE_TOKENS, allowed=allowed, starts=_STARTS, behind=_BEHIND
        )
        return map(self._values, rules, written)

    def _values(self, rule: Quoting, tries: Sequence[Generated]) -> Values:
        chance = 1 - float(tries[0].first[self._none])
        return Values(chance, [Value(*rule.span(each.tokens), each.score) for each in tries])

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
