"""Indexing by format: files and megabytes a second, with the reading worker and without it.

    python bench/indexing.py            # invented files of each format
    python bench/indexing.py FOLDER …   # the files there, by their suffixes

Both ways index the same files into fresh collections, in turn, and the best of some rounds
counts. The ratio is what the worker costs (1.1: a tenth more time): by the clock, and in seconds
of the processor, its own and its workers', which a busy machine disturbs less.
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
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="indexing-") as scratch:
        folders = options.folders or [_invented(Path(scratch) / "files")]
        print("format      files      MB   files/s    MB/s   without   ratio  processor")
        for suffix, files in _by_suffix(folders).items():
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
    inside, outside = [], []
    for _ in range(rounds):
        inside.append(_cost(files, scratch))
        with _no_worker():
            outside.append(_cost(files, scratch))
    size = sum(path.stat().st_size for path in files) / 1e6
    worker, without = (Cost(*map(min, zip(*costs, strict=True))) for costs in (inside, outside))
    print(
        f"{suffix:10}{len(files):7,}{size:8.1f}{len(files) / worker.clock:10.1f}"
        f"{size / worker.clock:8.2f}{without.clock:9.2f}s"
        f"{worker.clock / without.clock:8.2f}{worker.processor / without.processor:11.2f}",
        flush=True,
    )


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
        "pdf": (60, _pdf),
        "csv": (60, _csv),
        "xlsx": (20, _workbook),
        "parquet": (20, _parquet),
        "jsonl": (10, _lines),
        "png": (100, _picture),
        "jpg": (100, _picture),
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
