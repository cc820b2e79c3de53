"""From a trained torch module to the int8 ONNX file that ships."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn


def export(
    module: nn.Module,
    inputs: dict[str, Tensor],
    outputs: list[str],
    path: Path,
    dynamic: dict[str, dict[int, str]],
) -> None:
    """Write a float32 ONNX file; ``dynamic`` names the dimensions that vary.

    Example: ``export(net, {"words": w, "kinds": k, "mask": m}, ["scores"], path, dynamic)``
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    module = module.float().cpu().eval()
    options: dict[str, Any] = {"dynamo": False}
    torch.onnx.export(
        module,
        tuple(tensor.cpu() for tensor in inputs.values()),
        str(path),
        input_names=list(inputs),
        output_names=outputs,
        dynamic_axes=dynamic,
        opset_version=17,
        do_constant_folding=True,
        **options,
    )


def quantise(source: Path, target: Path) -> None:
    """Write a float32 file again with a byte per weight; see `training.rounding` for the way."""
    from training.rounding import round_file

    round_file(str(source), str(target))


TEXTS = {0: "texts", 1: "pieces"}


def text_inputs(pieces: int = 24) -> dict[str, Tensor]:
    """Inputs of the shape that every text network takes, to trace it with."""
    return {
        "words": torch.randn(2, pieces, 384) * 0.05,
        "kinds": torch.zeros(2, pieces, dtype=torch.int64),
        "mask": torch.ones(2, pieces, dtype=torch.int64),
    }


def save_halves(module: nn.Module, out: Path, name: str) -> None:
    """Keep a trained state in half precision, in two files that are easy to carry about."""
    state = {key: value.half().cpu().numpy() for key, value in module.state_dict().items()}
    keys = list(state)
    for number, part in enumerate((keys[: len(keys) // 2], keys[len(keys) // 2 :])):
        np.savez(out / f"{name}_{number}.npz", **{key: state[key] for key in part})


def load_halves(module: nn.Module, out: Path, name: str) -> None:
    """Take up a state that `save_halves` kept."""
    state: dict[str, Tensor] = {}
    for number in (0, 1):
        with np.load(out / f"{name}_{number}.npz") as part:
            state |= {key: torch.from_numpy(part[key]).float() for key in part.files}
    module.load_state_dict(state)
