"""Networks of a few nodes, and what they make of an array, opened as the shipped ones are."""

from typing import Any

import numpy as np

from manyhop.models.embedded._unsigned import unsigned
from manyhop.models.embedded._weights import sums_may_overflow


def run(model: Any, given: np.ndarray) -> np.ndarray:
    import onnxruntime

    content = model.SerializeToString()
    content = unsigned(content) if sums_may_overflow() else content
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    found: np.ndarray = session.run(None, {"given": given})[0]
    return found


def network(nodes: list[Any], shapes: list[list[Any]], weights: dict[str, np.ndarray]) -> Any:
    """From ``given`` to ``result``, which have these shapes."""
    from onnx import TensorProto, helper, numpy_helper

    given, result = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in zip(("given", "result"), shapes, strict=True)
    )
    stored = [numpy_helper.from_array(array, name) for name, array in weights.items()]
    graph = helper.make_graph(nodes, "network", [given], [result], stored)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
