"""The networks that learn question types: MiniLM, and SmolLM2 as one more teacher of it."""

import lzma
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from training.minilm import MiniLM, mean_of

OUTER = ("none", "Compose", "Compare", "Intersect")
HOPS = ("none", "TextQ", "TableQ", "ImageQ", "ImageListQ", "Compose")
PARTS = (len(OUTER), len(HOPS), len(HOPS))


class Typer(nn.Module):
    """Scores of the types from the first piece's state and the mean; the parts help to learn."""

    def __init__(self, folder: Path, types: int) -> None:
        super().__init__()
        self.body = MiniLM(folder)
        self.drop = nn.Dropout(0.1)
        self.flat = nn.Linear(2 * 384, types)
        self.parts = nn.Linear(2 * 384, sum(PARTS))

    def seen(self, hidden: Tensor, mask: Tensor) -> Tensor:
        """What the heads look at."""
        return self.drop(torch.cat([hidden[:, 0], mean_of(hidden, mask)], -1))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        state = self.seen(self.body(ids, kinds, mask), mask)
        return self.flat(state).float(), self.parts(state).float()


class LanguageTyper(nn.Module):
    """SmolLM2 with a low-rank addition; the heads look at the last word's state and the mean."""

    def __init__(self, keep: Path, types: int, rank: int = 16) -> None:
        super().__init__()
        from training.language_torch import WIDTH, LanguageModel
        from training.language_weights import load_base

        self.body = LanguageModel.of(load_base(keep))
        self.body.adapt(rank)
        self.drop = nn.Dropout(0.1)
        self.flat = nn.Linear(2 * WIDTH, types)
        self.parts = nn.Linear(2 * WIDTH, sum(PARTS))

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.body(ids)
        last = hidden[torch.arange(len(ids), device=ids.device), mask.sum(1) - 1]
        state = self.drop(torch.cat([last, mean_of(hidden, mask)], -1))
        return self.flat(state).float(), self.parts(state).float()


def language_tokenizer(keep: Path) -> Any:
    """SmolLM2's, as `training.language_model gather` left it."""
    from tokenizers import Tokenizer

    (packed,) = sorted(keep.rglob("tokenizer.json.xz"))[:1]
    return Tokenizer.from_str(lzma.decompress(packed.read_bytes()).decode())


class Shipped(nn.Module):
    """As the runtime runs it: chances at the right temperature, from word vectors."""

    def __init__(self, model: Typer, temperature: float) -> None:
        super().__init__()
        self.model, self.temperature = model, temperature

    def forward(self, words: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        hidden = self.model.body.encode(words, kinds, mask)
        return torch.softmax(self.model.flat(self.model.seen(hidden, mask)) / self.temperature, -1)
