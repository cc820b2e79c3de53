"""Tables from Parquet files."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from arro3.core import RecordBatchReader
from arro3.io import read_parquet as open_parquet

from manyhop.errors import ManyhopError
from manyhop.sources._grid import LONG, long_table, table_from_grid
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell
from manyhop.sources.reading._rows import check_width, written
from manyhop.sources.reading._titles import title_from_name

_BATCH = 1_000  # rows
_MAGIC = b"PAR1"


def read_parquet(path: Path, origin: str) -> Iterator[AnySource]:
    """The table in a Parquet file, batch by batch; lists and records become JSON text.

    Over 10,000 rows go to disk.
    Example: ``next(read_parquet(Path("bridges.parquet"), "bridges.parquet")).columns``
    """
    _check_ends(path)
    try:
        count = _count(path)
        names = _open(path).schema.names
        check_width(len(names), path.name)
        title = title_from_name(path)
        if count > LONG:
            yield long_table(names, _rows(path), title=title, origin=origin)
        else:
            rows = [list(map(Cell, row)) for row in _rows(path)]
            yield table_from_grid([list(map(Cell, names)), *rows], title=title, origin=origin)
    except (ManyhopError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except BaseException as error:  # the library's panics are not Exceptions
        raise _damaged(path.name, str(error)) from error


def _count(path: Path) -> int:
    """The number of rows, found by reading all."""
    count = sum(batch.num_rows for batch in _open(path))
    if not count:
        raise ManyhopError(f"{path.name}: has no rows; write some or leave the file out")
    return count


def _open(path: Path) -> RecordBatchReader:
    return open_parquet(path, batch_size=_BATCH)


def _rows(path: Path) -> Iterator[list[str]]:
    for batch in _open(path):
        columns = [column.to_pylist() for column in batch.columns]
        for values in zip(*columns, strict=True):
            yield [_text(value) for value in values]


def _text(value: Any) -> str:
    if isinstance(value, list | tuple | dict):
        return msgspec.json.encode(_without_bytes(value)).decode()
    return written(_without_bytes(value))


def _without_bytes(value: Any) -> Any:
    """Bytes as text where they are text, or else only how many there are."""
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return f"<{len(value)} bytes>"
    if isinstance(value, list | tuple):
        return [_without_bytes(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _without_bytes(item) for key, item in value.items()}
    return value


def _check_ends(path: Path) -> None:
    try:
        with path.open("rb") as file:
            start, size = file.read(4), file.seek(0, 2)
            file.seek(max(0, size - 8))
            footer, end = int.from_bytes(file.read(4), "little"), file.read(4)
    except OSError as error:
        raise ManyhopError(
            f"{path.name}: cannot be opened ({error.strerror}); check that it is there and readable"
        ) from error
    if b"PARE" in (start, end):
        raise ManyhopError(f"{path.name}: is encrypted; save it without encryption")
    if start != _MAGIC or end != _MAGIC or footer + 12 > size:
        raise _damaged(path.name, "its ends are not a Parquet file's")


def _damaged(name: str, reason: str) -> ManyhopError:
    reason = " ".join(reason.split())[:200]
    return ManyhopError(f"{name}: cannot be read as Parquet ({reason}); write the file again")
