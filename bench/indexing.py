"""Indexing by format: files and megabytes a second, with the reading worker and without it.

    python bench/indexing.py                # invented files of each format
    python bench/indexing.py --only txt jpg
    python bench/indexing.py FOLDER …       # the files there, by their suffixes

Both ways index the same files into fresh collections, in turn, round by round. The ratios are what
the worker costs (1.1: a tenth more): by the clock, and in seconds of the processor, ours and our
workers', which a busy machine disturbs less; each the median over the rounds with a 95% bootstrap
interval. Speeds are those of the median round with the worker.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
import psutil

from manyhop.collection import Collection, _indexing, _pictures, index_paths
from manyhop.models import picture_features
from manyhop.sources import AnySource
from manyhop.sources.reading import FoundFile, Reach, Skipped, walk
from manyhop.sources.reading._dispatch import read_here

_WORDS = (
    "bridge",
    "river",
    "tower",
    "cable",
    "opened",
    "spans",
    "north",
    "estuary",
    "ferry",
    "mill",
)


def main() -> None:
    """Print one row for each format."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="*", default=[], help="formats, such as: txt jpg")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="indexing-") as scratch:
        folders = options.folders or [_invented(Path(scratch) / "files")]
        print(f"format     files     MB  files/s    MB/s  {'clock':20}{'processor':20}rounds")
        for suffix, files in _by_suffix(folders).items():
            if not options.only or suffix.removeprefix(".") in options.only:
                _measure(suffix, files, Path(scratch), options.rounds)


def _by_suffix(folders: list[Path]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for file in walk(folders):
        if isinstance(file, FoundFile):
            path = Path(file.path)
            found.setdefault(path.suffix.lower() or "none", []).append(path)
    return dict(sorted(found.items()))


class Cost(NamedTuple):
    """Seconds by the clock, and of the processor."""

    clock: float
    processor: float


def _measure(suffix: str, files: list[Path], scratch: Path, rounds: int) -> None:
    _cost(files, scratch)  # what is loaded once is no matter of the worker
    costs = [_pair(files, scratch, bool(number % 2)) for number in range(rounds)]
    size = sum(path.stat().st_size for path in files) / 1e6
    seconds = float(np.median([worker.clock for worker, _ in costs]))
    clock = [worker.clock / without.clock for worker, without in costs]
    processor = [worker.processor / without.processor for worker, without in costs]
    print(
        f"{suffix:10}{len(files):6,}{size:7.1f}{len(files) / seconds:9.1f}{size / seconds:8.2f}"
        f"  {_with_interval(clock):20}{_with_interval(processor):20}{rounds}",
        flush=True,
    )


def _pair(files: list[Path], scratch: Path, worker_first: bool) -> tuple[Cost, Cost]:
    """With the worker and without it, in either order."""
    if worker_first:
        worker = _cost(files, scratch)
    with _no_worker():
        without = _cost(files, scratch)
    return worker if worker_first else _cost(files, scratch), without


def _with_interval(ratios: list[float]) -> str:
    rng = np.random.default_rng(15)
    drawn = np.median(rng.choice(ratios, (2000, len(ratios))), axis=1)
    low, high = np.percentile(drawn, (2.5, 97.5))
    return f"{np.median(ratios):.2f} ({low:.2f}-{high:.2f})"


def _cost(files: list[Path], scratch: Path) -> Cost:
    with (
        tempfile.TemporaryDirectory(dir=scratch) as folder,
        Collection.open(folder, create=True) as collection,
    ):
        start, used = time.perf_counter(), _processor()
        index_paths(collection, files, ocr=False)
        return Cost(time.perf_counter() - start, _processor() - used)


def _processor() -> float:
    me = psutil.Process()
    times = [process.cpu_times() for process in (me, *me.children())]
    return sum(one.user + one.system for one in times)


@contextmanager
def _no_worker() -> Iterator[None]:
    def read(path: Path, origin: str, *, reach: Reach) -> Iterator[AnySource | Skipped]:
        yield from read_here(path, origin, reach)

    with (
        patch.object(_indexing, "read_file", read),
        patch.object(_pictures, "examine_picture", picture_features),
    ):
        yield


def _invented(folder: Path) -> Path:
    """Files of each format, with words and figures of no meaning."""
    folder.mkdir()
    rng = random.Random(15)
    makers: dict[str, tuple[int, Callable[[random.Random, Path], None]]] = {
        "md": (300, _markdown),
        "html": (300, _html),
        "txt": (300, _plain),
        "pdf": (30, _pdf),
        "csv": (20, _csv),
        "xlsx": (6, _workbook),
        "parquet": (6, _parquet),
        "jsonl": (3, _lines),
        "png": (40, _picture),
        "jpg": (40, _picture),
    }
    for suffix, (count, make) in makers.items():
        for number in range(count):
            make(rng, folder / f"{number}.{suffix}")
    return folder


def _text(rng: random.Random, words: int = 80) -> str:
    return " ".join(rng.choices(_WORDS, k=words)).capitalize() + f" {rng.randrange(10**6)}."


def _markdown(rng: random.Random, path: Path) -> None:
    parts = [f"## {_text(rng, 3)}\n\n{_text(rng)}\n\n{_text(rng)}\n" for _ in range(10)]
    path.write_text(f"# {_text(rng, 4)}\n\n" + "\n".join(parts))


def _html(rng: random.Random, path: Path) -> None:
    parts = [f"<h2>{_text(rng, 3)}</h2><p>{_text(rng)}</p><p>{_text(rng)}</p>" for _ in range(10)]
    path.write_text(f"<html><body><h1>{_text(rng, 4)}</h1>{''.join(parts)}</body></html>")


def _plain(rng: random.Random, path: Path) -> None:
    path.write_text("\n\n".join(_text(rng) for _ in range(20)))


def _pdf(rng: random.Random, path: Path) -> None:
    lines = "".join(f"({_text(rng, 9)}) Tj 0 -14 Td " for _ in range(40))
    drawing = f"BT /F1 10 Tf 40 700 Td {lines}ET"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{'3 0 R ' * 10}] /Count 10 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
        " /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body = "".join(f"{number} 0 obj\n{one}\nendobj\n" for number, one in enumerate(objects, 1))
    path.write_text(f"%PDF-1.4\n{body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n")


def _rows(rng: random.Random, count: int) -> list[list[str]]:
    rows = [[_text(rng, 2), *(str(rng.randrange(10**6)) for _ in range(7))] for _ in range(count)]
    return [[f"column {number}" for number in range(8)], *rows]


def _csv(rng: random.Random, path: Path) -> None:
    path.write_text("\n".join(",".join(row) for row in _rows(rng, 2_000)))


def _workbook(rng: random.Random, path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for row in _rows(rng, 1_000):
        sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
    book.save(path)


def _parquet(rng: random.Random, path: Path) -> None:
    from arro3.core import Array, DataType, Table
    from arro3.io import write_parquet

    header, *rows = _rows(rng, 2_000)
    columns = zip(*rows, strict=True)
    arrays = [Array(list(column), DataType.string()) for column in columns]
    write_parquet(Table.from_pydict(dict(zip(header, arrays, strict=True))), path)


def _lines(rng: random.Random, path: Path) -> None:
    path.write_text("\n".join(f'{{"text": "{_text(rng)}"}}' for _ in range(2_000)))


def _picture(rng: random.Random, path: Path) -> None:
    from PIL import Image

    noise = Image.frombytes("RGB", (40, 30), rng.randbytes(3600)).resize((800, 600))
    noise.save(path, quality=85)


if __name__ == "__main__":
    main()
