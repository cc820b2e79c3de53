from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from manyhop.collection._vectors import Segment, exact_scores, quantise


def unit_rows(count: int, dimension: int = 64) -> NDArray[np.float32]:
    rows = np.random.default_rng(count).standard_normal((count, dimension)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def written(folder: Path, vectors: NDArray[np.float32]) -> Segment:
    keys = np.arange(len(vectors), dtype=np.uint64) * 3 + 5
    Segment.write(folder / "one", keys, quantise(vectors), vectors.shape[1])
    return Segment(folder / "one")


def search(
    segment: Segment, question: NDArray[np.float32], limit: int
) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    slots, _ = segment.nearest(question, 100)
    keys, scores = segment.exact(slots, question)
    best = np.argsort(-scores)[:limit]
    return keys[best], scores[best]


def test_quantised_cosines_are_close_to_exact_ones() -> None:
    vectors = unit_rows(500)
    assert np.abs(exact_scores(quantise(vectors), vectors[0]) - vectors @ vectors[0]).max() < 0.01


@pytest.mark.parametrize("count", [1, 100, 9_000])
def test_a_segment_finds_what_an_exact_search_finds(tmp_path: Path, count: int) -> None:
    vectors = unit_rows(count)
    segment = written(tmp_path, vectors)
    assert (tmp_path / "one.scan").exists() == (count > 4096)
    agreed = 0
    for row in range(0, count, max(count // 50, 1)):
        keys, scores = search(segment, vectors[row], 10)
        assert keys[0] == row * 3 + 5
        assert list(scores) == sorted(scores, reverse=True)
        exact = np.argsort(-(vectors @ vectors[row]))[:10] * 3 + 5
        agreed += len(set(exact.tolist()) & set(keys.tolist())) / min(10, count) > 0.7
    assert agreed >= 0.9 * len(range(0, count, max(count // 50, 1)))


def test_scores_of_given_keys(tmp_path: Path) -> None:
    vectors = unit_rows(10)
    keys, scores = written(tmp_path, vectors).scores_of(
        np.array([4, 5, 8, 999], dtype=np.uint64), vectors[1]
    )
    assert keys.tolist() == [5, 8]
    assert scores[1] == pytest.approx(1.0, abs=0.01)


def test_a_scan_over_the_leading_numbers_is_scored_again_with_all(tmp_path: Path) -> None:
    vectors = unit_rows(9_000)
    vectors[:, 32:] *= 0.2
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    Segment.write(tmp_path / "one", np.arange(9_000, dtype=np.uint64), quantise(vectors), 32)
    keys, scores = search(Segment(tmp_path / "one"), vectors[77], 3)
    assert keys[0] == 77
    assert scores[0] == pytest.approx(1.0, abs=0.01)
