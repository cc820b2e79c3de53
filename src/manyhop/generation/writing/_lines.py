"""Gzipped JSON Lines, written line by line; the same lines always make the same bytes."""

import gzip
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec


class Lines:
    """A file that is begun with its first line, so that one without any is not made.

    Example: ``with Lines(Path("MMQA_dev.jsonl.gz")) as lines: lines.add({"qid": "1"})``
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0
        self._file: gzip.GzipFile | None = None
        self._encoder = msgspec.json.Encoder()

    def add(self, row: Any) -> None:
        """One more line."""
        if self._file is None:
            self._file = gzip.GzipFile(self.path, "wb", compresslevel=6, mtime=0)
        self._file.write(self._encoder.encode(row) + b"\n")
        self.count += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            self._file.close()
