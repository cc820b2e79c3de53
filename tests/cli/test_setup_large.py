"""manyhop setup --large as a user types it, with a small model of the same make."""

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.models.embedded.tiny_language import write_tiny_language

from manyhop.cli import _models
from manyhop.models.embedded._large_weights import Release, installed_large

if TYPE_CHECKING:
    from tests.cli.conftest import Run


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """A small model in the place of the large one, in a folder of downloads."""
    path = tmp_path / "downloads" / "tiny.gguf"
    path.parent.mkdir()
    write_tiny_language(path, seed=5, family="qwen2")
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    found = Release("Tiny-1", path.name, "made/here", len(content), digest, "Apache-2.0", 1_000)
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(_models, "LARGE", found)
    return found


def test_it_is_set_up_from_a_folder_told_of_and_removed(
    run: "Run", release: Release, tmp_path: Path
) -> None:
    assert "not set up; run manyhop setup --large" in run("setup", "--check").out
    done = run("setup", "--large", "--from", tmp_path / "downloads")
    assert done.code == 0
    assert "Taking Tiny-1" in done.out
    assert "--model large" in done.out
    assert installed_large(release) is not None
    assert "is set up already" in run("setup", "--large").out
    assert "Tiny-1: set up" in run("setup", "--check").out
    assert "which frees" in run("setup", "--remove", "large").out
    assert installed_large(release) is None
    assert "nothing to remove" in run("setup", "--remove", "large").out


def test_a_cut_or_another_file_is_refused_in_a_sentence(
    run: "Run", release: Release, tmp_path: Path
) -> None:
    path = tmp_path / "downloads" / "tiny.gguf"
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    assert "cut short" in _last_line(run("setup", "--large", "--from", path).err)
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    told = run("setup", "--large", "--from", path)
    assert told.code != 0
    assert "SHA-256 differs" in _last_line(told.err)
    assert installed_large(release) is None


def test_without_a_network_the_other_way_is_named(
    run: "Run", release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    told = run("setup", "--large")
    assert told.code != 0
    assert "--from" in _last_line(told.err)


def test_from_alone_says_what_is_missing(run: "Run", tmp_path: Path) -> None:
    assert "add --large" in run("setup", "--from", tmp_path).complaint


def test_asking_without_it_names_the_remedy(
    run: "Run", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path / "cache"))
    (tmp_path / "notes.md").write_text("The Humber Bridge opened in 1981.")
    run("index", tmp_path / "notes.md")
    told = run("ask", "When did the Humber Bridge open?", "--model", "large")
    assert told.code != 0
    assert "manyhop setup --large" in _last_line(told.err)
    monkeypatch.setenv("MANYHOP_MODEL", "large")
    assert "manyhop setup --large" in _last_line(run("ask", "When did it open?").err)


def _last_line(text: str) -> str:
    return text.strip().splitlines()[-1]
