"""Letting the language model write, many prompts side by side, with a cache.

write(model, prompts, Writing(length=20))
"""

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.language_torch import END, Cache, LanguageModel
from training.language_weights import HEAD, HEADS, KEY_HEADS


@dataclass
class Written:
    """What the model wrote, how likely it was, and how likely ``watched`` came first."""

    ids: list[int]
    log_probability: float
    watched: float


@dataclass
class Writing:
    """How to write: the likeliest word (``top_p`` 0) or one drawn from the likeliest ones."""

    length: int
    top_p: float = 0.0
    samples: int = 1  # of each prompt
    watched: int = END
    not_first: tuple[int, ...] = ()
    batch: int = 512


@torch.no_grad()  # type: ignore[untyped-decorator]
def write(
    model: LanguageModel, prompts: Sequence[list[int]], how: Writing, deadline: float = math.inf
) -> list[list[Written]]:
    """Continue every prompt ``samples`` times; prompts left when time is up get no text."""
    model.eval()
    found: list[list[Written]] = [[] for _ in prompts]
    order = sorted(range(len(prompts)), key=lambda each: -len(prompts[each]))
    batches = [order[first : first + how.batch] for first in range(0, len(order), how.batch)]
    random.Random(0).shuffle(batches)
    for batch in batches:
        if time.time() > deadline:
            break
        for number, written in zip(
            batch, _write_batch(model, [prompts[each] for each in batch], how), strict=True
        ):
            found[number] = written
    return found


def _write_batch(
    model: LanguageModel, prompts: list[list[int]], how: Writing
) -> list[list[Written]]:
    where, dtype = model.words.weight.device, model.words.weight.dtype
    lengths = torch.tensor([len(each) for each in prompts], device=where)
    longest = max(len(each) for each in prompts)
    ids = np.full((len(prompts), longest), END)
    for row, each in enumerate(prompts):
        ids[row, : len(each)] = each
    room = -(-(longest + how.length) // 16) * 16
    shape = len(prompts), KEY_HEADS, room, HEAD
    cache = [
        (
            torch.zeros(shape, device=where, dtype=dtype),
            torch.zeros(shape, device=where, dtype=dtype),
        )
        for _ in model.blocks
    ]
    hidden = model(torch.from_numpy(ids).to(where), cache)
    scores = model.scores(hidden[torch.arange(len(prompts), device=where), lengths - 1])
    watched = scores.softmax(-1)[:, how.watched].tolist()
    scores[:, list(how.not_first)] = -math.inf
    if how.samples > 1:
        scores = scores.repeat_interleave(how.samples, 0)
        lengths = lengths.repeat_interleave(how.samples, 0)
        for number, (keys, values) in enumerate(cache):
            cache[number] = (
                keys.repeat_interleave(how.samples, 0), values.repeat_interleave(how.samples, 0),
            )  # fmt: skip
    words, log_probabilities = _continue(model, cache, scores, lengths, how)
    texts = [_until_end(row) for row in words.tolist()]
    sums = log_probabilities.tolist()
    return [
        [
            Written(texts[place], sums[place], watched[row])
            for place in range(row * how.samples, (row + 1) * how.samples)
        ]
        for row in range(len(prompts))
    ]


def _continue(
    model: LanguageModel, cache: Cache, scores: Tensor, lengths: Tensor, how: Writing
) -> tuple[Tensor, Tensor]:
    rows, room = len(lengths), cache[0][0].shape[2]
    places = torch.arange(room, device=lengths.device)
    done = torch.zeros(rows, dtype=torch.bool, device=lengths.device)
    total = torch.zeros(rows, device=lengths.device)
    words: list[Tensor] = []
    for step in range(how.length):
        logs = scores.log_softmax(-1)
        word = _draw(logs, how.top_p) if how.top_p else logs.argmax(-1)
        total += torch.where(done, 0.0, logs.gather(1, word[:, None])[:, 0])
        words.append(torch.where(done, END, word))
        done |= word == END
        if step == how.length - 1 or (step % 4 == 3 and bool(done.all())):
            break
        place = lengths + step
        seen = (places <= place[:, None])[:, None, None]
        seen = seen.expand(-1, -1, HEADS // KEY_HEADS, -1)
        scores = model.scores(model(words[-1][:, None], cache, place, seen)[:, 0])
    return torch.stack(words, 1), total


def _draw(logs: Tensor, top_p: float) -> Tensor:
    """A word from the fewest likely ones that together reach ``top_p`` (of at most 64)."""
    best, words = logs.topk(64)
    chances = best.exp()
    before = chances.cumsum(-1) - chances
    chances[before > top_p] = 0
    return words.gather(1, torch.multinomial(chances, 1))[:, 0]


def _until_end(ids: list[int]) -> list[int]:
    return ids[: ids.index(END)] if END in ids else ids
