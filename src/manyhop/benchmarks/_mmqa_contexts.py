"""MultiModalQA's tables, texts and images, which lie beside the questions."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from manyhop.benchmarks._json_files import read_records
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource
from manyhop.sources.reading._mmqa import image_from_row, table_from_row
from manyhop.sources.reading._records import snippet_from_row

PARTS = ("tables", "texts", "images")


class Contexts:
    """The rows of one context file by id; each becomes a source when it is first asked for.

    Example: ``list(Contexts(folder, "texts").sources(["a7721e…"]))``
    """

    def __init__(self, folder: Path, part: str) -> None:
        self.path = file_named(folder, f"MMQA_{part}")
        readers: dict[str, Callable[[dict[str, Any], str], AnySource]] = {
            "tables": table_from_row,
            "texts": _text_from_row,
            "images": lambda row, origin: image_from_row(row, folder, origin),
        }
        self._read = readers[part]
        self._kind = {"tables": "table", "texts": "row with a text", "images": "image"}[part]
        self._rows: dict[str, tuple[str, bytes]] | None = None
        self._sources: dict[str, AnySource] = {}

    def sources(self, ids: Iterable[str]) -> Iterator[AnySource]:
        """The sources of those ids that the file has."""
        if self._rows is None:
            self._rows = dict(_rows(self.path)) if self.path else {}
        for id in ids:
            if id not in self._sources and id in self._rows:
                self._sources[id] = self._source(*self._rows[id])
            if id in self._sources:
                yield self._sources[id]

    def _source(self, where: str, data: bytes) -> AnySource:
        try:
            return self._read(msgspec.json.decode(data), str(self.path))
        except (ManyhopError, msgspec.ValidationError) as error:
            raise ManyhopError(f"{where} is no {self._kind}: {error}") from error


def _text_from_row(row: dict[str, Any], origin: str) -> AnySource:
    if not isinstance(row.get("text"), str):
        raise ManyhopError("it needs a field text")
    return snippet_from_row(row, origin)


def file_named(folder: Path, stem: str) -> Path | None:
    """The JSON Lines file of that name in the folder, gzipped or plain."""
    paths = (folder / f"{stem}.jsonl.gz", folder / f"{stem}.jsonl")
    return next((path for path in paths if path.is_file()), None)


def _rows(path: Path) -> Iterator[tuple[str, tuple[str, bytes]]]:
    seen: set[str] = set()
    for where, _, row in read_records(path):
        id = row.get("id") if isinstance(row, dict) else None
        if not isinstance(id, str) or not id:
            raise ManyhopError(f"{where}, field id: it is missing; fetch the file again")
        if id in seen:
            raise ManyhopError(f"{where} repeats the id {id}; remove one")
        seen.add(id)
        yield id, (where, msgspec.json.encode(row))
