"""The start of the text reader against the library that MPNet comes from, on tiny weights."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.extras


def small(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An MPNet of theirs with random weights, kept where `MPNet` finds them."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    from training import mpnet

    monkeypatch.setattr(mpnet, "WIDTH", 24)
    monkeypatch.setattr(mpnet, "INNER", 48)
    torch.manual_seed(0)
    options = transformers.MPNetConfig(
        vocab_size=40, hidden_size=24, num_hidden_layers=3, num_attention_heads=12,
        intermediate_size=48, max_position_embeddings=514, initializer_range=0.5,
        layer_norm_eps=1e-5,
    )  # fmt: skip
    theirs = transformers.MPNetModel(options).eval()
    for name, part in theirs.named_parameters():
        torch.nn.init.normal_(part, float(name.endswith("LayerNorm.weight")), 0.2)
    state = {name: each.numpy() for name, each in theirs.state_dict().items()}
    words = state.pop("embeddings.word_embeddings.weight")
    np.savez(folder / "word_vectors.npz", rows=words, scales=np.ones((40, 1), np.float32))
    np.savez(folder / "start.npz", **state)
    return theirs


def test_hidden_states_are_those_of_the_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    theirs = small(tmp_path, monkeypatch)
    from training.mpnet import MPNet

    ours = MPNet(tmp_path, 3, 1).eval()
    ids = torch.randint(4, 40, (2, 150))
    mask = torch.ones_like(ids)
    mask[1, 60:] = 0
    ids[1, 60:] = 1  # what the library counts as nothing
    with torch.no_grad():
        expected = theirs(input_ids=ids, attention_mask=mask)[0]
        found = ours.encode(ours.words[ids], mask, mask)
    assert torch.allclose(found[mask.bool()], expected[mask.bool()], atol=1e-3)


def test_the_fixed_layers_and_the_others_make_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    small(tmp_path, monkeypatch)
    from training.mpnet import MPNet

    ids = torch.randint(4, 40, (1, 20))
    mask = torch.ones_like(ids)
    whole, parts = MPNet(tmp_path, 3, 0).eval(), MPNet(tmp_path, 3, 2).eval()
    with torch.no_grad():
        lower = parts.lower(parts.words[ids], mask)
        assert torch.allclose(
            parts.upper(lower, mask), whole.encode(whole.words[ids], mask, mask), atol=1e-4
        )
    fixed = {name for name, each in parts.named_parameters() if not each.requires_grad}
    assert {name.split(".")[1] for name in fixed if name.startswith("layers")} == {"0", "1"}


def test_the_files_network_reads_as_torch_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    small(tmp_path, monkeypatch)
    from training import span_network
    from training.text_reader_file import write

    monkeypatch.setattr(span_network, "WIDTH", 24)
    network = span_network.SpanNetwork(tmp_path, 3, 1).eval()
    write(network, tmp_path / "reader.onnx")
    ids, kinds = torch.randint(4, 40, (2, 50)), torch.zeros(2, 50, dtype=torch.int64)
    kinds[:, 10:] = 1
    mask = torch.ones_like(ids)
    mask[1, 30:] = 0
    with torch.no_grad():
        expected = network(network.encoder.words[ids], kinds, mask)
    for one, other in zip(
        span_network.onnx_run(tmp_path / "reader.onnx")(ids, kinds, mask), expected, strict=True
    ):
        inside = other.numpy() > -5000
        assert np.corrcoef(one[inside], other.numpy()[inside])[0, 1] > 0.98
