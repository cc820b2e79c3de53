"""Writing a text token by token: the likeliest, one that is drawn, or the best of those allowed."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

Allowed = Callable[[Sequence[int]], NDArray[np.intp]]
"""The tokens that may follow those written so far; an empty array ends the text."""


Choice = Callable[[NDArray[np.float32]], int]
"""Picks a token by its log-probability where the likeliest is not wanted."""


class Generated(NamedTuple):
    """What was written: ``first`` holds the chance of every token at the first place."""

    text: str
    tokens: list[int]
    logprobs: list[float]
    first: NDArray[np.float32]
    tokens_in: int
    ended: bool  # by itself, not for want of room


class Writing:
    """One text as it is written, token by token until ``end``.

    Example: ``Writing(tokenizer, end, 12, None).go_on(logits, stop=(), choose=None, max_tokens=8)``
    """

    def __init__(
        self, tokenizer: Tokenizer, end: int, tokens_in: int, allowed: Allowed | None
    ) -> None:
        self._tokenizer = tokenizer
        self._end = end
        self._allowed = allowed
        self.text = ""
        self._first = np.zeros(0, np.float32)
        self._ended = False
        self.done = False
        self.tokens_in = tokens_in
        self.tokens: list[int] = []
        self._logprobs: list[float] = []

    def go_on(
        self,
        logits: NDArray[np.float32],
        stop: Sequence[str],
        choose: Choice | None,
        max_tokens: int,
    ) -> None:
        if self.done:
            return
        logprobs = log_softmax(logits)
        if not self._first.size:
            self._first = np.exp(logprobs)
        token = self._next(logprobs, choose)
        if token == self._end:
            self.done = self._ended = True
            return
        self.tokens.append(token)
        self._logprobs.append(float(logprobs[token]))
        self.text = self._tokenizer.decode(self.tokens)
        if places := [self.text.find(mark) for mark in stop if mark and mark in self.text]:
            self.text = self.text[: min(places)]
            self.done = self._ended = True
        self.done = self.done or len(self.tokens) >= max_tokens

    def result(self) -> Generated:
        return Generated(
            self.text,
            self.tokens,
            self._logprobs,
            self._first,
            self.tokens_in,
            self._ended,
        )

    def _next(
        self,
        logprobs: NDArray[np.float32],
        choose: Choice | None,
    ) -> int:
        if self._allowed is not None:
            few = self._allowed(self.tokens)
            return int(few[np.argmax(logprobs[few])]) if few.size else self._end
        return choose(logprobs) if choose else int(np.argmax(logprobs))


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log-probabilities from logits, over the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return np.asarray(shifted - total, np.float32)
