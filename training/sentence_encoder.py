"""The sentence encoder: MiniLM as it is, its mean hidden state as an int8 network.

    PYTHONPATH=src:. python -m training.sentence_encoder carry/minilm

writes the shipped file and measures it against float32 on HotpotQA and MuSiQue paragraphs.
"""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from manyhop.models.embedded._sentence_encoder import FILE, SentenceEncoder
from manyhop.models.embedded._weights import FOLDER
from training import static_texts
from training.exporting import TEXTS, export, quantise, text_inputs
from training.learning import interval
from training.minilm import MiniLM, mean_of


class SentenceNetwork(nn.Module):
    """Word vectors in, one unit vector per text out."""

    def __init__(self, start: Path) -> None:
        super().__init__()
        self.encoder = MiniLM(start)

    def forward(self, words: Tensor, kinds: Tensor, mask: Tensor) -> Tensor:
        """[texts, pieces, 384] → [texts, 384]."""
        hidden = self.encoder.encode(words, kinds, mask)
        return functional.normalize(mean_of(hidden, mask), dim=-1)


def write(start: Path, path: Path, floats: Path) -> None:
    """The network with float32 weights and with a byte per weight."""
    torch.manual_seed(0)
    dynamic = {"words": TEXTS, "kinds": TEXTS, "mask": TEXTS, "vectors": {0: "texts"}}
    export(SentenceNetwork(start), text_inputs(), ["vectors"], floats, dynamic)
    quantise(floats, path)


def reciprocal_ranks(encoder: SentenceEncoder, asked: static_texts.Retrieval) -> list[float]:
    """1/rank of the best right passage of each question, 0 beyond the tenth."""
    scores = encoder.encode(asked.questions) @ encoder.encode(asked.passages).T
    best: Any = np.argsort(-scores, axis=1, kind="stable")[:, :10]
    found = []
    for row, right in zip(best, asked.gold, strict=True):
        places = np.flatnonzero(np.isin(row, right))
        found.append(1 / (places[0] + 1) if len(places) else 0.0)
    return found


def measure(data: Path, folders: Sequence[Path], most: int) -> None:
    """MRR@10 with each folder's weights, over the first ``most`` questions and their passages."""
    asked = static_texts.multihop(data)
    questions, gold = asked.questions[:most], asked.gold[:most]
    named = {place for right in gold for place in right}
    kept = sorted(named | set(range(0, len(asked.passages), 1 if most > 200 else 4)))
    number = {old: new for new, old in enumerate(kept)}
    smaller = static_texts.Retrieval(
        questions,
        [asked.passages[old] for old in kept],
        [[number[old] for old in right] for right in gold],
    )
    for folder in folders:
        encoder = SentenceEncoder.load(folder)
        ranks = reciprocal_ranks(encoder, smaller)
        print(f"RESULT {folder.name} MRR@10 {interval(ranks)}, {len(kept):,} passages", flush=True)


def main() -> None:
    """Export and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("start", type=Path, help="packed start weights, of training.minilm")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--questions", type=int, default=200, help="how many to measure on")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        floats = Path(scratch) / "float32"
        write(given.start, given.out / FILE, floats / FILE)
        print(f"{FILE}: {(given.out / FILE).stat().st_size / 1e6:.1f} MB")
        measure(given.data, [floats, given.out], given.questions)


if __name__ == "__main__":
    main()
