"""Builds the language model's ONNX graph (no weights inside) and how its columns are evened out.

    python -m training.language_graph            writes weights/language.onnx
    python -m training.language_graph smoothing  writes weights/language_smoothing.npz
    python -m training.language_graph GGUF       writes weights/large.onnx of a large reader

Every matrix product takes eight-bit numbers: a row of activations is scaled by its own largest
number (one scale for all rows loses half of the answers), a row of weights likewise; the product
that leads down from the hidden layer has two scales a row.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_model import ADAPTER, GRAPH, SMOOTHING
from manyhop.models.embedded._language_package import package_file
from manyhop.models.embedded._language_session import WEIGHTS
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._language_weights import (
    EMBEDDING_BLOCK,
    layout,
    read_arrays,
)
from manyhop.models.embedded._large_model import GRAPH as LARGE_GRAPH

_OURS = "com.microsoft"
_ONNX_KINDS = {
    np.uint8: TensorProto.UINT8,
    np.int8: TensorProto.INT8,
    np.float32: TensorProto.FLOAT,
}


def build_graph(shape: LanguageShape) -> Any:
    """Inputs: tokens, the place of each row's last one, the longest row, and the cache.

    A model with a head of its own also takes from which place on logits are wanted (-1: the last).
    """
    return LanguageGraph(shape).model()


class LanguageGraph:
    """The graph, node by node; a subclass may multiply otherwise (`language_float`)."""

    def __init__(self, shape: LanguageShape) -> None:
        self.shape = shape
        self._nodes: list[Any] = []
        self._constants: dict[str, NDArray[Any]] = {
            "one": np.array(1, np.float32),
            "middle": np.array(128, np.uint8),
            "middle.float": np.array(128, np.float32),
            "least": np.array(1e-9, np.float32),
            "step": np.array(1 / 127, np.float32),
            "last.axis": np.array([-1], np.int64),
            "last.index": np.array(-1, np.int64),
            "blocks": np.array([0, 0, -1, EMBEDDING_BLOCK], np.int64),
            "flat": np.array([0, 0, shape.width], np.int64),
        }
        if shape.own_head:
            most = np.iinfo(np.int64).max
            self._constants |= {
                "all": np.array([most], np.int64),
                "place.axis": np.array([1], np.int64),
            }

    def model(self) -> Any:
        shape = self.shape
        stream = self.embedded()
        normed = self.add(
            "SimplifiedLayerNormalization", [stream, "0.norm1"], "normed", **self._norm
        )
        for layer in range(shape.layers):
            stream, normed = self._layer(layer, stream, normed)
        self.logits(self._last(normed))
        constants = [
            numpy_helper.from_array(array, name) for name, array in self._constants.items()
        ]
        graph = helper.make_graph(
            self._nodes, "language", self._inputs(), self._outputs(), constants + self.stored()
        )
        opsets = [helper.make_opsetid("", 18), helper.make_opsetid(_OURS, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10)

    def _last(self, normed: str) -> str:
        if self.shape.own_head:  # of as many places as are wanted
            return self.add("Slice", [normed, "wanted", "all", "place.axis"], "last")
        return self.add("Gather", [normed, "last.index"], "last", axis=1)

    def logits(self, last: str) -> str:
        shape = self.shape
        if shape.own_head:
            return self.add("Identity", [self.product(last, "head")], "logits")
        return self.add(
            "MatMulNBits",
            [last, "head", "embedding.scale"],
            "logits",
            domain=_OURS,
            K=shape.width,
            N=shape.vocabulary,
            bits=8,
            block_size=EMBEDDING_BLOCK,
            accuracy_level=4,
        )

    @property
    def _norm(self) -> dict[str, Any]:
        return {"epsilon": self.shape.epsilon}

    def embedded(self) -> str:
        whole = self.add("Gather", ["embedding", "tokens"], "word.whole")
        number = self.add("Cast", [whole], "word.number", to=TensorProto.FLOAT)
        centred = self.add("Sub", [number, "middle.float"], "word.centred")
        blocks = self.add("Reshape", [centred, "blocks"], "word.blocks")
        scale = self.add("Gather", ["embedding.scale", "tokens"], "word.scale")
        scale = self.add("Unsqueeze", [scale, "last.axis"], "word.block_scale")
        scaled = self.add("Mul", [blocks, scale], "word.scaled")
        return self.add("Reshape", [scaled, "flat"], "word")

    def _layer(self, layer: int, stream: str, normed: str) -> tuple[str, str]:
        heads = {"num_heads": self.shape.heads, "kv_num_heads": self.shape.key_heads}
        places = ("last_place", "longest", "cosines", "sines")
        past = [f"past.{layer}.key", f"past.{layer}.value"]
        attended = self.add(
            "GroupQueryAttention",
            [self._asking(normed, f"{layer}.qkv"), "", "", *past, *places],
            [f"{layer}.attended", f"present.{layer}.key", f"present.{layer}.value"],
            domain=_OURS,
            do_rotary=1,
            **heads,
        )
        out = self.product(attended, f"{layer}.o")
        stream, normed = self._add_and_norm(stream, out, f"{layer}.norm2", f"{layer}.middle")
        both = self.product(normed, f"{layer}.gate_up")
        self.add("Split", [both], [f"{layer}.gate", f"{layer}.up"], axis=-1, num_outputs=2)
        gate = self.add("QuickGelu", [f"{layer}.gate"], f"{layer}.open", domain=_OURS, alpha=1.0)
        hidden = self.add("Mul", [gate, f"{layer}.up"], f"{layer}.hidden")
        down = self.down(hidden, f"{layer}.down")
        final = layer + 1 == self.shape.layers
        norm = "norm" if final else f"{layer + 1}.norm1"
        return self._add_and_norm(stream, down, norm, f"{layer}.end")

    def _asking(self, normed: str, matrix: str) -> str:
        product = self.product(normed, matrix)
        if not self.shape.biased:
            return product
        return self.add("Add", [product, f"{matrix}.bias"], f"{matrix}.biased")

    def _add_and_norm(self, stream: str, change: str, norm: str, name: str) -> tuple[str, str]:
        outputs = [f"{name}.normed", "", "", name]
        inputs = [stream, change, norm]
        op = "SkipSimplifiedLayerNormalization"
        self.add(op, inputs, outputs, domain=_OURS, **self._norm)
        return name, outputs[0]

    def down(self, hidden: str, matrix: str) -> str:
        """The product in two halves, each row of which has a scale of its own."""
        halves = [f"{matrix}.half.{half}" for half in "01"]
        self.add("Split", [hidden], halves, axis=-1, num_outputs=2)
        sums = [
            self.product(part, f"{matrix}.{half}") for part, half in zip(halves, "01", strict=True)
        ]
        return self.add("Add", sums, f"{matrix}.result")

    def product(self, numbers: str, matrix: str) -> str:
        size = self.add("Abs", [numbers], f"{matrix}.size")
        largest = self.add("ReduceMax", [size, "last.axis"], f"{matrix}.largest", keepdims=1)
        scale = self.add("Mul", [largest, "step"], f"{matrix}.row_step")
        scale = self.add("Add", [scale, "least"], f"{matrix}.row_scale")
        scaled = self.add("Div", [numbers, scale], f"{matrix}.row")
        whole = self.add("QuantizeLinear", [scaled, "one", "middle"], f"{matrix}.whole")
        product = self.add(
            "MatMulIntegerToFloat",
            [whole, matrix, "one", f"{matrix}.scale", "middle"],
            f"{matrix}.product",
            domain=_OURS,
        )
        return self.add("Mul", [product, scale], f"{matrix}.result")

    def add(
        self, op: str, inputs: list[str], outputs: str | list[str], domain: str = "", **options: Any
    ) -> str:
        outputs = [outputs] if isinstance(outputs, str) else outputs
        node = helper.make_node(op, inputs, outputs, name=outputs[0], domain=domain, **options)
        self._nodes.append(node)
        return outputs[0]

    def stored(self) -> list[Any]:
        """References into the weight file; the head may be the embedding once more."""
        blocks = (self.shape.width // EMBEDDING_BLOCK, EMBEDDING_BLOCK)
        arrays = layout(self.shape)
        if self.shape.own_head:
            return [reference(stored) for stored in arrays]
        head = arrays[0]._replace(name="head", shape=(self.shape.vocabulary, *blocks))
        return [reference(stored) for stored in (*arrays, head)]

    def _inputs(self) -> list[Any]:
        return [
            helper.make_tensor_value_info("tokens", TensorProto.INT64, ["rows", "new"]),
            helper.make_tensor_value_info("last_place", TensorProto.INT32, ["rows"]),
            helper.make_tensor_value_info("longest", TensorProto.INT32, []),
            *(
                [helper.make_tensor_value_info("wanted", TensorProto.INT64, [1])]
                if self.shape.own_head
                else []
            ),
            *self._cache("past"),
        ]

    def _outputs(self) -> list[Any]:
        places = ["places.wanted"] if self.shape.own_head else []
        size = ["rows", *places, self.shape.vocabulary]
        logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, size)
        return [*self._cache("present"), logits]

    def _cache(self, when: str) -> list[Any]:
        size = ["rows", self.shape.key_heads, "places", self.shape.head]
        return [
            helper.make_tensor_value_info(f"{when}.{layer}.{part}", TensorProto.FLOAT, size)
            for layer in range(self.shape.layers)
            for part in ("key", "value")
        ]


def reference(stored: Any) -> Any:
    tensor = TensorProto(name=stored.name, data_type=_ONNX_KINDS[stored.kind], dims=stored.shape)
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (
        ("location", WEIGHTS),
        ("offset", stored.offset),
        ("length", stored.size),
    ):
        tensor.external_data.add(key=key, value=str(value))
    return tensor


def save_graph(shape: LanguageShape, path: Path) -> None:
    path.write_bytes(build_graph(shape).SerializeToString())


def main() -> None:
    if sys.argv[1:] and sys.argv[1].endswith(".gguf"):
        save_graph(LanguageShape.of(GgufFile(Path(sys.argv[1]))), LARGE_GRAPH)
        print(LARGE_GRAPH.name, LARGE_GRAPH.stat().st_size)
        return
    base = package_file()
    if base is None:
        sys.exit("the language model's package is not installed")
    gguf = GgufFile(base)
    if sys.argv[1:] == ["smoothing"]:
        from training.language_smoothing import smoothing

        adapter = read_arrays(ADAPTER, "the adapter") if ADAPTER.exists() else {}
        np.savez_compressed(SMOOTHING, **smoothing(gguf, adapter))  # type: ignore[arg-type]
    save_graph(LanguageShape.of(gguf), GRAPH)
    for path in (GRAPH, SMOOTHING):
        print(path.name, path.stat().st_size if path.exists() else "missing")


if __name__ == "__main__":
    main()
