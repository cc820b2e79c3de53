from tests.audit.invented import fair

from manyhop.audit._cheater import choice_sets, folds_of
from manyhop.audit._item import Item, choice_items


def test_documents_stay_whole_and_every_question_is_asked_once() -> None:
    items = choice_items(fair(60, 0))
    asked: list[int] = []
    for fold in folds_of(items, 4, seed=1):
        groups = [{items[row].group for row in rows.tolist()} for rows in vars(fold).values()]
        learnt, held, there = groups
        assert not learnt & there
        assert not held & there
        assert not learnt & held
        asked += fold.asked.tolist()
    assert sorted(asked) == list(range(60))


def test_another_seed_shares_out_otherwise() -> None:
    items = choice_items(fair(60, 0))
    first = [fold.asked.tolist() for fold in folds_of(items, 3, seed=0)]
    assert first == [fold.asked.tolist() for fold in folds_of(items, 3, seed=0)]
    assert first != [fold.asked.tolist() for fold in folds_of(items, 3, seed=1)]


def test_nothing_is_learnt_from_the_very_choices_that_are_asked() -> None:
    items = choice_items(fair(40, 0))
    twice = [*items, *(_renamed(item) for item in items)]
    sets = choice_sets(twice)
    assert sets[:40].tolist() == sets[40:].tolist()
    for fold in folds_of(twice, 2, seed=0):
        assert not set(sets[fold.asked].tolist()) & set(sets[fold.learnt].tolist())


def _renamed(item: Item) -> Item:
    return Item(
        id=f"again {item.id}",
        group=f"again {item.group}",
        question=item.question,
        candidates=tuple(reversed(item.candidates)),
        answer=0,
    )
