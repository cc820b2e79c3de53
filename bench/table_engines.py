"""DuckDB against SQLite on one long table: python -m bench.table_engines FLIGHTS.csv

Prints seconds to load a CSV file of flights and milliseconds for four queries, the median of five.
"""

import argparse
import csv
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from manyhop.sources import Table, row_file, table_engine
from manyhop.sources.reading import read_file

_QUERIES = {
    "count of one carrier": "SELECT count(*) FROM {0} WHERE {1[carrier]} = 'UA'",
    "mean delay by carrier": "SELECT {1[carrier]}, avg({2[dep_delay]}) FROM {0} GROUP BY 1",
    "ten latest": "SELECT {1[tailnum]}, {2[dep_delay]} FROM {0} ORDER BY 2 DESC LIMIT 10",
    "planes by flights": (
        "SELECT {1[tailnum]}, count(*) FROM {0} GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    path = parser.parse_args().file
    started = time.perf_counter()
    [table] = read_file(path, path.name)
    assert isinstance(table, Table)
    assert table.whole
    loaded = time.perf_counter() - started
    names = [column.name for column in table.columns]
    texts = {name: f"t{number}" for number, name in enumerate(names)}
    values = {name: f"v{number}" for number, name in enumerate(names)}
    parquet = f"'{row_file(table.whole.digest)}'"
    duck = [
        _timed(table_engine().execute, sql.format(parquet, texts, values))
        for sql in _QUERIES.values()
    ]
    with tempfile.TemporaryDirectory() as folder, sqlite3.connect(Path(folder) / "x") as database:
        started = time.perf_counter()
        marks = ", ".join("?" * len(names))
        database.execute(f"CREATE TABLE x ({', '.join(f'{name} NUMERIC' for name in names)})")
        with path.open(newline="") as file:
            rows = csv.reader(file)
            next(rows)
            database.executemany(f"INSERT INTO x VALUES ({marks})", rows)
        database.commit()
        stored = time.perf_counter() - started
        same = {name: name for name in names}
        lite = [_timed(database.execute, sql.format("x", same, same)) for sql in _QUERIES.values()]
    print(f"{'':24}{'DuckDB':>10}{'SQLite':>10}")
    print(f"{'load, s':24}{loaded:10.1f}{stored:10.1f}")
    for name, one, other in zip(_QUERIES, duck, lite, strict=True):
        print(f"{name + ', ms':24}{1000 * one:10.0f}{1000 * other:10.0f}")


def _timed(execute: Callable[[str], Any], sql: str) -> float:
    times = []
    for _ in range(5):
        started = time.perf_counter()
        execute(sql).fetchall()
        times.append(time.perf_counter() - started)
    return median(times)


if __name__ == "__main__":
    main()
