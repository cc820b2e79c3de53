from collections import Counter

import numpy as np
import pytest

from manyhop.generation.procedures import ClozeSettings
from manyhop.generation.procedures._blank import Blank, Choices
from manyhop.generation.procedures._budget import budget_choices, clusters
from manyhop.generation.procedures._choosing import neighbourhood_choices
from manyhop.generation.procedures._exchange import exchange_choices
from manyhop.generation.procedures._pool import Item, Pool

WRONG = 3


def world(number: int, *changes: str) -> tuple[list[Blank], Pool]:
    """As many titles as questions, scattered at random; question n has title n as its answer."""
    settings = ClozeSettings(neighbours=40, clusters=6).changed(list(changes))
    vectors = np.random.default_rng(0).normal(size=(number, 5)).astype(np.float32)
    items = [Item(f"title {one}", frozenset([f"p{one}"])) for one in range(number)]
    blanks = [
        Blank(
            task="textual_cloze",
            split="train",
            procedure=f"p{one}",
            length=8,
            steps=(0, 1, 2, 3),
            shown=("a", f"title {one}", "b", "c"),
            hole=1,
            position=one % 4,
        )
        for one in range(number)
    ]
    return blanks, Pool(items, vectors, settings)


def check(made: list[Choices], pool: Pool) -> None:
    for one in made:
        assert len({*one.wrong, one.blank.answer}) == WRONG + 1
        row = pool.row(one.blank.answer)
        kept = {pool.items[other].name for other in pool.kept(row)}
        assert set(one.wrong) <= kept


def spent(made: list[Choices], pool: Pool) -> Counter[int]:
    number = pool.settings.clusters
    assigned = clusters(pool.vectors, number, np.random.default_rng(0))
    return Counter(int(assigned[pool.row(name)]) for one in made for name in one.wrong)


def test_wrong_choices_are_neighbours_beyond_the_mean() -> None:
    blanks, pool = world(120)
    made = neighbourhood_choices(blanks, pool, WRONG, seed=0)
    assert [one.blank for one in made] == blanks
    check(made, pool)
    assert made == neighbourhood_choices(blanks, pool, WRONG, seed=0)
    assert made != neighbourhood_choices(blanks, pool, WRONG, seed=1)


@pytest.mark.parametrize(("spent_at", "most"), [("zero", 20), ("below_zero", 21)])
def test_no_cluster_gives_more_than_its_budget(spent_at: str, most: int) -> None:
    settings = ("budget=20", "exhausted=drop", f"spent_at={spent_at}")
    blanks, pool = world(120, *settings)
    made = budget_choices(blanks, pool, WRONG, seed=0)
    check(made, pool)
    assert 0 < len(made) < len(blanks)
    assert max(spent(made, pool).values()) <= most


def test_an_exhausted_budget_is_overdrawn_or_refilled_and_every_question_gets_its_choices() -> None:
    for rule in ("overdraw", "refill"):
        blanks, pool = world(120, "budget=5", f"exhausted={rule}")
        made = budget_choices(blanks, pool, WRONG, seed=0)
        check(made, pool)
        assert len(made) == len(blanks)


def test_the_budget_evens_out_how_often_clusters_give_wrong_choices() -> None:
    blanks, plain = world(400)
    _, pool = world(400, "remedy=budget")
    before = spent(neighbourhood_choices(blanks, plain, WRONG, seed=0), plain)
    after = spent(budget_choices(blanks, pool, WRONG, seed=0), pool)
    assert np.std(list(after.values())) < np.std(list(before.values())) / 2


def test_a_budget_by_answers_lets_a_cluster_be_wrong_thrice_as_often_as_right() -> None:
    blanks, pool = world(400, "budget_by=answers")
    made = budget_choices(blanks, pool, WRONG, seed=0)
    assigned = clusters(pool.vectors, pool.settings.clusters, np.random.default_rng(0))
    right = Counter(int(assigned[pool.row(one.answer)]) for one in blanks)
    for cluster, number in spent(made, pool).items():
        assert number == pytest.approx(WRONG * right[cluster], rel=0.1)


@pytest.mark.parametrize(
    "change",
    [
        "repeated_draw=spends",
        "title_index=as_printed",
        "cluster_neighbours=20",
        "clusters=1",
        "clusters=500",
        "budget=1",
    ],
)
def test_algorithm_1_ends_whatever_the_settings(change: str) -> None:
    blanks, pool = world(120, "exhausted=drop", change)
    made = budget_choices(blanks, pool, WRONG, seed=0)
    assert all(len({*one.wrong, one.blank.answer}) == WRONG + 1 for one in made)
    assert made == budget_choices(blanks, pool, WRONG, seed=0)


def test_whatever_looks_at_the_choices_alone_is_right_once_in_four_exchanged_questions() -> None:
    blanks, pool = world(200)
    made = exchange_choices(blanks, pool, WRONG, seed=0)
    assert len(made) >= 180
    sets = [tuple(sorted((*one.wrong, one.blank.answer))) for one in made]
    assert set(Counter(sets).values()) == {4}
    for taste in (min, max, lambda names: names[len(names[0]) % 4]):
        right = [taste(names) == one.blank.answer for names, one in zip(sets, made, strict=True)]
        assert sum(right) * 4 == len(made)


def test_exchanged_choices_keep_their_distance_from_each_other_and_their_procedures() -> None:
    blanks, pool = world(200)
    for one in exchange_choices(blanks, pool, WRONG, seed=0):
        row = pool.row(one.blank.answer)
        bound = pool.neighbours(row).mean
        for name in one.wrong:
            other = pool.row(name)
            assert pool.distances([row], [other])[0, 0] >= bound - 1e-9
            assert one.blank.procedure not in pool.items[other].owners


def test_who_finds_no_partners_is_left_out() -> None:
    blanks, pool = world(3)
    assert exchange_choices(blanks, pool, WRONG, seed=0) == []
