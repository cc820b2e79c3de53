"""manyhop models as a user types it, and what it says of broken files."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.models.embedded import _shipped, _weights
from manyhop.models.embedded._shipped import shipped_models

if TYPE_CHECKING:
    from tests.cli.conftest import Run


def test_every_model_has_a_line(run: "Run") -> None:
    outcome = run("models")
    assert outcome.code == 0
    for model in shipped_models():
        assert f"{model.name} " in outcome.out
    assert "together" in outcome.out


def test_as_json(run: "Run") -> None:
    listed = run("models", "--json").json
    (static,) = (model for model in listed if model["name"] == "static encoder")
    assert set(static) == {"name", "task", "bytes", "state", "files"}
    assert static["state"] == "installed"
    assert static["files"] == ["static.npz"]
    assert static["bytes"] == (_weights.FOLDER / "static.npz").stat().st_size


@pytest.fixture
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of weight files with its manifest in the place of the shipped one."""
    folder = tmp_path / "weights"
    folder.mkdir()
    files = {"static.npz": b"abc" * 100, "image_lite0.onnx": b"0" * 50, "image_lite2.onnx": b"2"}
    listed = {}
    for name, content in files.items():
        (folder / name).write_bytes(content)
        listed[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (folder / "manifest.json").write_text(json.dumps(listed))
    monkeypatch.setattr(_weights, "MANIFEST", folder / "manifest.json")
    _weights.manifest.cache_clear()
    yield folder
    _weights.manifest.cache_clear()


def states(folder: Path, *, check: bool) -> dict[str, str]:
    return {model.name: model.state for model in shipped_models(check=check, folder=folder)}


def test_whole_files_are_installed(weights: Path) -> None:
    for check in (False, True):
        found = states(weights, check=check)
        assert (found["static encoder"], found["picture encoder"]) == ("installed", "installed")
        assert found["cross-encoder"] == "missing"


def test_a_file_that_is_gone(weights: Path) -> None:
    (weights / "image_lite2.onnx").unlink()
    assert states(weights, check=False)["picture encoder"] == "missing"


def test_a_file_cut_short_shows_at_once_and_a_changed_one_when_checked(weights: Path) -> None:
    (weights / "image_lite0.onnx").write_bytes(b"0" * 49)
    assert states(weights, check=False)["picture encoder"] == "damaged"
    (weights / "static.npz").write_bytes(b"abd" * 100)
    assert states(weights, check=False)["static encoder"] == "installed"
    assert states(weights, check=True)["static encoder"] == "damaged"


def test_a_checked_command_fails_on_damage(
    run: "Run", weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (weights / "static.npz").write_bytes(b"")
    monkeypatch.setattr(
        _shipped.shipped_models, "__kwdefaults__", {"check": False, "folder": weights}
    )
    outcome = run("models", "--check")
    assert outcome.code == 1
    assert "damaged" in outcome.out
    assert "Reinstall Manyhop" in outcome.out
    assert run("models").code == 0


def test_every_weight_file_belongs_to_one_model() -> None:
    files = {path.name for path in _weights.FOLDER.glob("*.*")} - {"manifest.json"}
    claimed = [name for model in shipped_models() for name in model.files]
    assert sorted(claimed) == sorted(files | set(_weights.manifest()))
