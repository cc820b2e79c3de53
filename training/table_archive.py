"""Arrays in one compressed file, read where nothing but numpy is to be had."""

import io
import lzma
from pathlib import Path
from typing import Any

import numpy as np


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """Write arrays by name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wb", preset=6) as file:
        np.savez(file, **arrays)


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays of a file by name."""
    with np.load(io.BytesIO(lzma.open(path).read())) as arrays:
        return dict(arrays)
