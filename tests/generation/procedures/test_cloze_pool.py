import numpy as np
import pytest

from manyhop.generation.procedures import ClozeSettings
from manyhop.generation.procedures._budget import clusters
from manyhop.generation.procedures._pool import Item, Pool
from manyhop.generation.procedures._pools import WordVectors


def line(*places: float, **changes: str) -> Pool:
    """Items on a line, so that distances can be read off."""
    settings = ClozeSettings(neighbours=4).changed([f"{k}={v}" for k, v in changes.items()])
    items = [Item(f"title {number}", frozenset([f"p{number}"])) for number in range(len(places))]
    return Pool(items, np.array([[place, 0] for place in places], np.float32), settings)


def test_neighbours_nearer_than_the_mean_are_left_out() -> None:
    pool = line(0, 1, 2, 4, 5, 100)
    near = pool.neighbours(0)
    assert near.rows.tolist() == [1, 2, 3, 4]
    assert near.mean == pytest.approx(3.0)
    assert pool.kept(0) == [3, 4]


def test_the_bounds_are_settings() -> None:
    places = (0, 1, 3, 3, 5, 100)
    assert line(*places).kept(0) == [2, 3, 4]
    assert line(*places, at_the_bound="drop").kept(0) == [4]
    assert line(*places, too_near="0.2").kept(0) == [1, 2, 3, 4]
    assert line(*places, too_far="1.5").kept(0) == [2, 3]


def test_neighbours_are_those_of_a_full_sort() -> None:
    vectors = np.random.default_rng(0).normal(size=(300, 8)).astype(np.float32)
    items = [Item(str(number), frozenset()) for number in range(300)]
    pool = Pool(items, vectors, ClozeSettings())
    pool.find(range(300), 100)
    for row in (0, 17, 299):
        distances = np.linalg.norm(vectors - vectors[row], axis=1)
        assert pool.neighbours(row).rows.tolist() == np.argsort(distances)[1:101].tolist()
        np.testing.assert_allclose(
            pool.neighbours(row).distances, np.sort(distances)[1:101], atol=1e-4
        )


def test_a_small_pool_gives_what_it_has() -> None:
    assert line(0, 1).neighbours(0).rows.tolist() == [1]
    assert line(0).kept(0) == []


def test_own_titles_and_the_same_words_are_no_wrong_choices() -> None:
    settings = ClozeSettings()
    names = ("Enjoy!", "ENJOY", "Serve", "Serve warm")
    items = [Item(name, frozenset(["mine"] if name == "Serve" else ["other"])) for name in names]
    pool = Pool(items, np.eye(4, dtype=np.float32), settings)
    assert [pool.allowed(0, "mine", other) for other in range(4)] == [False, False, False, True]
    loose = Pool(items, np.eye(4, dtype=np.float32), settings.changed(["own_titles=allow"]))
    assert loose.allowed(0, "mine", 2)
    loose = Pool(items, np.eye(4, dtype=np.float32), settings.changed(["same_words=allow"]))
    assert loose.allowed(0, "mine", 1)


def test_heaps_that_lie_apart_are_the_clusters() -> None:
    chance = np.random.default_rng(1)
    centres = np.array([[0, 0], [20, 0], [0, 20], [20, 20]])
    heaps = np.repeat(np.arange(4), 30)
    vectors = (centres[heaps] + chance.normal(size=(120, 2))).astype(np.float32)
    found = clusters(vectors, 4, np.random.default_rng(0))
    assert len({(heap, int(one)) for heap, one in zip(heaps, found, strict=True)}) == 4
    assert found.tolist() == clusters(vectors, 4, np.random.default_rng(0)).tolist()


def test_clusters_are_about_as_tight_as_scipy_s() -> None:
    vq = pytest.importorskip("scipy.cluster.vq")
    vectors = np.random.default_rng(2).normal(size=(500, 6)).astype(np.float32)

    def looseness(found: np.ndarray) -> float:
        return sum(
            float(((vectors[found == one] - vectors[found == one].mean(axis=0)) ** 2).sum())
            for one in np.unique(found)
        )

    theirs = min(looseness(vq.kmeans2(vectors, 12, minit="++", seed=n)[1]) for n in range(5))
    ours = min(looseness(clusters(vectors, 12, np.random.default_rng(n))) for n in range(5))
    assert ours <= 1.03 * theirs


def test_no_more_clusters_than_rows_and_none_of_nothing() -> None:
    rows = np.zeros((3, 2), np.float32)
    assert clusters(rows, 10, np.random.default_rng(0)).max() < 3
    assert clusters(rows[:0], 10, np.random.default_rng(0)).tolist() == []


def test_words_in_the_same_company_get_like_vectors() -> None:
    dry, wet = ("sand", "file", "scrape"), ("boil", "steep", "pour")
    titles = [f"{verb} the oak board edge" for verb in dry for _ in range(60)]
    titles += [f"{verb} hot mint tea water" for verb in wet for _ in range(60)]
    settings = ClozeSettings(word2vec_dimension=16, word2vec_epochs=8)
    words = WordVectors(titles, settings)
    vectors = words.encode([*dry, *wet])
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    likeness = vectors @ vectors.T
    assert likeness[0, 1:3].min() > likeness[0, 3:].max()
    assert words.encode(["never seen"]).tolist() == [[0.0] * 16]
    again = WordVectors(titles, settings)
    assert np.array_equal(words.encode(titles[:3]), again.encode(titles[:3]))
