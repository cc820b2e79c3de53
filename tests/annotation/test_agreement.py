"""Both figures against other people's code, and where they are undefined."""

import random

import pytest
from nltk.metrics.agreement import AnnotationTask
from statsmodels.stats.inter_rater import aggregate_raters
from statsmodels.stats.inter_rater import fleiss_kappa as their_kappa

from manyhop.annotation import agreement, fleiss_kappa, krippendorff_alpha


def judgements(rng: random.Random, most: int, least: int = 2) -> list[list[str]]:
    return [
        [rng.choice("aab" if rng.random() < 0.5 else "bc") for _ in range(rng.randint(least, most))]
        for _ in range(rng.randint(3, 30))
    ]


@pytest.mark.parametrize("seed", range(20))
def test_alpha_is_that_of_nltk(seed: int) -> None:
    judged = judgements(random.Random(seed), 5)
    triples = [
        (f"person {who}", f"item {number}", said)
        for number, item in enumerate(judged)
        for who, said in enumerate(item)
    ]
    assert krippendorff_alpha(judged) == pytest.approx(AnnotationTask(triples).alpha())


@pytest.mark.parametrize("seed", range(20))
def test_kappa_is_that_of_statsmodels(seed: int) -> None:
    judged = judgements(random.Random(seed), 4, 4)
    table, _ = aggregate_raters(judged)
    assert fleiss_kappa(judged) == pytest.approx(their_kappa(table))


def test_they_are_undefined_where_there_is_nothing_to_agree_on() -> None:
    assert agreement([["a"], ["b"]]).alpha is None
    assert agreement([["a", "a"], ["a", "a"]]).kappa is None
    assert agreement([]).items == 0


def test_items_with_one_judgement_count_for_nothing() -> None:
    some = [["a", "b"], ["a", "a"], ["b", "b"]]
    assert agreement([*some, ["c"]]) == agreement(some)
    assert agreement([*some, ["a", "b", "b"]]).kappa == agreement(some).kappa
