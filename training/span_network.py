"""The network behind the fast text reader: what it computes, learns by and reads with."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from manyhop.models.embedded._weights import open_session
from training.learning import DEVICE, ordered_batches
from training.mpnet import WIDTH, MPNet
from training.reading_dev import Read
from training.reading_lessons import Lessons
from training.reading_pairs import Pairs

LONGEST_SPAN = 30  # pieces
SIZE = 256 if DEVICE == "cuda" else 16  # pairs read at a time


class SpanNetwork(nn.Module):
    """Scores of each piece as an answer's first and last, and of no answer, yes and no.

    All of them share one softmax; the last three count for both ends.
    """

    def __init__(self, start: Path, layers: int, frozen: int) -> None:
        super().__init__()
        self.encoder = MPNet(start, layers, frozen)
        self.edges = nn.Linear(WIDTH, 2)
        self.verdict = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 3))

    def forward(self, words: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """start and end [texts, pieces], verdict [texts, 3]; far below 0 outside the passage."""
        return self.judged(self.encoder.encode(words, kinds, mask), kinds, mask)

    def judged(self, hidden: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The same from what the encoder made of the pieces."""
        edges = self.edges(hidden).float()
        inside = kinds * mask
        inside = inside * functional.pad(inside[:, 1:], (0, 1))  # without the closing mark
        outside = (1 - inside).float() * -10000.0
        verdict = self.verdict(hidden[:, 0]).float()
        return edges[..., 0] + outside, edges[..., 1] + outside, verdict


class Losses:
    """What a network gets wrong about pairs of a lesson and a passage.

    A passage other than the lesson's first holds no answer. The fixed layers run once for each
    pair, before anything is learnt: what they give is kept in half precision.
    """

    def __init__(
        self, network: SpanNetwork, pairs: Pairs, chosen: Sequence[tuple[int, int]]
    ) -> None:
        self._network, self._pairs = network, pairs
        self._rows = np.array(chosen)
        lessons, passages = self._rows.T
        self._own = passages == pairs.members[lessons, 0]
        self.lengths = pairs.questions.lengths[lessons] + pairs.passages.lengths[passages]
        self._kept: list[Tensor] = [torch.empty(0)] * len(self._rows)
        network.eval()
        with torch.no_grad(), torch.autocast(DEVICE, dtype=torch.bfloat16):
            for batch in ordered_batches(self.lengths, SIZE):
                ids, _, mask = self._batch(batch)
                found = network.encoder.lower(network.encoder.words[ids], mask).bfloat16()
                for place, row in enumerate(batch):
                    self._kept[row] = found[place, : int(mask[place].sum())].clone()

    def __call__(self, rows: NDArray[Any]) -> Tensor:
        """The mean loss of a batch of pairs."""
        _, kinds, mask = self._batch(rows)
        kept = nn.utils.rnn.pad_sequence([self._kept[row] for row in rows], batch_first=True)
        kept = functional.pad(kept, (0, 0, 0, mask.shape[1] - kept.shape[1])).float()
        start, end, verdict = self._network.judged(
            self._network.encoder.upper(kept, mask), kinds, mask
        )
        total = torch.zeros((), device=DEVICE)
        for scores, targets in ((start, self._pairs.starts), (end, self._pairs.ends)):
            scores = torch.cat([verdict, scores], 1)
            total = total + _unlikely(scores, self._right(rows, targets, scores.shape[1])).mean()
        return total / 2

    def _batch(self, rows: NDArray[Any]) -> tuple[Tensor, Tensor, Tensor]:
        return self._pairs.batch(self._rows[rows, 0], self._rows[rows, 1])

    def _right(self, rows: NDArray[Any], targets: NDArray[Any], width: int) -> Tensor:
        """Which scores of each pair are right: no answer, yes, no, then the pieces."""
        right = np.zeros((len(rows), width), bool)
        for place, row in enumerate(rows):
            lesson = self._rows[row, 0]
            verdict = self._pairs.verdicts[lesson] if self._own[row] else 1
            if verdict:
                right[place, verdict - 1] = True
                continue
            pieces = targets[lesson][targets[lesson] >= 0]
            right[place, pieces + self._pairs.questions.lengths[lesson] + 2 + 3] = True
        return torch.from_numpy(right).to(DEVICE)


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
        with torch.no_grad(), torch.autocast(DEVICE, dtype=torch.bfloat16):
            found = network(network.encoder.words[ids], kinds, mask)
        return [each.float().cpu() for each in found]

    return run


def onnx_run(path: Path) -> Run:
    """The file that ships."""
    session = open_session(path.name, path.parent)

    def run(*batch: Tensor) -> Sequence[Any]:
        ids, kinds, mask = (each.cpu().numpy() for each in batch)
        found: Sequence[Any] = session.run(None, {"ids": ids, "kinds": kinds, "mask": mask})
        return found

    return run
