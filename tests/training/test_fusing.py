"""Layers in few nodes against the same as torch runs them."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.extras


def two_layers() -> Any:
    """Two layers of the networks that ship, and a sum that is no layer."""
    torch = pytest.importorskip("torch")
    from training.minilm import Layer

    class Network(torch.nn.Module):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.layers = torch.nn.ModuleList([Layer(), Layer()])

        def forward(self, words: Any, kinds: Any, mask: Any) -> Any:
            hidden = (1 - mask[:, None, None, :].to(words.dtype)) * -10000.0
            for layer in self.layers:
                words = layer(words, hidden)
            return words + kinds[..., None]

    torch.manual_seed(0)
    return Network().eval()


def test_fused_layers_give_what_torch_gives(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    onnx = pytest.importorskip("onnx")
    import onnxruntime

    from training.exporting import TEXTS, export, text_inputs
    from training.fusing import fused

    network, path = two_layers(), tmp_path / "float.onnx"
    dynamic = dict.fromkeys(("words", "kinds", "mask"), TEXTS)
    export(network, text_inputs(), ["rows"], path, dynamic)
    model = fused(onnx.load(path))
    given = {"words": torch.randn(3, 17, 384), "kinds": torch.ones(3, 17, dtype=torch.int64)}
    given["mask"] = torch.ones(3, 17, dtype=torch.int64)
    given["mask"][1, 9:] = 0
    with torch.no_grad():
        expected = network(**given).numpy()
    session = onnxruntime.InferenceSession(model.SerializeToString())
    (found,) = session.run(None, {name: tensor.numpy() for name, tensor in given.items()})
    there = given["mask"].numpy().astype(bool)
    assert np.allclose(found[there], expected[there], atol=1e-4)
    operations = Counter(node.op_type for node in model.graph.node)
    assert (operations["MultiHeadAttention"], operations["BiasGelu"]) == (2, 2)
    assert operations["LayerNormalization"] == 4
    assert not operations["Softmax"]
