import random
from pathlib import Path

import numpy as np
import pytest

from manyhop.audit import (
    ChoiceOnly,
    ChoiceOnlyResult,
    ChoiceQuestion,
    choice_only,
    choice_questions,
    cross_validated,
)
from manyhop.audit._choice_features import Habits
from manyhop.audit._choice_only import _loss, _scores, _slopes, _start
from manyhop.benchmarks import open_benchmark
from manyhop.errors import ManyhopError
from manyhop.models import StaticEncoder

DATA = Path(__file__).parents[2] / "../shared/data/recipeqa/val.json.gz"
ENCODER = StaticEncoder.load()
VERBS = ("cut", "sand", "glue", "paint", "drill", "clamp", "oil", "fold", "rinse", "warm")
THINGS = ("shelf", "panel", "lantern", "board", "hinge", "drawer", "joint", "rail", "lamp", "cork")
TITLES = [f"{verb} the {thing}" for verb in VERBS for thing in THINGS]


def fair(number: int, seed: int = 0) -> list[ChoiceQuestion]:
    """Four titles from one pool, any of them right; two questions to a document."""
    chance = random.Random(f"{seed} fair")
    return [
        ChoiceQuestion(
            str(one), tuple(chance.sample(TITLES, 4)), chance.randrange(4), str(one // 2)
        )
        for one in range(number)
    ]


def spoilt(question: ChoiceQuestion, right: str) -> ChoiceQuestion:
    choices = list(question.choices)
    choices[question.answer] = right
    return ChoiceQuestion(question.id, tuple(choices), question.answer, question.group)


def cheated(asked: list[ChoiceQuestion], seed: int = 0) -> ChoiceOnlyResult:
    """Learnt from the first two thirds, measured on the rest."""
    cut = 2 * len(asked) // 3
    return choice_only(asked[:cut], asked[cut:], encoder=ENCODER, seed=seed)


@pytest.mark.extras
def test_choices_drawn_from_one_pool_give_nothing_away() -> None:
    results = [cheated(fair(300, seed), seed) for seed in range(4)]
    assert all(found.chance == 0.25 for found in results)
    assert sum(found.accuracy.low > 0.25 for found in results) == 0


@pytest.mark.extras
@pytest.mark.parametrize(
    ("family", "spoil"),
    [
        ("form", lambda q: spoilt(q, q.choices[q.answer] + "!")),
        ("habit", lambda q: spoilt(q, f"serve number {int(q.id) % 3}")),
        ("meaning", lambda q: spoilt(q, f"{q.choices[q.answer]} with cinnamon")),
        ("position", lambda q: ChoiceQuestion(q.id, q.choices, int(q.id) % 9 // 8, q.group)),
    ],
)
def test_each_way_to_give_the_answer_away_is_found(family: str, spoil: object) -> None:
    assert callable(spoil)
    found = cheated([spoil(one) for one in fair(300)])
    assert found.accuracy.low > 0.6
    if family in ("form", "position"):
        assert max(found.clues, key=found.clues.__getitem__) == family


@pytest.mark.extras
def test_the_right_choice_at_the_centre_of_the_others_is_found() -> None:
    chance = random.Random(0)
    asked = []
    for one in range(450):
        verb, thing = chance.choice(VERBS), chance.choice(THINGS)
        others = [f"{verb} the {other}" for other in chance.sample(THINGS, 9) if other != thing]
        verbs = [other for other in VERBS if other != verb]
        choices = [others[0], others[1], f"{chance.choice(verbs)} the {thing}"]
        place = chance.randrange(4)
        choices.insert(place, f"{verb} the {thing}")
        asked.append(ChoiceQuestion(str(one), tuple(choices), place, str(one)))
    found = cheated(asked)
    assert found.accuracy.low > 0.6
    assert max(found.clues, key=found.clues.__getitem__) == "likeness"


def test_nothing_is_learnt_from_a_question_with_the_same_choices() -> None:
    chance = random.Random(0)
    asked = []
    for one in range(100):
        choices = tuple(chance.sample(TITLES, 4))
        asked += [ChoiceQuestion(f"{one}-{n}", choices, n, f"{one}-{n}") for n in range(4)]
    found = cross_validated(asked, folds=3, encoder=ENCODER)
    assert found.accuracy.low <= 0.25


def test_a_document_does_not_count_for_itself() -> None:
    habits = Habits([ChoiceQuestion("1", ("Bake!", "Cut"), 0, "a")])
    assert habits.figures("bake", "a")[1:] == (0, 0)
    assert habits.figures("bake", "b")[1:] == pytest.approx((np.log(2), 0))


def test_questions_may_have_different_numbers_of_choices() -> None:
    train = fair(100)
    fewer = [ChoiceQuestion(q.id, q.choices[: 2 + int(q.id) % 3], 0, q.group) for q in train]
    scores = ChoiceOnly(ENCODER).fit(fewer).scores(fewer)
    assert all(int(row.argmax()) < len(one.choices) for row, one in zip(scores, fewer, strict=True))


def test_learning_goes_down_the_true_slope() -> None:
    chance = np.random.default_rng(0)
    rows = chance.normal(size=(6, 4, 5)).astype(np.float32)
    missing = np.zeros((6, 4), bool)
    missing[0, 3] = True
    answers = np.array([0, 1, 2, 3, 0, 1])
    weights = [each.astype(np.float64) for each in _start(5, chance)]
    weights[3] += chance.normal(size=5)
    kept = np.ones((6, 4, len(weights[1])))
    slopes = _slopes(weights, rows, missing, answers, kept)  # type: ignore[arg-type]
    step = 1e-3
    for part, slope in zip(weights, slopes, strict=True):
        flat = part.reshape(-1)
        for place in range(0, flat.size, max(1, flat.size // 7)):
            before = flat[place]
            losses = []
            for sign in (1, -1):
                flat[place] = before + sign * step
                losses.append(_loss(_scores(weights, rows, missing), answers))  # type: ignore[arg-type]
            flat[place] = before
            numeric = (losses[0] - losses[1]) / (2 * step)
            assert slope.reshape(-1)[place] == pytest.approx(numeric, abs=2e-3)


def test_the_same_seed_gives_the_same_result() -> None:
    asked = fair(120)
    assert choice_only(asked, asked, encoder=ENCODER) == choice_only(asked, asked, encoder=ENCODER)


def test_too_few_questions_are_refused() -> None:
    with pytest.raises(ManyhopError, match="12 questions are too few"):
        ChoiceOnly(ENCODER).fit(fair(12))
    with pytest.raises(ManyhopError, match="learnt nothing"):
        ChoiceOnly(ENCODER).scores(fair(2))


@pytest.mark.extras
@pytest.mark.skipif(not DATA.exists(), reason="the RecipeQA files are not here")
def test_recipeqa_s_own_choices_give_answers_away() -> None:
    examples = open_benchmark("recipeqa", DATA).examples()
    asked = choice_questions(one for one in examples if one.category == "textual_cloze")
    found = cross_validated(asked, folds=2, encoder=ENCODER)
    assert found.accuracy.low > 0.25
