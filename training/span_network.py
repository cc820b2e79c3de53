"""The network behind the fast text reader: what it computes, learns by and reads with."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.learning import DEVICE, ordered_batches
from training.minilm import WIDTH, MiniLM
from training.reading_dev import Read
from training.reading_lessons import Lessons
from training.reading_pairs import Pairs

LONGEST_SPAN = 30  # pieces
SIZE = 256 if DEVICE == "cuda" else 8  # pairs read at a time


class SpanNetwork(nn.Module):
    """Scores of each piece as an answer's first and last, and of no answer, yes and no.

    All of them share one softmax; the last three count for both ends.
    """

    def __init__(self, start: Path) -> None:
        super().__init__()
        self.encoder = MiniLM(start)
        self.edges = nn.Linear(WIDTH, 2)
        self.verdict = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 3))

    def forward(self, words: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """start and end [texts, pieces], verdict [texts, 3]; far below 0 outside the passage."""
        hidden = self.encoder.encode(words, kinds, mask)
        edges = self.edges(hidden).float()
        inside = kinds * mask
        inside = inside * functional.pad(inside[:, 1:], (0, 1))  # without the closing mark
        outside = (1 - inside).float() * -10000.0
        verdict = self.verdict(hidden[:, 0]).float()
        return edges[..., 0] + outside, edges[..., 1] + outside, verdict


class Losses:
    """What a network gets wrong about some lessons: each is read over ``size`` passages.

    ``shared`` is the weight of the softmax over a whole group, beside one softmax per passage.
    """

    def __init__(
        self, network: SpanNetwork, pairs: Pairs, size: int, shared: float, seed: int
    ) -> None:
        self._network, self._pairs = network, pairs
        self._size, self._shared = size, shared
        self._chance = np.random.default_rng(seed)
        on = {"device": DEVICE}
        self._targets = [torch.as_tensor(each, **on) for each in (pairs.starts, pairs.ends)]
        self._verdicts = torch.as_tensor(pairs.verdicts, **on)
        self._questions = torch.as_tensor(pairs.questions.lengths, **on)

    def __call__(self, rows: NDArray[Any]) -> Tensor:
        """The mean loss of a batch of lessons."""
        size = self._size
        members = self._pairs.groups(rows, size, self._chance)
        batch = self._pairs.batch(np.repeat(rows, size), members.ravel())
        words = self._network.encoder.words[batch[0]]
        start, end, verdict = self._network(words, batch[1], batch[2])
        chosen = torch.as_tensor(rows, device=DEVICE)
        total = torch.zeros((), device=DEVICE)
        for scores, targets in ((start, self._targets[0]), (end, self._targets[1])):
            scores = torch.cat([verdict, scores], 1).unflatten(0, (len(rows), size))
            total = total + self._loss(scores, self._right(chosen, targets, scores.shape[-1]))
        return total / 2

    def _right(self, rows: Tensor, targets: Tensor, width: int) -> Tensor:
        """Which scores of each lesson's first passage are right: [lessons, scores]."""
        pieces = targets[rows]
        columns = torch.where(pieces >= 0, pieces + self._questions[rows][:, None] + 2 + 3, width)
        right = torch.zeros(len(rows), width + 1, dtype=torch.bool, device=DEVICE)
        right.scatter_(1, columns, True)
        verdicts = self._verdicts[rows]
        right[:, :3] |= functional.one_hot(verdicts, 4)[:, 1:].bool()
        return right[:, :width]

    def _loss(self, scores: Tensor, right: Tensor) -> Tensor:
        first = _unlikely(scores[:, 0], right)
        rest = scores[:, 1:].logsumexp(-1) - scores[:, 1:, 0]  # the others hold no answer
        loss = first.mean() + rest.mean()
        if self._shared:
            here = (scores - scores[..., :1])[..., 1:]  # against each passage's own "no answer"
            nothing = torch.zeros_like(here[:, 0, :1])
            whole = torch.cat([nothing, here.flatten(1)], 1)
            others = torch.zeros_like(here[:, 1:], dtype=torch.bool).flatten(1)
            loss = loss + self._shared * _unlikely(whole, torch.cat([right, others], 1)).mean()
        return loss


def _unlikely(scores: Tensor, right: Tensor) -> Tensor:
    """Minus the logarithm of the right ones' share of the softmax."""
    return scores.logsumexp(-1) - scores.masked_fill(~right, -1e9).logsumexp(-1)


Run = Callable[[Tensor, Tensor, Tensor], Sequence[Any]]  # ids, kinds, mask → start, end, verdict


def reader_of(run: Run, lessons: Lessons, pairs: Pairs, size: int = SIZE) -> Read:
    """Reads pairs of lesson and passage with a network."""

    def read(chosen: Sequence[tuple[int, int]]) -> list[tuple[str, float]]:
        rows = np.array(chosen)
        lengths = pairs.questions.lengths[rows[:, 0]] + pairs.passages.lengths[rows[:, 1]]
        found: list[tuple[str, float]] = [("", 0.0)] * len(rows)
        for batch in ordered_batches(lengths, size):
            inputs = pairs.batch(rows[batch, 0], rows[batch, 1])
            start, end, verdict = (np.asarray(each, np.float32) for each in run(*inputs))
            firsts, lasts, spans = best_spans(start, end)
            for place, row in enumerate(batch):
                lesson, passage = rows[row]
                nothing, yes, no = 2 * verdict[place]
                score = spans[place]
                if max(yes, no) > score:
                    found[row] = ("yes" if yes > no else "no", float(max(yes, no) - nothing))
                    continue
                before = pairs.questions.lengths[lesson] + 2
                offsets = pairs.passages.offsets[passage]
                first, last = offsets[firsts[place] - before], offsets[lasts[place] - before]
                text = lessons.passages[passage][first[0] : last[1]]
                found[row] = (text, float(score - nothing))
        return found

    return read


def best_spans(start: NDArray[Any], end: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """First piece, last piece and score of each text's best span."""
    best = np.full(len(start), -np.inf, np.float32)
    firsts, lasts = np.zeros(len(start), int), np.zeros(len(start), int)
    for width in range(min(LONGEST_SPAN, start.shape[1])):
        scores = start[:, : start.shape[1] - width] + end[:, width:]
        at = scores.argmax(1)
        value = scores[np.arange(len(at)), at]
        better = value > best
        best, firsts = np.where(better, value, best), np.where(better, at, firsts)
        lasts = np.where(better, at + width, lasts)
    return firsts, lasts, best


def torch_run(network: SpanNetwork) -> Run:
    """A network in training."""

    def run(ids: Tensor, kinds: Tensor, mask: Tensor) -> Sequence[Any]:
        with (
            torch.no_grad(),
            torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"),
        ):
            found = network(network.encoder.words[ids], kinds, mask)
        return [each.float().cpu() for each in found]

    return run


def onnx_run(path: Path, words: Tensor) -> Run:
    """The file that ships."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    table = words.float().cpu().numpy()

    def run(*batch: Tensor) -> Sequence[Any]:
        ids, kinds, mask = (each.cpu().numpy() for each in batch)
        found: Sequence[Any] = session.run(
            None, {"words": table[ids], "kinds": kinds, "mask": mask}
        )
        return found

    return run
