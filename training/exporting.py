"""From a trained torch module to the int8 ONNX file that ships."""

from pathlib import Path
from typing import Any

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
    """Round the matrices to a byte per weight, a scale per column; the sums run in int8."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(source),
        str(target),
        per_channel=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul", "Gemm"],
        extra_options={"MatMulConstBOnly": True},
    )


TEXTS = {0: "texts", 1: "pieces"}


def text_inputs(pieces: int = 24) -> dict[str, Tensor]:
    """Inputs of the shape that every text network takes, to trace it with."""
    return {
        "words": torch.randn(2, pieces, 384) * 0.05,
        "kinds": torch.zeros(2, pieces, dtype=torch.int64),
        "mask": torch.ones(2, pieces, dtype=torch.int64),
    }
