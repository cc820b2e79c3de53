"""An immutable file of vectors: rows as int8, and a 4-bit index for scanning when it is large."""

import os
from pathlib import Path

import numpy as np
import turbovec
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Vectors = NDArray[np.float32]

_SCAN_ABOVE = 4096  # below this an exact product is as fast as the 4-bit scan
_RESCORE = 4  # how many times the wanted rows are scored again exactly


def exact_scores(rows: NDArray[np.int8], question: Vectors) -> Vectors:
    """Cosine of each int8 row with the question: the oracle for the 4-bit scan.

    Example: ``exact_scores(rows, encoder.encode(["When did it open?"])[0])``
    """
    wide = rows.astype(np.float32)
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    return np.asarray(wide @ question / np.maximum(lengths, 1e-9), dtype=np.float32)


def quantise(vectors: Vectors) -> NDArray[np.int8]:
    """Each row scaled to use the whole int8 range; cosines survive to about 0.01."""
    largest = np.abs(vectors).max(axis=1, keepdims=True, initial=1e-9)
    rows: NDArray[np.int8] = np.rint(vectors * (127.0 / largest)).astype(np.int8)
    return rows


def _save(path: Path, array: NDArray[np.generic]) -> None:
    with path.open("wb") as file:
        np.save(file, array)
        file.flush()
        os.fsync(file.fileno())


class Segment:
    """Vectors of one kind of source, written once; keys ascend."""

    def __init__(self, stem: Path) -> None:
        self.stem = stem
        self.keys: Keys = np.load(stem.with_suffix(".keys.npy"), mmap_mode="r")
        self.rows: NDArray[np.int8] = np.load(stem.with_suffix(".rows.npy"), mmap_mode="r")
        scan = stem.with_suffix(".scan")
        self._scan = turbovec.TurboQuantIndex.load(str(scan)) if scan.exists() else None

    @classmethod
    def write(cls, stem: Path, keys: Keys, rows: NDArray[np.int8]) -> None:
        """Put a new segment on disk."""
        stem.parent.mkdir(parents=True, exist_ok=True)
        _save(stem.with_suffix(".keys.npy"), keys)
        _save(stem.with_suffix(".rows.npy"), rows)
        if len(keys) > _SCAN_ABOVE:
            scan = turbovec.TurboQuantIndex(rows.shape[1], 4)
            for start in range(0, len(rows), 1 << 16):
                block = rows[start : start + (1 << 16)].astype(np.float32)
                block /= np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1e-9)
                scan.add(block)
            scan.write(str(stem.with_suffix(".scan")))

    @staticmethod
    def remove(stem: Path) -> None:
        """Take a segment's files away."""
        for suffix in (".keys.npy", ".rows.npy", ".scan"):
            stem.with_suffix(suffix).unlink(missing_ok=True)

    def search(self, question: Vectors, limit: int) -> tuple[Keys, Vectors]:
        """The nearest keys and their cosines, best first."""
        if self._scan is None:
            slots = np.arange(len(self.keys))
        else:
            wanted = min(len(self.keys), max(_RESCORE * limit, 64))
            _, found = self._scan.search(question[None], wanted)
            slots = np.sort(found[0].astype(np.int64))
        scores = exact_scores(self.rows[slots], question)
        best = np.argsort(-scores, kind="stable")[:limit]
        return self.keys[slots[best]], scores[best]

    def scores_of(self, keys: Keys, question: Vectors) -> tuple[Keys, Vectors]:
        """The cosines of those of the (ascending) keys that are in this segment."""
        slots = np.searchsorted(self.keys, keys)
        slots = np.minimum(slots, len(self.keys) - 1)
        mine = self.keys[slots] == keys
        return keys[mine], exact_scores(self.rows[slots[mine]], question)
