"""The row reader's trained network as files: half precision to keep, int8 ONNX to ship."""

from pathlib import Path

import torch
from torch import Tensor

from training.exporting import export, quantise
from training.minilm import WIDTH
from training.row_network import FEATURES, RowNetwork

NAME = "table_reader"


def export_float(network: RowNetwork, path: Path) -> None:
    """Write the network for one table as float32 ONNX."""
    rows, pieces, columns = 5, 24, 3
    inputs = {
        "words": torch.randn(rows, pieces, WIDTH) * 0.05,
        "kinds": torch.zeros(rows, pieces, dtype=torch.int64),
        "mask": torch.ones(rows, pieces, dtype=torch.int64),
        "cells": torch.randint(0, columns + 1, (rows, pieces)),
        "features": torch.randint(0, 3, (rows, columns, FEATURES)),
        "places": torch.arange(rows),
        "height": torch.tensor([rows]),
    }
    by_piece = {0: "rows", 1: "pieces"}
    dynamic = dict.fromkeys(("words", "kinds", "mask", "cells"), by_piece)
    dynamic |= {name: {0: "rows", 1: "columns"} for name in ("features", "picked")}
    dynamic |= {name: {0: "rows"} for name in ("places", "chosen")}
    export(network, inputs, ["picked", "chosen", "operation"], path, dynamic)


def ship(network: RowNetwork, out: Path) -> None:
    """Write the network for one table as int8 ONNX."""
    path = out / f"{NAME}_float.onnx"
    export_float(network, path)
    quantise(path, out / f"{NAME}.onnx")
    path.unlink()


def save(network: RowNetwork, out: Path) -> None:
    """Write the weights in half precision, in two files of about one size."""
    parts: list[dict[str, Tensor]] = [{}, {}]
    sizes = [0, 0]
    for name, tensor in network.state_dict().items():
        smaller = sizes.index(min(sizes))
        parts[smaller][name] = tensor.half().cpu()
        sizes[smaller] += tensor.numel()
    for number, part in enumerate(parts):
        torch.save(part, out / f"{NAME}_{number}.pt")


def load(folder: Path, start: Path) -> RowNetwork:
    """The network that `save` wrote."""
    network = RowNetwork(start)
    state: dict[str, Tensor] = {}
    for number in (0, 1):
        state |= torch.load(folder / f"{NAME}_{number}.pt", map_location="cpu")
    network.load_state_dict({name: tensor.float() for name, tensor in state.items()})
    return network
