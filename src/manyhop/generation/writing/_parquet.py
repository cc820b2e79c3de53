"""Rows as Parquet files, a shard at a time."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

from arro3.core import Array, DataType, Table, list_array
from arro3.io import read_parquet, write_parquet

from manyhop.errors import ManyhopError

Row = Mapping[str, Any]


class Shards:
    """A split's Parquet files, ``train-00000-of-00002.parquet`` and so on, in one folder.

    The columns are those of the first row: strings, lists of strings or bytes.
    Example: ``shards = Shards(folder, "train"); shards.add({"id": "q1"}); shards.finish()``
    """

    def __init__(self, folder: Path, name: str, *, rows: int = 20_000) -> None:
        self._folder = folder
        self._name = name
        self._size = rows
        self._rows: list[Row] = []
        self._files = 0

    def add(self, row: Row) -> None:
        """One more row; a full shard is written."""
        self._rows.append(row)
        if len(self._rows) == self._size:
            self._write()

    def finish(self) -> None:
        """Write what is left, and give every shard its name, which says how many there are."""
        if self._rows:
            self._write()
        for number in range(self._files):
            name = f"{self._name}-{number:05}-of-{self._files:05}.parquet"
            self._part(number).replace(self._folder / name)

    def _part(self, number: int) -> Path:
        return self._folder / f"{self._name}-{number:05}.part"

    def _write(self) -> None:
        self._folder.mkdir(exist_ok=True)
        columns: dict[str, Any] = {
            name: _column([row[name] for row in self._rows]) for name in self._rows[0]
        }
        write_parquet(Table.from_pydict(columns), self._part(self._files), compression="zstd(3)")
        self._files += 1
        self._rows = []


def read_shard(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a Parquet file."""
    try:
        opened = read_parquet(path)
        names = opened.schema.names
        for batch in opened:
            columns = [column.to_pylist() for column in batch.columns]
            for values in zip(*columns, strict=True):
                yield dict(zip(names, values, strict=True))
    except (KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError, ManyhopError):
        raise
    except BaseException as error:  # the library's panics are not Exceptions
        raise ManyhopError(f"{path} can't be read: {error}; build the folder again") from error


def _column(values: Sequence[Any]) -> Array:
    first = values[0]
    if isinstance(first, bytes):
        return Array(list(values), DataType.binary())
    if isinstance(first, str):
        return Array(list(values), DataType.string())
    ends = [0, *accumulate(len(value) for value in values)]
    texts = [text for value in values for text in value]
    return list_array(Array(ends, DataType.int32()), Array(texts, DataType.string()))
