"""Nearest neighbours over the segments that a commit lists."""

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import turbovec
from numpy.typing import NDArray

from manyhop.collection._folder import reached, sync_folder
from manyhop.collection._mishaps import IndexDamagedError
from manyhop.sources import Kind

# An immutable file of vectors: rows as int8, and a 4-bit index for scanning when it is large.

Keys = NDArray[np.uint64]
Rows = NDArray[np.int8]
Slots = NDArray[np.int64]
Vectors = NDArray[np.float32]

_SCAN_ABOVE = 4096  # below this an exact product is as fast as the 4-bit scan


def exact_scores(rows: Rows, question: Vectors) -> Vectors:
    """Cosine of each int8 row with the question: the oracle for the 4-bit scan.

    Example: ``exact_scores(rows, encoder.encode(["When did it open?"])[0])``
    """
    wide = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    return np.asarray(wide @ question / np.maximum(lengths, 1e-9), dtype=np.float32)


def quantise(vectors: Vectors) -> Rows:
    """Each row scaled to use the whole int8 range; cosines survive to about 0.01."""
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=1e-9)
    rows: Rows = np.rint(vectors * (127.0 / largest)).astype(np.int8)
    return rows


def _save(path: Path, array: NDArray[np.generic]) -> None:
    with path.open("xb") as file:
        header = np.lib.format.header_data_from_array_1_0(array)
        np.lib.format.write_array_header_1_0(file, header)
        file.write(np.ascontiguousarray(array).data.cast("B"))  # np.save hides why it fails
        file.flush()
        os.fsync(file.fileno())
    reached("a vector file is written")


def segment_files(stem: Path) -> list[Path]:
    """The files of a segment; the last is there only if it is large."""
    keys, rows, scan = (stem.with_suffix(end) for end in (".keys.npy", ".rows.npy", ".scan"))
    return [keys, rows, scan] if scan.exists() else [keys, rows]


class Segment:
    """Vectors of one kind of source, written once; keys ascend."""

    def __init__(self, stem: Path) -> None:
        keys, rows, *scan = segment_files(stem)
        self.keys: Keys = _opened(keys)
        self._rows = _RowFile(rows)
        if len(self._rows) != len(self.keys):
            raise IndexDamagedError(rows, f"{len(self._rows)} rows for {len(self.keys)} keys")
        self._scan = _opened_scan(scan[0]) if scan else None

    @classmethod
    def write(cls, stem: Path, keys: Keys, rows: Rows, leading: int) -> None:
        """Put a new segment on disk; its first ``leading`` numbers are what a scan looks at."""
        stem.parent.mkdir(parents=True, exist_ok=True)
        _save(stem.with_suffix(".keys.npy"), keys)
        _save(stem.with_suffix(".rows.npy"), rows)
        if len(keys) > _SCAN_ABOVE:
            scan = turbovec.TurboQuantIndex(leading, 4)
            for start in range(0, len(rows), 1 << 16):
                block = rows[start : start + (1 << 16), :leading].astype(np.float32)
                block /= np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1e-9)
                scan.add(block)
            path = stem.with_suffix(".scan")
            path.touch(exist_ok=False)  # turbovec would write through a link
            scan.write(str(path))
            with path.open("rb") as file:
                os.fsync(file.fileno())
            reached("a vector file is written")
        sync_folder(stem.parent)

    def rows(self) -> Rows:
        """All rows, for merging."""
        return self._rows.all()

    def nearest(self, question: Vectors, limit: int) -> tuple[Slots, Vectors]:
        """Slots and rough scores of the nearest rows; those of any two segments compare."""
        if self._scan is None:
            slots = np.arange(len(self.keys))
            return slots, np.full(len(slots), np.inf, np.float32)
        wanted = min(len(self.keys), limit)
        scores, slots = self._scan.search(question[None, : self._scan.dim], wanted)
        return slots[0], scores[0]

    def exact(self, slots: Slots, question: Vectors) -> tuple[Keys, Vectors]:
        """Keys and cosines of the rows in some slots."""
        rows = self._rows.all() if len(slots) == len(self.keys) else self._rows.some(slots)
        return self.keys[slots], exact_scores(rows, question)

    def scores_of(self, keys: Keys, question: Vectors) -> tuple[Keys, Vectors]:
        """The cosines of those of the (ascending) keys that are in this segment."""
        slots = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return self.exact(slots[self.keys[slots] == keys], question)


def _opened(path: Path) -> "np.memmap[Any, Any]":
    try:
        array = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:
        raise IndexDamagedError(path, str(error)) from error
    if not isinstance(array, np.memmap):
        raise IndexDamagedError(path, "it holds no numbers")
    return array


def _opened_scan(path: Path) -> turbovec.TurboQuantIndex:
    try:
        return turbovec.TurboQuantIndex.load(str(path))
    except FileNotFoundError:
        raise
    except (ValueError, OSError, RuntimeError) as error:
        raise IndexDamagedError(path, str(error)) from error


class _RowFile:
    """Rows by number, read rather than mapped: mapping pulls the whole file into memory.

    The file stays open, so that its rows can be read when a writer has merged it away.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb", buffering=0)
        rows = _opened(path)
        self._offset, self._shape = rows.offset, rows.shape

    def __len__(self) -> int:
        return int(self._shape[0])

    def all(self) -> Rows:
        return np.memmap(self._file, np.int8, "r", self._offset, self._shape)

    def some(self, slots: Slots) -> Rows:
        file, width, offset = self._file.fileno(), self._shape[1], self._offset
        found = b"".join(os.pread(file, width, offset + width * slot) for slot in slots.tolist())
        return np.frombuffer(found, dtype=np.int8).reshape(-1, width)


_RESCORED = 4  # times the wanted rows are scored again with all their numbers
_RESCORED_AT_LEAST = 200


class VectorIndex:
    """The searching side: immutable segments, each of one kind of source.

    Example: ``index.load({"7-snippet": "snippet"}, check); index.search(vector, 10)``
    """

    def __init__(self, folder: Path) -> None:
        self.folder = self._folder = folder
        self._segments: dict[str, tuple[Kind, Segment]] = {}

    def load(self, listed: dict[str, Kind], check: Callable[[str], None]) -> None:
        """Hold exactly the listed segments; those that are new are checked and opened."""
        held: dict[str, tuple[Kind, Segment]] = {}
        for name, kind in listed.items():
            if name not in self._segments:
                check(name)
            held[name] = self._segments.get(name) or (kind, Segment(self._folder / name))
        self._segments = held

    def search(
        self,
        question: Vectors,
        limit: int,
        kinds: Sequence[Kind] | None = None,
        keys: Iterable[int] | None = None,
    ) -> dict[int, float]:
        """The nearest keys and their cosines, best first, of some kinds or among some keys."""
        segments = [
            segment for kind, segment in self._segments.values() if kinds is None or kind in kinds
        ]
        if keys is not None:
            wanted = _ascending(keys)
            return _best([segment.scores_of(wanted, question) for segment in segments], limit)
        rescored = max(_RESCORED * limit, _RESCORED_AT_LEAST)
        near = [segment.nearest(question, rescored) for segment in segments]
        bar = _bar([scores for _, scores in near], rescored)
        found = [
            segment.exact(slots[scores >= bar], question)
            for segment, (slots, scores) in zip(segments, near, strict=True)
        ]
        return _best(found, limit)

    def scores_of(self, keys: Iterable[int], question: Vectors) -> dict[int, float]:
        """The cosines of given keys, best first."""
        wanted = _ascending(keys)
        found = [segment.scores_of(wanted, question) for _, segment in self._segments.values()]
        return _best(found, len(wanted))


def _bar(scores: Sequence[Vectors], number: int) -> float:
    """The rough score that the best ``number`` rows of all segments reach."""
    rough = np.concatenate(
        [each for each in scores if np.isfinite(each).all()] or [np.zeros(0, np.float32)]
    )
    return float(np.partition(rough, -number)[-number]) if len(rough) > number else -np.inf


def _ascending(keys: Iterable[int]) -> Keys:
    return np.unique(np.fromiter(keys, dtype=np.uint64))


def _best(found: Sequence[tuple[Keys, Vectors]], limit: int) -> dict[int, float]:
    if not found:
        return {}
    keys = np.concatenate([each for each, _ in found])
    scores = np.concatenate([each for _, each in found])
    order = np.argsort(-scores, kind="stable")[:limit]
    return dict(zip(keys[order].tolist(), scores[order].tolist(), strict=True))
