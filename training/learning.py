"""The training loop that our MiniLM networks share: texts packed once, batches cut on the GPU."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
torch.backends.cuda.enable_cudnn_sdp(False)  # it plans anew for every shape; ours differ each step


class Packed:
    """Texts, or pairs of them, as one long row of word pieces that lies on the device.

    Example: ``Packed(tokenizer.encode_batch(pairs)).batch([0, 5])`` → ids, kinds, mask
    """

    def __init__(self, encodings: Sequence[Any], longest: int = 512) -> None:
        lengths = [min(len(each.ids), longest) for each in encodings]
        flat = np.fromiter(
            (number for each, n in zip(encodings, lengths, strict=True) for number in each.ids[:n]),
            np.int32,
            sum(lengths),
        )
        firsts = [each.type_ids.count(0) for each in encodings]
        self.lengths = np.array(lengths)
        self._flat = torch.from_numpy(flat).to(DEVICE)
        self._lengths = torch.tensor(lengths, device=DEVICE)
        self._firsts = torch.tensor(firsts, device=DEVICE)
        self._starts = torch.cumsum(self._lengths, 0) - self._lengths

    def __len__(self) -> int:
        return len(self.lengths)

    def batch(self, rows: Sequence[int] | np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        """Numbers of the pieces, which text each is of, and which are there."""
        length = -(-int(self.lengths[np.asarray(rows)].max()) // 16) * 16
        chosen = torch.as_tensor(np.asarray(rows), device=DEVICE)
        places = torch.arange(length, device=DEVICE)[None]
        there = places < self._lengths[chosen][:, None]
        at = (self._starts[chosen][:, None] + places).clamp_max(len(self._flat) - 1)
        ids = torch.where(there, self._flat[at], 0).long()
        kinds = ((places >= self._firsts[chosen][:, None]) & there).long()
        return ids, kinds, there.long()


def shuffled_batches(
    lengths: np.ndarray, size: int, chance: np.random.Generator
) -> list[np.ndarray]:
    """Rows in random batches of about one length each."""
    order = chance.permutation(len(lengths))
    found: list[np.ndarray] = []
    for first in range(0, len(order), size * 50):
        part = order[first : first + size * 50]
        part = part[np.argsort(lengths[part], kind="stable")]
        found += [part[at : at + size] for at in range(0, len(part), size)]
    chance.shuffle(found)
    return found


def ordered_batches(lengths: np.ndarray, size: int) -> Iterator[np.ndarray]:
    """All rows, shortest first, for evaluation."""
    order = np.argsort(lengths, kind="stable")
    for first in range(0, len(order), size):
        yield order[first : first + size]


def train(
    model: nn.Module,
    lengths: np.ndarray,
    loss_of: Callable[[np.ndarray], Tensor],
    *,
    epochs: float,
    rate: float,
    size: int = 32,
    seed: int = 0,
    name: str = "",
    seconds: float = 1e9,
    half: bool = DEVICE == "cuda",
    keep: Callable[[], None] | None = None,
) -> None:
    """AdamW with warm-up and linear decay; ``loss_of`` gets the rows of a batch.

    The rate falls to its end within ``seconds`` if these are over before the epochs are.
    ``half`` is to compute in bf16; ``keep`` is called after every 100 steps, to save what is there.

    Example: ``train(net, packed.lengths, lambda rows: loss(*packed.batch(rows)), epochs=3, …)``
    """
    torch.manual_seed(seed)
    chance = np.random.default_rng(seed)
    plan: list[np.ndarray] = []
    for _ in range(int(np.ceil(epochs))):
        plan += shuffled_batches(lengths, size, chance)
    plan = plan[: max(1, int(len(plan) * epochs / np.ceil(epochs)))]
    parameters = [each for each in model.parameters() if each.requires_grad]
    optimizer = torch.optim.AdamW(
        [
            {"params": [each for each in parameters if each.ndim > 1], "weight_decay": 0.01},
            {"params": [each for each in parameters if each.ndim < 2], "weight_decay": 0.0},
        ],
        lr=rate,
        betas=(0.9, 0.98),
        eps=1e-6,
    )
    warm = max(1, int(0.06 * len(plan)))
    start, shown = time.time(), torch.zeros((), device=DEVICE)
    model.train()
    for step, rows in enumerate(plan):
        for group in optimizer.param_groups:
            left = 1 - max(step / len(plan), (time.time() - start) / seconds)
            group["lr"] = rate * min(1.0, (step + 1) / warm) * max(0.02, left)
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=half):
            loss = loss_of(rows)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        shown = 0.98 * shown + 0.02 * loss.detach() if step else loss.detach()
        if step % 100 == 99 and keep:
            keep()
            took = time.time() - start
            done = f"step {step + 1} of {len(plan)}"
            print(f"  [{name}] {done}, {took:.0f} s, loss {shown:.3f}", flush=True)
        if time.time() - start > seconds:
            print(f"  [{name}] stopped at step {step} of {len(plan)}: time is up", flush=True)
            break
    took = time.time() - start
    print(f"  [{name}] {len(plan)} steps, {took:.0f} s, loss {shown.item():.3f}", flush=True)
    model.eval()


def interval(values: Sequence[float], times: int = 1000, seed: int = 0) -> str:
    """A mean in percent with its 95% interval over resamplings of the values."""
    found = np.asarray(values, float)
    chance = np.random.default_rng(seed)
    means = [found[chance.integers(0, len(found), len(found))].mean() for _ in range(times)]
    low, high = np.percentile(means, [2.5, 97.5])
    return f"{100 * found.mean():.1f} ({100 * low:.1f}–{100 * high:.1f}), n={len(found):,}"
