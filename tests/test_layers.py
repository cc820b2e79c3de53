"""Packages import only those above them in the design, and only what those show."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.house import Module, find_cycles, private_imports, read_modules


def test_the_layers_are_kept() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    if not program.exists():
        pytest.skip("import-linter is not installed beside this Python")
    root = Path(__file__).parents[1]
    run = subprocess.run([program], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


def test_no_package_imports_what_another_keeps_private() -> None:
    assert list(private_imports(_source())) == []


def test_no_imports_go_in_circles() -> None:
    assert find_cycles(_source()) == []


def _source() -> list[Module]:
    return read_modules(Path(__file__).parents[1] / "src")
