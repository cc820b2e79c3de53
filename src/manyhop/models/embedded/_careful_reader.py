"""The careful reader: the language model reads a few passages and quotes its answer from them."""

import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from manyhop.models._protocols import Reading
from manyhop.models.embedded._language_model import Generated, LanguageModel
from manyhop.models.embedded._prompts import NONE, reading_prompt
from manyhop.models.embedded._quoting import Quoting, TokenBytes

_VALUE_TOKENS = 24
_WINDOW = 500  # tokens of a passage read at once
_OVERLAP = 80  # so that no answer is cut in two
_SIDE_BY_SIDE = 4  # passages
_STARTS = 3  # first tokens tried: the likeliest one does not always begin the likeliest value
_SUREST = 1e-6  # the chance that no passage goes below, nor above one less it


class CarefulReader:
    """Reads each passage for a value that stands in it word for word, or for yes or no.

    A passage longer than 500 tokens is read in overlapping windows, the likeliest of which counts.

    Example: ``CarefulReader.load().read("Who wrote Emma?", ["Emma is by Jane Austen."])[0].text``
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    @classmethod
    def load(cls) -> "CarefulReader":
        """The reader over the shipped adapter."""
        return cls(LanguageModel.load())

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, in the passages' order."""
        windows = [
            (number, first, last)
            for number, passage in enumerate(passages)
            for first, last in self._windows(passage)
        ]
        best = [Reading("", 0, 0, _log_odds(0), 0.0) for _ in passages]
        for some in range(0, len(windows), _SIDE_BY_SIDE):
            batch = windows[some : some + _SIDE_BY_SIDE]
            texts = [passages[number][first:last] for number, first, last in batch]
            readings = self._read(question, texts)
            for (number, first, _), reading in zip(batch, readings, strict=True):
                if reading.score > best[number].score or not best[number].text:
                    best[number] = _moved(reading, first)
        return best

    def _read(self, question: str, passages: Sequence[str]) -> Iterator[Reading]:
        rules = [Quoting(passage, question, self._pieces) for passage in passages]
        prompts = [reading_prompt(question, rule.flat) for rule in rules]
        allowed = [rule.allowed for rule in rules]
        written = self._model.generate_all(prompts, _VALUE_TOKENS, allowed=allowed, starts=_STARTS)
        return map(self._reading, rules, written)

    def _reading(self, rule: Quoting, written: Generated) -> Reading:
        chance = 1 - float(written.first[self._none])
        return Reading(*rule.span(written.tokens), _log_odds(chance), chance)

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


def _moved(reading: Reading, by: int) -> Reading:
    verdict = reading.end == 0
    start, end = (0, 0) if verdict else (reading.start + by, reading.end + by)
    return Reading(reading.text, start, end, reading.score, reading.chance)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, _SUREST), 1 - _SUREST)
    return math.log(bounded / (1 - bounded))
