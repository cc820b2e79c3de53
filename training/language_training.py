"""Training the language model on prompts and their replies.

train(model, [Stage(examples)], Schedule(rate=1e-3), deadline)
"""

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.language_torch import END, LanguageModel, device


@dataclass
class Example:
    """Token ids; the loss counts those from ``start`` on."""

    ids: list[int]
    start: int


@dataclass
class Stage:
    """Examples to go through once."""

    examples: list[Example]
    tokens: int = 8192  # in a batch, padding included


@dataclass
class Schedule:
    """How to train: the rate falls in a line to zero over the steps, or over the time allowed."""

    rate: float
    warm_up: float = 0.05
    decay: float = 0.01
    seed: int = 0


def train(model: LanguageModel, stages: Sequence[Stage], how: Schedule, deadline: float) -> str:
    """Train on each stage once, in order; stops with the rate at zero when time is up."""
    rng = random.Random(how.seed)
    torch.manual_seed(how.seed)
    learnt = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(
        learnt, lr=how.rate, betas=(0.9, 0.98), weight_decay=how.decay, fused=device() == "cuda"
    )
    batches = [batch for stage in stages for batch in _batches(stage.examples, stage.tokens, rng)]
    mixed = device() == "cuda" and model.words.weight.dtype == torch.float32
    began, losses, done = time.time(), [], 0
    for step, batch in enumerate(batches):
        spent = max(step / len(batches), (time.time() - began) / max(deadline - began, 1e-9))
        if spent >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = how.rate * min(1.0, spent / how.warm_up + 1e-3) * (1 - spent)
        ids, rows, columns, targets = (each.to(device(), non_blocking=True) for each in batch)
        with torch.autocast(device(), torch.bfloat16, enabled=mixed):
            scores = model.scores(model(ids)[rows, columns])
        loss = functional.cross_entropy(scores, targets)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(learnt, 1.0)
        optimizer.step()
        losses.append(loss.detach())
        done = step + 1
    if not losses:
        return "no time for a single step"
    values = torch.stack(losses).tolist()
    del optimizer, loss, scores
    torch.cuda.empty_cache()  # other processes share the GPU
    edge = max(1, len(values) // 20)
    return (
        f"{done}/{len(batches)} steps in {time.time() - began:.0f} s, "
        f"loss {np.mean(values[:edge]):.3f} -> {np.mean(values[-edge:]):.3f}"
    )


def _batches(examples: list[Example], tokens: int, rng: random.Random) -> list[list[Tensor]]:
    """Shuffled batches of like lengths: ids, and the rows, columns and words to be predicted."""
    order = list(range(len(examples)))
    rng.shuffle(order)
    found = []
    for first in range(0, len(order), 2048):
        window = sorted(order[first : first + 2048], key=lambda each: len(examples[each].ids))
        found += [_collate(batch) for batch in _cut(examples, window, tokens)]
    rng.shuffle(found)
    return found


def _cut(examples: list[Example], window: list[int], tokens: int) -> Iterator[list[Example]]:
    batch: list[Example] = []
    for number in window:
        example = examples[number]
        if batch and (len(batch) + 1) * len(example.ids) > tokens:
            yield batch
            batch = []
        batch.append(example)
    if batch:
        yield batch


def _collate(batch: list[Example]) -> list[Tensor]:
    longest = -(-max(len(each.ids) for each in batch) // 8) * 8
    ids = np.full((len(batch), longest), END)
    rows: list[int] = []
    columns: list[int] = []
    targets: list[int] = []
    for row, each in enumerate(batch):
        ids[row, : len(each.ids)] = each.ids
        count = len(each.ids) - each.start
        rows += [row] * count
        columns += range(each.start - 1, len(each.ids) - 1)
        targets += each.ids[each.start :]
    return [torch.from_numpy(ids), *(torch.tensor(each) for each in (rows, columns, targets))]
