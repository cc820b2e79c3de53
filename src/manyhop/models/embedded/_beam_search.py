"""The few likeliest texts that a rule allows, not only the one that begins best."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._language_memory import Memory, Opening
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._token_writing import Allowed, log_softmax


class Text(NamedTuple):
    """A text, whole or as far as it is written, and its log-probability."""

    tokens: tuple[int, ...]
    score: float


class Likeliest(NamedTuple):
    """Whole texts, likeliest first, and the chance of every token at the first place."""

    texts: list[Text]
    first: NDArray[np.float32]


def likeliest_texts(
    model: LanguageModel,
    prompt: str,
    allowed: Allowed,
    max_tokens: int,
    width: int = 3,
    behind: float = 3.0,
    opening: Opening | None = None,
    hopeless: Callable[[NDArray[np.float32]], bool] = lambda first: False,
) -> Likeliest:
    """Write on in the ``width`` likeliest ways at a time; most texts found are close to the best.

    Once a text is whole, no other is followed that is further ``behind`` it in log-probability.
    What the prompt shares with an ``opening`` is not read again; where the first chances are
    ``hopeless``, nothing is written.

    Example: ``likeliest_texts(model, prompt, Quoting(passage, question, pieces).allowed, 20)``
    """
    ids = model.tokens(prompt)
    memory = Memory(model.shape, width, len(ids) + max_tokens)
    known = opening.shared(ids) if opening else 0
    if opening:
        memory.begin(opening.memory, known)
    logprobs = log_softmax(model.read(ids, memory, 0, known))
    first = np.exp(logprobs[0])
    if hopeless(first):
        return Likeliest([], first)
    memory.repeat(width)
    open_texts, whole = [Text((), 0.0)], list[Text]()
    for length in range(len(ids) + 1, len(ids) + max_tokens + 1):
        grown = sorted(_grown(open_texts, logprobs, allowed, model.end, width), reverse=True)
        whole += [text for _, text, ended, _ in grown[: 2 * width] if ended]
        floor = max((text.score for text in whole), default=-np.inf) - behind
        kept = [each for each in grown if not each[2] and each[0] >= floor][:width]
        if not kept or length == len(ids) + max_tokens:
            whole += [text for _, text, _, _ in kept]
            break
        open_texts = [text for _, text, _, _ in kept]
        parents = [parent for *_, parent in kept]
        filled = [*parents, *[parents[0]] * (width - len(kept))]
        memory.reorder(filled, len(ids), length)
        last = [[text.tokens[-1]] for text in open_texts]
        last += [last[0]] * (width - len(kept))
        logprobs = log_softmax(model.run(last, [length] * width, memory.of(slice(None))))
    return Likeliest(sorted(whole, key=lambda text: -text.score), first)


def _grown(
    texts: Sequence[Text],
    logprobs: NDArray[np.float32],
    allowed: Allowed,
    end: int,
    width: int,
) -> Iterator[tuple[float, Text, bool, int]]:
    """Texts with one token more: score, text, whether it is whole, and the row it grew from."""
    for row, text in enumerate(texts):
        few = allowed(text.tokens)
        if not few.size:
            yield text.score, text, True, row
        for place in np.argsort(-logprobs[row][few], kind="stable")[: width + 1]:
            token, score = int(few[place]), text.score + float(logprobs[row][few[place]])
            if token == end:
                yield score, Text(text.tokens, score), True, row
            else:
                yield score, Text((*text.tokens, token), score), False, row
