"""Putting the rows of a long table on disk as they come, typed, without holding them all."""

import atexit
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from manyhop.sources._column_kind import infer_kind
from manyhop.sources._dates import parse_date
from manyhop.sources._numbers import parse_number
from manyhop.sources._row_file import SUFFIX, Whole, keep_rows_in
from manyhop.sources._table import ColumnKind
from manyhop.sources._values import is_blank

if TYPE_CHECKING:
    import duckdb

_BATCH = 20_000  # rows put into the engine at a time
_MEMORY = "400MB"
_JUDGED = 2_000  # rows, evenly spread, from which a column's kind is told
_ODD = 20_000  # distinct texts that the engine cannot read as values and our parsers try
_FEW = 60  # distinct texts of a column that search gets to know
_SHOWN = 100  # rows that the source itself holds
_TRUE, _FALSE = ("y", "yes", "true", "t", "x"), ("n", "no", "false", "f")


class Spooled(msgspec.Struct, frozen=True):
    """A table as it was put on disk: the kinds of its columns, its first rows, the whole."""

    kinds: tuple[ColumnKind, ...]
    first: tuple[tuple[str, ...], ...]
    whole: Whole


@cache
def _spool() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="manyhop-rows-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    keep_rows_in(folder)
    return folder


def spool_rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Spooled:
    """Put rows of texts into a row file, a batch at a time; short rows are filled.

    Example: ``spool_rows(["n", "name"], csv.reader(file)).whole.count``
    """
    import duckdb

    folder = Path(tempfile.mkdtemp(dir=_spool()))
    try:
        with duckdb.connect(folder / "making.duckdb", config={"memory_limit": _MEMORY}) as making:
            digest, first = _ingest(making, len(names), rows)
            (count,) = making.execute("SELECT count(*) FROM rows").fetchone() or (0,)
            kinds = tuple(_judged(making, names, count))
            values = [f"v{n}" for n, kind in enumerate(kinds) if _value_column(making, n, kind)]
            whole = Whole(digest, count, tuple(_few_values(making, names, kinds)))
            columns = [*(f"t{n}" for n in range(len(names))), *values]
            target = _spool() / f"{digest}{SUFFIX}"
            making.execute(
                f"COPY (SELECT row, {', '.join(columns)} FROM rows ORDER BY row) "
                f"TO '{folder / 'done.parquet'}' (FORMAT parquet, COMPRESSION zstd)"
            )
        (folder / "done.parquet").replace(target)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Spooled(kinds, first, whole)


def _ingest(
    making: "duckdb.DuckDBPyConnection", width: int, rows: Iterable[Sequence[str]]
) -> tuple[str, tuple[tuple[str, ...], ...]]:
    from arro3.core import Array, DataType, Table

    making.execute(
        f"CREATE TABLE rows (row INTEGER, {', '.join(f't{n} VARCHAR' for n in range(width))})"
    )
    digest = blake2b(repr(width).encode(), digest_size=10)
    first: tuple[tuple[str, ...], ...] = ()
    done = 0
    text = DataType.string()
    rows = iter(rows)
    while some := list(islice(rows, _BATCH)):
        filled = [row if len(row) == width else _filled(row, width) for row in some]
        if not first:
            first = tuple(map(tuple, filled[:_SHOWN]))
        columns = list(zip(*filled, strict=True))
        for column in columns:
            digest.update("\x1f".join(column).encode("utf-8", "replace"))
        numbers = Array(range(done, done + len(filled)), type=DataType.int32())
        arrays = {f"t{n}": Array(column, type=text) for n, column in enumerate(columns)}
        making.register("arrived", Table.from_pydict({"row": numbers, **arrays}))
        making.execute("INSERT INTO rows SELECT * FROM arrived")
        making.unregister("arrived")
        done += len(filled)
    return digest.hexdigest(), first


def _filled(row: Sequence[str], width: int) -> Sequence[str]:
    return [*row[:width], *[""] * (width - len(row))]


def _judged(
    making: "duckdb.DuckDBPyConnection", names: Sequence[str], count: int
) -> Iterator[ColumnKind]:
    step = max(1, count // _JUDGED)
    for number, name in enumerate(names):
        texts = making.execute(f"SELECT t{number} FROM rows WHERE row % {step} = 0").fetchall()
        yield infer_kind(list(chain.from_iterable(texts)), name)


def _value_column(making: "duckdb.DuckDBPyConnection", number: int, kind: ColumnKind) -> bool:
    """Add the values of a column beside its texts; False for one of mere texts."""
    text, value = f"t{number}", f"v{number}"
    if kind == "text":
        return _truth_column(making, text, value)
    bare = _bare_years(making, text) if kind == "date" else False
    sort = "TIMESTAMP" if kind == "date" and not bare else "DOUBLE"
    making.execute(f"ALTER TABLE rows ADD COLUMN {value} {sort}")
    cleaned = f"replace({text}, ',', '')" if sort == "DOUBLE" else text
    making.execute(f"UPDATE rows SET {value} = try_cast({cleaned} AS {sort})")
    odd = making.execute(
        f"SELECT DISTINCT {text} FROM rows WHERE {value} IS NULL AND {text} != '' LIMIT {_ODD}"
    ).fetchall()
    read = {each: found for (each,) in odd if (found := _value(each, sort)) is not None}
    if read:
        making.execute("CREATE OR REPLACE TEMP TABLE odd (text VARCHAR, value VARCHAR)")
        making.executemany("INSERT INTO odd VALUES (?, ?)", [[*pair] for pair in read.items()])
        making.execute(
            f"UPDATE rows SET {value} = try_cast(odd.value AS {sort}) FROM odd "
            f"WHERE rows.{value} IS NULL AND rows.{text} = odd.text"
        )
    return True


def _truth_column(making: "duckdb.DuckDBPyConnection", text: str, value: str) -> bool:
    found = making.execute(f"SELECT DISTINCT lower({text}) FROM rows LIMIT 5").fetchall()
    texts = {each for (each,) in found if not is_blank(each)}
    if not texts or not texts <= {*_TRUE, *_FALSE} or not texts & {*_TRUE}:
        return False
    making.execute(f"ALTER TABLE rows ADD COLUMN {value} BOOLEAN")
    making.execute(f"UPDATE rows SET {value} = lower({text}) IN {_TRUE}")
    return True


def _bare_years(making: "duckdb.DuckDBPyConnection", text: str) -> bool:
    query = f"SELECT avg((length({text}) = 4)::INT) FROM rows WHERE {text} != ''"
    (share,) = making.execute(query).fetchone() or (0,)
    return (share or 0) > 0.5


def _value(text: str, sort: str) -> str | None:
    if is_blank(text):
        return None
    if sort == "DOUBLE":
        number = parse_number(text)
        return repr(number.value) if number else None
    date = parse_date(text, bare_year=True)
    return f"{date.year:04}-{date.month or 1:02}-{date.day or 1:02}" if date else None


def _few_values(
    making: "duckdb.DuckDBPyConnection", names: Sequence[str], kinds: Sequence[ColumnKind]
) -> Iterator[str]:
    """A line for each text column of few different texts, the most frequent first."""
    for number, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        if kind != "text":
            continue
        found: list[Any] = making.execute(
            f"SELECT t{number} FROM rows WHERE t{number} != '' GROUP BY 1 "
            f"ORDER BY count(*) DESC, 1 LIMIT {_FEW + 1}"
        ).fetchall()
        if 0 < len(found) <= _FEW:
            yield f"{name}: {', '.join(text[:60] for (text,) in found)}"
