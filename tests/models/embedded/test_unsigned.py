from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyhop.models.embedded._unsigned import unsigned
from manyhop.models.embedded._weights import FOLDER

NETWORKS = sorted(
    path.name
    for path in FOLDER.glob("*.onnx")
    if not path.name.startswith("image")  # which the runtime turns over by itself
)


def arrays_of(model: Any) -> dict[str, Any]:
    from onnx import TensorProto, numpy_helper

    inside = [one for one in model.graph.initializer if one.data_location != TensorProto.EXTERNAL]
    return {one.name: numpy_helper.to_array(one) for one in inside}


@pytest.mark.extras
@pytest.mark.parametrize("name", NETWORKS)
def test_weights_count_from_128_and_every_product_knows_it(name: str) -> None:
    onnx = pytest.importorskip("onnx")
    content = Path(FOLDER / name).read_bytes()
    before = onnx.load_model_from_string(content)
    after = onnx.load_model_from_string(unsigned(content))
    assert onnx.TensorProto.INT8 not in {one.data_type for one in after.graph.initializer}
    turned = arrays_of(after)
    assert turned.pop("manyhop.middle") == 128
    for key, array in arrays_of(before).items():
        wanted = array.astype(np.int16) + 128 if array.dtype == np.int8 else array
        np.testing.assert_array_equal(turned[key], wanted)
    for one, other in zip(before.graph.node, after.graph.node, strict=True):
        product = one.op_type == "MatMulIntegerToFloat"
        assert list(other.input) == [*one.input, *(["manyhop.middle"] if product else [])]


def test_a_network_that_is_cut_short_is_refused() -> None:
    content = (FOLDER / "language.onnx").read_bytes()
    with pytest.raises(IndexError):
        unsigned(content[:11])
