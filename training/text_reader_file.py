"""The text reader's file: one network from numbers of word pieces to scores, a byte per weight."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from training import reading_dev
from training.exporting import TEXTS, export, quantise
from training.learning import interval
from training.reading_dev import Read
from training.span_network import SpanNetwork, onnx_run, reader_of
from training.text_reader import School

FILE = "text_reader.onnx"


class Whole(nn.Module):
    """The network with its table of word vectors."""

    def __init__(self, network: SpanNetwork) -> None:
        super().__init__()
        self.network = network
        self.words = nn.Parameter(network.encoder.words)

    def forward(self, ids: Tensor, kinds: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """As `SpanNetwork`, from the pieces' numbers."""
        found: tuple[Tensor, Tensor, Tensor] = self.network(self.words[ids], kinds, mask)
        return found


def write(network: SpanNetwork, path: Path) -> None:
    """Write the network's int8 file."""
    dynamic = dict.fromkeys(("ids", "kinds", "mask", "start", "end"), TEXTS)
    dynamic["verdict"] = {0: "texts"}
    ones = torch.ones(2, 24, dtype=torch.int64)
    inputs = {"ids": ones, "kinds": ones * 0, "mask": ones}
    with tempfile.TemporaryDirectory() as scratch:
        floats = Path(scratch) / FILE
        export(Whole(network), inputs, ["start", "end", "verdict"], floats, dynamic)
        quantise(floats, path)


def ship(network: SpanNetwork, school: School, out: Path) -> None:
    """Write the int8 network and store how its scores become chances."""
    import onnx

    write(network, out / FILE)
    print(f"{(out / FILE).stat().st_size / 1e6:.1f} MB")
    slope, offset = fitted_chance(out / FILE, school)
    model = onnx.load(out / FILE)
    onnx.helper.set_model_props(model, {"slope": f"{slope:.6f}", "offset": f"{offset:.6f}"})
    onnx.save(model, out / FILE)


def fitted_chance(path: Path, school: School) -> tuple[float, float]:
    """What makes chances of the file's scores, and its figures over each question's own passage."""
    read = remembering(reader_of(onnx_run(path), school.dev, school.dev_pairs))
    for figure, values in reading_dev.measure(read, school.dev, alone=True).items():
        print(f"RESULT int8: {figure} {interval(values)}", flush=True)
    lessons = school.dev.lessons
    own = [(row, each.gold if each.gold >= 0 else each.others[0])
           for row, each in enumerate(lessons) if each.source == "squad"]  # fmt: skip
    scores = np.array([score for _, score in read(own)])
    there = np.array([lessons[row].gold >= 0 for row, _ in own])
    slope, offset = reading_dev.fit_chance(scores, there)
    print(f"RESULT int8: chance by slope {slope:.3f} and offset {offset:.3f}", flush=True)
    return slope, offset


def remembering(read: Read) -> Read:
    """The same reader, which reads nothing twice."""
    known: dict[tuple[int, int], tuple[str, float]] = {}

    def again(chosen: Sequence[tuple[int, int]]) -> list[tuple[str, float]]:
        new = [pair for pair in dict.fromkeys(chosen) if pair not in known]
        if new:
            known.update(zip(new, read(new), strict=True))
        return [known[pair] for pair in chosen]

    return again
