"""Recall, nDCG and the reciprocal rank agree with trec_eval."""

import random

import pytest
import pytrec_eval

from manyhop.metrics import retrieval

RANKS = (1, 2, 5, 10, 20)


def test_by_hand() -> None:
    assert retrieval.recall(["a", "b"], {"b": 1, "c": 1}, 2) == 0.5
    assert retrieval.ndcg(["x", "a"], {"a": 1}, 10) == pytest.approx(0.6309, abs=1e-4)
    assert retrieval.ndcg(["a"], {"a": 1, "b": 3}, 1) == pytest.approx(1 / 3)
    assert retrieval.reciprocal_rank(["x", "a"], {"a": 1, "x": 0}) == 0.5


def test_where_nothing_is_relevant_or_found() -> None:
    assert retrieval.recall(["a"], {"a": 0}, 5) == 0
    assert retrieval.ndcg([], {"a": 1}, 5) == retrieval.ndcg(["a"], {}, 5) == 0
    assert retrieval.reciprocal_rank(["x"], {"a": 1}) == 0


def test_as_trec_eval() -> None:
    rng = random.Random(19)
    documents = [f"d{number}" for number in range(40)]
    for _ in range(30):
        relevant = {id: rng.choice((0, 1, 1, 2, 3)) for id in rng.sample(documents, 9)}
        found = rng.sample(documents, rng.randrange(1, 30))
        measures = {f"recall.{k}" for k in RANKS} | {f"ndcg_cut.{k}" for k in RANKS}
        theirs = pytrec_eval.RelevanceEvaluator({"q": relevant}, measures | {"recip_rank"})
        scores = {id: float(len(found) - rank) for rank, id in enumerate(found)}
        wanted = theirs.evaluate({"q": scores})["q"]
        for k in RANKS:
            assert retrieval.recall(found, relevant, k) == pytest.approx(wanted[f"recall_{k}"])
            assert retrieval.ndcg(found, relevant, k) == pytest.approx(wanted[f"ndcg_cut_{k}"])
        assert retrieval.reciprocal_rank(found, relevant) == pytest.approx(wanted["recip_rank"])
