"""Compressed JSON Lines: how lessons travel from the data to a GPU."""

import json
import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def read_rows(path: Path) -> list[Any]:
    """All rows of a file.

    Example: ``read_rows(folder / "lessons.jsonl.xz")``
    """
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def write_rows(path: Path, rows: Iterable[Any]) -> None:
    """Write rows, and the folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", preset=6, encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
