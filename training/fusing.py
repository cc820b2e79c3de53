"""Each layer of our text networks in a dozen nodes, where torch's export writes a hundred.

ONNX Runtime has attention and GELU with a bias as operations of their own. It would find some of
them in the exported graph by itself, but takes longer for that than a question does, at every
start.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx

from training.minilm import HEADS
from training.rewriting import RUNTIMES, Rewriting, with_runtimes_operations

_LAYER = re.compile(r"/layers\.\d+/")
_ASKED = ("query", "key", "value")


def fused(model: Any) -> Any:
    """The float model with its layers' nodes joined; what is not a layer stays.

    Example: ``onnx.save(fused(onnx.load("exported.onnx")), "fused.onnx")``
    """
    _Fusing(model.graph).all_layers()
    return with_runtimes_operations(model)


class _Fusing(Rewriting):
    def all_layers(self) -> None:
        layer: list[Any] = []
        self.add("Cast", ["mask"], "fusing.mask", to=onnx.TensorProto.INT32)
        relative = [node.output[0] for node in self.old if "/relative/" in node.output[0]]
        self._relative = relative[-1:]  # what distances add to the attention, where they do
        for node in self.old:
            if node.op_type == "Constant" or not _LAYER.search(node.output[0]):
                self.nodes.append(node)
                continue
            layer.append(node)
            if node.op_type == "LayerNormalization" and "/norm2/" in node.output[0]:
                self._layer(layer, node.output[0])
                layer = []
        self.finish()

    def _layer(self, nodes: Sequence[Any], result: str) -> None:
        """The nodes that stand for a layer; ``result`` is what the next one goes on from."""

        def found(op: str, part: str) -> Any:
            return next(
                node for node in nodes if node.op_type == op and f"/{part}/" in node.output[0]
            )

        def product(given: str, part: str) -> str:
            return self.add("MatMul", [given, found("MatMul", part).input[1]], f"{result}.{part}")

        def bias(part: str) -> str:
            inputs: Sequence[str] = found("Add", part).input
            return next(name for name in inputs if name in self.constants)

        def normed_sum(given: str, added: str, part: str, norm: str) -> str:
            """The runtime has one operation for this too, but it takes three times as long."""
            node = found("LayerNormalization", norm)
            biased = self.add("Add", [added, bias(part)], f"{added}.biased")
            node.input[0] = self.add("Add", [given, biased], f"{added}.sum")
            self.nodes.append(node)
            return str(node.output[0])

        given = str(found("MatMul", "query").input[0])
        asked = [product(given, part) for part in _ASKED]
        biases = np.concatenate([self.array(bias(part)) for part in _ASKED])
        attended = self.add(
            "MultiHeadAttention",
            [
                *asked,
                self.store(f"{result}.biases", biases),
                "fusing.mask",
                *self._relative,
            ],
            f"{result}.attended",
            domain=RUNTIMES,
            num_heads=HEADS,
            mask_filter_value=-10000.0,
        )
        between = normed_sum(given, product(attended, "mixed"), "mixed", "norm1")
        widened = [product(between, "widened"), bias("widened")]
        bent = self.add("BiasGelu", widened, f"{result}.bent", domain=RUNTIMES)
        normed_sum(between, product(bent, "narrowed"), "narrowed", "norm2")
