"""Packages import only those above them in the design."""

import subprocess
import sys
from pathlib import Path

import pytest


def test_the_layers_are_kept() -> None:
    program = Path(sys.executable).parent / "lint-imports"
    if not program.exists():
        pytest.skip("import-linter is not installed beside this Python")
    root = Path(__file__).parents[1]
    run = subprocess.run([program], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
