"""SmolLM2-135M in torch, with low-rank adapters: the network alone.

model = LanguageModel.of(load_base(keep))
model.adapt(rank=32)
hidden = model(ids)
"""

import math

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
