"""What `fusing`, `rounding` and `unrounding` share: an ONNX graph that is written anew."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import helper, numpy_helper

RUNTIMES = "com.microsoft"  # the operations that only ONNX Runtime has


class Rewriting:
    """The graph's nodes in the order in which they are added, and its constants by name.

    Example: ``new = Rewriting(graph); new.add("Neg", ["given"], "result"); new.finish()``
    """

    def __init__(self, graph: Any) -> None:
        self.old = list(graph.node)
        self.constants = {each.name: each for each in graph.initializer}
        self.nodes: list[Any] = []
        self._graph = graph

    def array(self, name: str) -> NDArray[Any]:
        """A constant's numbers."""
        found: NDArray[Any] = numpy_helper.to_array(self.constants[name])
        return found

    def store(self, name: str, array: NDArray[Any] | np.generic) -> str:
        """Add a constant, or put another in its place; returns the name."""
        self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def add(self, op: str, inputs: Sequence[str], output: str, **options: Any) -> str:
        """Add a node with one output, whose name is returned."""
        self.nodes.append(helper.make_node(op, list(inputs), [output], name=output, **options))
        return output

    def finish(self) -> None:
        """Leave in the graph what its outputs need."""
        used = {each.name for each in self._graph.output}
        kept = []
        for node in reversed(self.nodes):
            if used.intersection(node.output):
                used.update(node.input)
                kept.append(node)
        stored = [each for name, each in self.constants.items() if name in used]
        del self._graph.node[:], self._graph.initializer[:]
        self._graph.node.extend(reversed(kept))
        self._graph.initializer.extend(stored)


def with_runtimes_operations(model: Any) -> Any:
    """The model, which may use operations of ONNX Runtime's own now."""
    if all(each.domain != RUNTIMES for each in model.opset_import):
        model.opset_import.append(helper.make_opsetid(RUNTIMES, 1))
    return model
