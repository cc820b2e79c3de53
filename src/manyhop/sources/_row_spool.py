"""Putting the rows of a long table on disk as they come, typed, without holding them all."""

import atexit
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from manyhop.sources._columns import infer_kind
from manyhop.sources._dates import parse_date
from manyhop.sources._decimal_comma import has_decimal_commas
from manyhop.sources._row_file import SUFFIX, ColumnFacts, Whole, keep_rows_in
from manyhop.sources._table import ColumnKind
from manyhop.sources._units import parse_number
from manyhop.sources._values import is_blank

if TYPE_CHECKING:
    import duckdb

_BATCH = 20_000  # rows put into the engine at a time
# Each thread takes memory of its own; there would be five for every core of the machine.
_CONFIG: dict[str, str | bool | int | float | list[str]] = {"memory_limit": "400MB", "threads": 2}
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


_spools: list[Path] = []


def spool_folder() -> Path:
    """Where rows are put and found: a folder of ours, which goes with this process."""
    if not _spools:
        spool_into(Path(tempfile.mkdtemp(prefix="manyhop-rows-")))
        atexit.register(shutil.rmtree, _spools[0], ignore_errors=True)
    return _spools[0]


def spool_into(folder: Path) -> None:
    """Put rows into a folder that somebody else keeps: a worker's rows outlive the worker."""
    _spools[:] = [folder]
    keep_rows_in(folder)


def spool_rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Spooled:
    """Put rows of texts into a row file, a batch at a time; short rows are filled.

    Example: ``spool_rows(["n", "name"], csv.reader(file)).whole.count``
    """
    folder = Path(tempfile.mkdtemp(dir=spool_folder()))
    done = folder / "done.parquet"
    try:
        with _connected(folder / "making.duckdb") as making:
            digest, first = _ingest(making, len(names), rows)
            (count,) = making.execute("SELECT count(*) FROM rows").fetchone() or (0,)
            kinds = tuple(_judged(making, names, count))
            values = {n: made for n, kind in enumerate(kinds) if (made := _value(making, n, kind))}
            columns = [
                "row",
                *(f"t{n}" for n in range(len(names))),
                *(f"{value.sql} AS v{n}" for n, value in values.items()),
            ]
            odd = "".join(
                f" LEFT JOIN odd{n} ON t{n} = odd{n}.text"
                for n, value in values.items()
                if value.odd
            )
            making.execute(
                f"COPY (SELECT {', '.join(columns)} FROM rows{odd} ORDER BY row) "
                f"TO '{done}' (FORMAT parquet, COMPRESSION zstd)"
            )
            making.execute(f"DROP TABLE rows; CREATE VIEW rows AS FROM '{done}'")
            few = tuple(_few_values(making, names, kinds))
            facts = tuple(_facts(making, len(names), values))
        done.replace(spool_folder() / f"{digest}{SUFFIX}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Spooled(kinds, first, Whole(digest, count, few, facts))


def _connected(path: Path) -> "duckdb.DuckDBPyConnection":
    import duckdb

    with suppress(duckdb.InvalidInputException):  # versions before 2 have no such threads
        return duckdb.connect(path, config={**_CONFIG, "async_threads": 1})
    return duckdb.connect(path, config=_CONFIG)


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


class _Value(NamedTuple):
    """How a column's values are made of its texts; ``odd`` where some need our own parsers."""

    sort: str
    sql: str
    odd: bool = False


def _value(making: "duckdb.DuckDBPyConnection", number: int, kind: ColumnKind) -> _Value | None:
    """How to make the values of a column; None for one of mere texts."""
    text = f"t{number}"
    if kind == "text":
        is_truth = _is_truth(making, text)
        return _Value("BOOLEAN", f"lower({text}) IN {_TRUE}") if is_truth else None
    dated = kind == "date" and not _has_bare_years(making, text)
    sort = "TIMESTAMP" if dated else "DOUBLE"
    commas = not dated and _has_decimal_commas(making, text)
    grouped = f"replace({text}, ',', '')"
    pointed = f"replace(replace({text}, '.', ''), ',', '.')"
    cleaned = text if dated else pointed if commas else grouped
    sql = f"try_cast({cleaned} AS {sort})"
    odd = making.execute(
        f"SELECT DISTINCT {text} FROM rows WHERE {sql} IS NULL AND {text} != '' LIMIT {_ODD}"
    ).fetchall()
    read = [[each, found] for (each,) in odd if (found := _parsed(each, sort)) is not None]
    if not read:
        return _Value(sort, sql)
    making.execute(f"CREATE TABLE odd{number} (text VARCHAR, value VARCHAR)")
    making.executemany(f"INSERT INTO odd{number} VALUES (?, ?)", read)
    return _Value(sort, f"coalesce({sql}, try_cast(odd{number}.value AS {sort}))", odd=True)


def _has_decimal_commas(making: "duckdb.DuckDBPyConnection", text: str) -> bool:
    found = making.execute(f"SELECT DISTINCT {text} FROM rows LIMIT {_JUDGED}").fetchall()
    return has_decimal_commas([each for (each,) in found])


def _is_truth(making: "duckdb.DuckDBPyConnection", text: str) -> bool:
    found = making.execute(f"SELECT DISTINCT lower({text}) FROM rows LIMIT 5").fetchall()
    texts = {each for (each,) in found if not is_blank(each)}
    return bool(texts & {*_TRUE}) and texts <= {*_TRUE, *_FALSE}


def _has_bare_years(making: "duckdb.DuckDBPyConnection", text: str) -> bool:
    query = f"SELECT avg((length({text}) = 4)::INT) FROM rows WHERE {text} != ''"
    (share,) = making.execute(query).fetchone() or (0,)
    return (share or 0) > 0.5


def _parsed(text: str, sort: str) -> str | None:
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


def _facts(
    making: "duckdb.DuckDBPyConnection", width: int, values: Mapping[int, _Value]
) -> Iterator[ColumnFacts]:
    """What queries want to know of every column before they are made."""
    for number in range(width):
        text, value = f"t{number}", f"v{number}"
        filled = f"count({value})" if number in values else f"count_if({text} != '')"
        wanted = [filled, f"count(DISTINCT {text})"]
        if number in values and values[number].sort == "DOUBLE":
            wanted += [f"min({value})", f"max({value})", f"bool_and({value} = floor({value}))"]
        found = making.execute(f"SELECT {', '.join(wanted)} FROM rows").fetchone() or (0, 0)
        lowest, highest, whole = found[2:] or (0.0, 0.0, False)
        yield ColumnFacts(found[0], found[1], lowest or 0.0, highest or 0.0, bool(whole))
