import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder
from manyhop.models.embedded import _source_choice
from manyhop.models.embedded._weights import (
    FOLDER,
    manifest,
    open_session,
    read_arrays,
    threads,
    weight_file,
)


def test_every_shipped_file_is_in_the_manifest_and_whole() -> None:
    shipped = {path.name: path for path in FOLDER.iterdir() if path.suffix in (".npz", ".onnx")}
    assert manifest().keys() == shipped.keys()
    for name, expected in manifest().items():
        assert hashlib.sha256(shipped[name].read_bytes()).hexdigest() == expected.sha256, name


def test_all_weights_together_stay_small() -> None:
    assert sum(each.bytes for each in manifest().values()) < 220_000_000


def test_a_missing_file_is_named_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"static\.npz: the weight file is missing; reinstall"):
        weight_file("static.npz", tmp_path)


def test_one_changed_byte_is_noticed(tmp_path: Path) -> None:
    content = bytearray((FOLDER / "question_kinds.npz").read_bytes())
    content[len(content) // 2] ^= 1
    (tmp_path / "question_kinds.npz").write_bytes(content)
    with pytest.raises(ManyhopError, match=r"question_kinds\.npz: the weight file is damaged"):
        read_arrays("question_kinds.npz", tmp_path)


@pytest.mark.parametrize("content", [b"", b"not a network", b"\x08\x09" * 50])
def test_what_is_no_network_is_damaged(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "mine.onnx").write_bytes(content)
    with pytest.raises(ManyhopError, match=r"mine\.onnx: the weight file is damaged"):
        open_session("mine.onnx", tmp_path)


def test_a_file_that_is_not_in_the_manifest_opens(tmp_path: Path) -> None:
    np.savez(tmp_path / "mine.npz", rows=np.arange(3))
    assert read_arrays("mine.npz", tmp_path)["rows"].tolist() == [0, 1, 2]


def test_threads_are_as_many_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANYHOP_THREADS", "3")
    assert threads() == 3
    monkeypatch.setenv("MANYHOP_THREADS", "many")
    with pytest.raises(ManyhopError, match="MANYHOP_THREADS is 'many'"):
        threads()


def test_opening_a_network_writes_nothing_at_home(tmp_path: Path) -> None:
    command = "from manyhop.models import SentenceEncoder; SentenceEncoder.load().encode(['Emma'])"
    settings = {**os.environ, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    settings.pop("ORT_DISABLE_TELEMETRY", None)
    settings.pop("XDG_CACHE_HOME", None)
    subprocess.run([sys.executable, "-c", command], env=settings, check=True)
    assert list(tmp_path.rglob("*")) == []


def changed(name: str, folder: Path) -> Path:
    """A whole file with one more array in it, so that only its hash tells."""
    np.savez(folder / name, another=np.zeros(1), **np.load(FOLDER / name, allow_pickle=False))
    return folder / name


def test_another_static_encoder_is_refused(tmp_path: Path) -> None:
    path = changed("static.npz", tmp_path)
    with pytest.raises(ManyhopError, match=r"static\.npz: the weight file is damaged"):
        StaticEncoder.load(path)


def test_other_question_kinds_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = changed("question_kinds.npz", tmp_path)
    monkeypatch.setattr(_source_choice, "WEIGHTS", path)
    _source_choice._weights.cache_clear()
    with pytest.raises(ManyhopError, match=r"question_kinds\.npz: the weight file is damaged"):
        _source_choice.question_kinds("What colour is the roof?")
