"""Diversity and neighbours, against SciPy's pairs and scikit-learn's nearest neighbours."""

from collections import Counter

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.neighbors import NearestNeighbors
from tests.audit.analyses.answered import scored_run

from manyhop.audit.analyses import (
    TrainingData,
    TrainingPart,
    diversity,
    mean_distance,
    near_duplicates,
    nearest_distances,
    neighbours,
    similar,
)
from manyhop.models import StaticEncoder

ENCODER = StaticEncoder.load()
QUESTIONS = [
    "What colour is the bus?",
    "What color is the bus?",
    "Why do the people carry umbrellas?",
    "Who invented the instrument on the table?",
    "How many wheels does the lorry have?",
    "In which season was the picture taken?",
]


def test_the_mean_distance_is_that_of_all_pairs() -> None:
    vectors = np.random.default_rng(0).normal(size=(60, 8)) + 0.5
    found = mean_distance(vectors, [""] * 60)
    assert found.value == pytest.approx(pdist(vectors, "cosine").mean())
    left = [pdist(np.delete(vectors, n, axis=0), "cosine").mean() for n in range(60)]
    deviation = np.sqrt(59 / 60 * np.sum((np.array(left) - np.mean(left)) ** 2))
    assert found.high - found.low == pytest.approx(2 * 1.959964 * deviation, rel=1e-4)


def test_groups_are_left_out_whole() -> None:
    vectors = np.repeat(np.random.default_rng(1).normal(size=(20, 8)), 5, axis=0)
    alone = mean_distance(vectors, [""] * 100)
    together = mean_distance(vectors, [f"image {n // 5}" for n in range(100)])
    assert together.value == alone.value
    assert together.high - together.low > 1.5 * (alone.high - alone.low)


def test_nearest_neighbours_are_those_of_scikit_learn() -> None:
    chance = np.random.default_rng(2)
    rows, others = (chance.normal(size=(size, 16)).astype(np.float32) for size in (50, 80))
    rows, others = (x / np.linalg.norm(x, axis=1, keepdims=True) for x in (rows, others))
    theirs, _ = NearestNeighbors(n_neighbors=1, metric="cosine").fit(others).kneighbors(rows)
    assert nearest_distances(rows, others) == pytest.approx(theirs[:, 0], abs=1e-5)


def test_the_most_similar_question_comes_first() -> None:
    found = similar("What is the colour of the bus?", QUESTIONS, ENCODER, k=5)
    assert len(found) == 5
    assert {found[0].text, found[1].text} == set(QUESTIONS[:2])
    assert [each.similarity for each in found] == sorted(
        (each.similarity for each in found), reverse=True
    )
    assert similar("Anything?", [], ENCODER) == []


def test_near_duplicates_are_found_once() -> None:
    found = near_duplicates([*QUESTIONS, QUESTIONS[3]], ENCODER, 0.2)
    assert (found[0].first, found[0].second, found[0].distance) == (QUESTIONS[3],) * 2 + (0.0,)
    assert {(pair.first, pair.second) for pair in found[1:]} <= {(QUESTIONS[0], QUESTIONS[1])}


def test_distances_to_training_and_within_the_set() -> None:
    run = scored_run("a", [1.0] * 6)
    known = TrainingData(
        parts=(TrainingPart(Counter(), (run.samples[0].question, QUESTIONS[2])),),
        note="training: two questions",
    )
    found = neighbours(run.samples, known, ENCODER)
    assert found is not None
    near = found.cell("training", "mean distance")
    assert near is not None
    vectors = ENCODER.encode([sample.question for sample in run.samples])
    others = ENCODER.encode(list(known.parts[0].questions))
    assert near.value == pytest.approx((1 - (vectors @ others.T).max(axis=1)).mean(), abs=1e-6)
    assert [row.label for row in found.rows] == ["training", "the same set, other groups"]


def test_questions_without_rationales_have_one_row() -> None:
    found = diversity(scored_run("a", [1.0] * 4).samples, ENCODER)
    assert [row.label for row in found.rows] == ["questions"]
