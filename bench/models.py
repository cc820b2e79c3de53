"""How good every embedded model is, on development data, beside the plain way and the first trial.

    python -m bench.models
    python -m bench.models --only reading,saying --limit 50

Each capability is measured by its own module: `bench/models_reading.py` and so on, whose `rows`
yields one `Row` per figure. Nothing is written.
"""

import argparse
import importlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from bench.model_rows import Row, scored_row
from manyhop.errors import ManyhopError

__all__ = ["CAPABILITIES", "Row", "measure", "scored_row"]

CAPABILITIES = ("reading", "tables", "sources", "questions", "images", "saying")


def measure(name: str, data: Path, limit: int | None) -> Iterator[Row]:
    """The rows of one capability; what it lacks is an ImportError, a ManyhopError or an OSError."""
    yield from importlib.import_module(f"bench.models_{name}").rows(data, limit)


def table(rows: list[Row]) -> Table:
    """All figures; a value that falls short of its trial or aim is red, one that does not green."""
    shown = Table(title="Embedded models on development data (95% bootstrap intervals)")
    for heading in ("capability", "measure"):
        shown.add_column(heading)
    for heading in ("n", "baseline", "ours", "trial", "aim"):
        shown.add_column(heading, justify="right")
    shown.add_column("note")
    for row in rows:
        shown.add_row(
            escape(row.capability),
            escape(row.measure),
            f"{row.n:,}",
            _figure(row.baseline),
            f"{row.value:.1f} ({row.low:.1f}–{row.high:.1f})",
            _goal(row.value, row.trial),
            _goal(row.value, row.aim),
            escape(row.note),
        )
    return shown


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"


def _goal(value: float, goal: float | None) -> str:
    if goal is None:
        return ""
    colour = "green" if round(value, 1) >= goal else "red"
    return f"[{colour}]{goal:g}[/]"


def main() -> None:
    """Measure what the command line names and print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--only", default=",".join(CAPABILITIES), help="capabilities, by comma")
    parser.add_argument("--limit", type=int, help="at most this many questions a row")
    parser.add_argument("--json", action="store_true", help="one line per row, no table")
    given = parser.parse_args()
    unknown = {*given.only.split(",")} - {*CAPABILITIES}
    if unknown:
        parser.error(f"no capability {', '.join(sorted(unknown))}; there are {CAPABILITIES}")

    progress = Console(stderr=True)
    rows: list[Row] = []
    missing: list[str] = []
    for name in given.only.split(","):
        start = time.perf_counter()
        try:
            for row in measure(name, given.data, given.limit):
                rows.append(row)
                if given.json:
                    print(json.dumps(row._asdict(), ensure_ascii=False), flush=True)
        except (ImportError, OSError, ManyhopError) as lack:
            missing.append(f"not measured: {name}: {lack}")
        progress.print(f"{name}: {time.perf_counter() - start:.0f} s", style="dim")
    if not given.json:
        Console().print(table(rows))
    for line in missing:
        progress.print(line, style="yellow", markup=False)


if __name__ == "__main__":
    main()
