"""all-mpnet-base-v2 (Apache-2.0) as the start of the text reader: its lower layers, which stay as
they are, and those above them, which learn.

    PYTHONPATH=src:. python -m training.mpnet all-mpnet-base-v2 carry/mpnet

packs what the reader needs of the official folder (`model.safetensors`, `vocab.txt`). MPNet's word
pieces are those of our MiniLM networks behind four marks of its own; its vectors are put into our
order, so that one vocabulary serves both.
"""

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.minilm import CLS, SEP, SHIPPED_WORDS, Layer

WIDTH, HEADS, INNER, LONGEST = 768, 12, 3072, 512
BUCKETS, FARTHEST = 32, 128
UNKNOWN = 100
_OPENING, _CLOSING, _UNKNOWN, _MARKS = 0, 2, 3, 4  # MPNet's own pieces, ahead of ours
_FIRST_POSITION = 2


def pack(source: Path, folder: Path) -> None:
    """Write the start weights in our order of pieces, word vectors with a byte per number."""
    from safetensors.numpy import load_file

    weights: dict[str, Any] = load_file(source / "model.safetensors")
    theirs = (source / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
    vocabulary = np.load(SHIPPED_WORDS)["vocabulary"]
    ours = bytes(vocabulary).decode().split("\n")
    assert theirs[_MARKS : _MARKS + len(ours)] == ours, "not the vocabulary that we know"
    all_words = weights.pop("embeddings.word_embeddings.weight")
    words = all_words[_MARKS : _MARKS + len(ours)].copy()
    words[[CLS, SEP, UNKNOWN]] = all_words[[_OPENING, _CLOSING, _UNKNOWN]]
    scales = np.abs(words).max(axis=1, keepdims=True) / 127 + 1e-12
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(
        folder / "word_vectors.npz",
        vocabulary=vocabulary,
        rows=np.round(words / scales).astype(np.int8),
        scales=scales.astype(np.float32),
    )
    np.savez(
        folder / "start.npz",
        **{
            name: array.astype(np.float16)
            for name, array in weights.items()
            if array.dtype.kind == "f" and "pooler" not in name
        },
    )


class Relative(nn.Module):
    """What the distance between two pieces adds to each head's attention; shared by all layers."""

    by_distance: Tensor

    def __init__(self, weights: NDArray[Any]) -> None:
        super().__init__()
        far = [bucket(distance) for distance in range(-LONGEST + 1, LONGEST)]
        self.register_buffer("by_distance", torch.from_numpy(weights.astype(np.float32)[far]))

    def forward(self, places: Tensor) -> Tensor:
        """[1, heads, pieces, pieces]"""
        distances = places[None, :] - places[:, None] + LONGEST - 1
        return self.by_distance[distances].permute(2, 0, 1)[None]


def bucket(distance: int) -> int:
    """Which of the learnt numbers stands for a distance: near ones have one each.

    Example: ``bucket(-3), bucket(3), bucket(100)`` → ``3, 19, 31``
    """
    half, exact = BUCKETS // 2, BUCKETS // 4
    away = abs(distance)
    if away >= exact:
        share = math.log(away / exact) / math.log(FARTHEST / exact)
        away = min(exact + int(share * (half - exact)), half - 1)
    return away + (half if distance > 0 else 0)


class MPNet(nn.Module):
    """Hidden states of word pieces by the lowest ``layers`` layers; the first ``frozen`` are fixed.

    Example: ``MPNet(Path("carry/mpnet"), 8, 4).encode(words, kinds, mask)`` → [texts, pieces, 768]
    """

    words: Tensor

    def __init__(self, folder: Path, layers: int, frozen: int) -> None:
        super().__init__()
        packed = np.load(folder / "word_vectors.npz")
        table = packed["rows"].astype(np.float32) * packed["scales"]
        self.register_buffer("words", torch.from_numpy(table), persistent=False)
        weights = dict(np.load(folder / "start.npz"))
        self.relative = Relative(weights["encoder.relative_attention_bias.weight"])
        self.positions = nn.Embedding(LONGEST, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-5)
        self.layers = nn.ModuleList([Layer(WIDTH, HEADS, INNER, 1e-5) for _ in range(layers)])
        self.frozen = frozen
        self._start(weights)
        for part in (self.positions, self.norm, *self.layers[:frozen]):
            part.requires_grad_(False)

    def _start(self, weights: dict[str, Any]) -> None:
        positions = "embeddings.position_embeddings.weight"
        weights[positions] = weights[positions][_FIRST_POSITION:]
        names = {"positions": "embeddings.position_embeddings", "norm": "embeddings.LayerNorm"}
        for number in range(len(self.layers)):
            theirs = f"encoder.layer.{number}"
            names |= {
                f"layers.{number}.query": f"{theirs}.attention.attn.q",
                f"layers.{number}.key": f"{theirs}.attention.attn.k",
                f"layers.{number}.value": f"{theirs}.attention.attn.v",
                f"layers.{number}.mixed": f"{theirs}.attention.attn.o",
                f"layers.{number}.norm1": f"{theirs}.attention.LayerNorm",
                f"layers.{number}.widened": f"{theirs}.intermediate.dense",
                f"layers.{number}.narrowed": f"{theirs}.output.dense",
                f"layers.{number}.norm2": f"{theirs}.output.LayerNorm",
            }
        state = {"relative.by_distance": self.relative.by_distance}
        for name in self.state_dict().keys() - state.keys():
            module, _, part = name.rpartition(".")
            state[name] = torch.from_numpy(weights[f"{names[module]}.{part}"].astype(np.float32))
        self.load_state_dict(state)

    def encode(self, words: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """From the pieces' vectors; MPNet does not tell question and passage apart by itself."""
        return self.upper(self.lower(words, mask), mask)

    def lower(self, words: Tensor, mask: Tensor) -> Tensor:
        """What the fixed layers make of the pieces: the same in every epoch."""
        x = self.norm(words + self.positions(torch.arange(words.shape[1])))
        return self._through(self.layers[: self.frozen], x, mask)

    def upper(self, x: Tensor, mask: Tensor) -> Tensor:
        """What the learning layers make of it."""
        return self._through(self.layers[self.frozen :], x, mask)

    def _through(self, layers: Any, x: Tensor, mask: Tensor) -> Tensor:
        hidden = (1 - mask[:, None, None, :].float()) * -10000.0
        hidden = hidden + self.relative(torch.arange(x.shape[1]))
        for layer in layers:
            x = layer(x, hidden)
        return x


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("folder", type=Path)
    chosen = parser.parse_args()
    pack(chosen.source, chosen.folder)
