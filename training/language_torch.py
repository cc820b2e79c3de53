"""SmolLM2-135M in torch: the network, low-rank adapters, training, and writing with a cache.

state = load_base(keep)
model = LanguageModel.of(state)
model.adapt(rank=32)
train(model, [Stage(examples)], Schedule(rate=1e-3), deadline)
write(model, prompts, Writing(length=20))
"""

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.language_weights import HEAD, HEADS, KEY_HEADS, MATRICES, Adapter

WIDTH, HIDDEN, WORDS, CONTEXT = 576, 1536, 49152, 1024
END = 2  # <|im_end|>
LORA_SCALE = 2.0
Cache = list[tuple[Tensor, Tensor]]


def device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


class Matrix(nn.Module):
    """A linear map that may carry a low-rank addition."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(outputs, inputs))
        self.a: nn.Parameter | None = None
        self.b: nn.Parameter | None = None

    def adapt(self, rank: int) -> None:
        outputs, inputs = self.weight.shape
        where = self.weight.device
        self.a = nn.Parameter(torch.randn(rank, inputs, device=where) / math.sqrt(inputs))
        self.b = nn.Parameter(torch.zeros(outputs, rank, device=where))

    def forward(self, x: Tensor) -> Tensor:
        y = functional.linear(x, self.weight)
        if self.a is None or self.b is None:
            return y
        low = functional.linear(x, self.a.to(x.dtype)).flatten(0, -2)
        full = torch.addmm(y.flatten(0, -2), low, self.b.to(x.dtype).t(), alpha=LORA_SCALE)
        return full.view(y.shape)


class Block(nn.Module):
    """Attention, then a gated map; three query heads share a key head."""

    def __init__(self) -> None:
        super().__init__()
        self.norm_in = nn.Parameter(torch.empty(WIDTH))
        self.norm_mid = nn.Parameter(torch.empty(WIDTH))
        self.q, self.o = Matrix(WIDTH, WIDTH), Matrix(WIDTH, WIDTH)
        self.k, self.v = (Matrix(WIDTH, KEY_HEADS * HEAD) for _ in range(2))
        self.gate, self.up = (Matrix(WIDTH, HIDDEN) for _ in range(2))
        self.down = Matrix(HIDDEN, WIDTH)

    def forward(
        self,
        x: Tensor,
        turn: tuple[Tensor, Tensor],
        cache: tuple[Tensor, Tensor] | None = None,
        place: Tensor | None = None,
        seen: Tensor | None = None,
    ) -> Tensor:
        rows, length, _ = x.shape
        h = _norm(x, self.norm_in)
        q = _rotate(self.q(h).view(rows, length, HEADS, HEAD).transpose(1, 2), turn)
        k = _rotate(self.k(h).view(rows, length, KEY_HEADS, HEAD).transpose(1, 2), turn)
        v = self.v(h).view(rows, length, KEY_HEADS, HEAD).transpose(1, 2)
        if place is None or cache is None:
            if cache is not None:
                cache[0][:, :, :length] = k
                cache[1][:, :, :length] = v
            mixed = functional.scaled_dot_product_attention(
                q, k, v, is_causal=True, enable_gqa=True
            )
            mixed = mixed.transpose(1, 2)
        else:
            every = torch.arange(rows, device=x.device)
            cache[0][every, :, place] = k[:, :, 0]
            cache[1][every, :, place] = v[:, :, 0]
            grouped = q.reshape(rows, KEY_HEADS, HEADS // KEY_HEADS, HEAD)
            mixed = functional.scaled_dot_product_attention(
                grouped, cache[0], cache[1], attn_mask=seen
            )
        x = x + self.o(mixed.reshape(rows, length, WIDTH))
        h = _norm(x, self.norm_mid)
        out: Tensor = x + self.down(functional.silu(self.gate(h)) * self.up(h))
        return out


class LanguageModel(nn.Module):
    """The whole network; the word vectors also score the next word."""

    cosine: Tensor
    sine: Tensor

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.blocks = nn.ModuleList(Block() for _ in range(layers))
        self.norm_out = nn.Parameter(torch.empty(WIDTH))

    @classmethod
    def of(cls, state: dict[str, Tensor], dtype: torch.dtype | None = None) -> "LanguageModel":
        """A model with this state, on the GPU where there is one."""
        with torch.device("meta"):
            model = cls(sum(key.endswith("norm_in") for key in state))
        copy = {key: value.to(device(), dtype, copy=True) for key, value in state.items()}
        model.load_state_dict(copy, assign=True)
        speeds = 100_000.0 ** (-torch.arange(0, HEAD, 2, device=device()) / HEAD)
        angles = torch.arange(CONTEXT, device=device())[:, None] * speeds
        angles = torch.cat([angles, angles], -1)
        model.register_buffer("cosine", angles.cos().to(dtype), False)
        model.register_buffer("sine", angles.sin().to(dtype), False)
        return model

    def adapt(self, rank: int) -> None:
        """Freeze the base and learn a low-rank addition to every matrix."""
        self.requires_grad_(False)
        for module in self.modules():
            if isinstance(module, Matrix):
                module.adapt(rank)

    def adapter(self) -> Adapter:
        """What was learnt, with the scale folded into b."""
        found: Adapter = {}
        for layer, block in enumerate(self.blocks):
            for name in MATRICES:
                matrix = getattr(block, name)
                found[f"{layer}.{name}"] = (matrix.a.detach(), matrix.b.detach() * LORA_SCALE)
        return found

    def forward(
        self, ids: Tensor, cache: Cache | None = None, place: Tensor | None = None,
        seen: Tensor | None = None,
    ) -> Tensor:  # fmt: skip
        """The last layer's output; with ``place``, of one further word a row."""
        x = self.words(ids)
        if place is None:
            turn = self.cosine[: ids.shape[1]], self.sine[: ids.shape[1]]
        else:
            turn = self.cosine[place][:, None, None], self.sine[place][:, None, None]
        for number, block in enumerate(self.blocks):
            x = block(x, turn, cache[number] if cache else None, place, seen)
        return _norm(x, self.norm_out)

    def scores(self, hidden: Tensor) -> Tensor:
        """Scores of every next word."""
        return functional.linear(hidden, self.words.weight).float()


def _norm(x: Tensor, weight: Tensor) -> Tensor:
    return functional.rms_norm(x, (WIDTH,), weight.to(x.dtype), 1e-5)


def _rotate(x: Tensor, turn: tuple[Tensor, Tensor]) -> Tensor:
    left, right = x.chunk(2, -1)
    return (x * turn[0] + torch.cat([-right, left], -1) * turn[1]).to(x.dtype)


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
