"""Gzipped JSON Lines, written line by line; the same lines always make the same bytes."""

import gzip
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec


class Lines:
    """A file that is begun with its first line; one without any is made only with ``always``.

    Example: ``with Lines(Path("MMQA_dev.jsonl.gz")) as lines: lines.add({"qid": "1"})``
    """

    def __init__(self, path: Path, *, always: bool = False) -> None:
        self._path = path
        self._file = self._begun() if always else None
        self._encoder = msgspec.json.Encoder()

    def add(self, row: Any) -> None:
        """One more line."""
        self._file = self._file or self._begun()
        self._file.write(self._encoder.encode(row) + b"\n")

    def _begun(self) -> gzip.GzipFile:
        return gzip.GzipFile(self._path, "wb", compresslevel=6, mtime=0)

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
