import numpy as np
import pytest

from manyhop.audit._linear_cheater import SoftmaxRegression, spreads
from manyhop.audit._sights import Sights


def drawn(sizes: list[int], width: int, seed: int) -> tuple[Sights, np.ndarray]:
    """Questions whose right candidates follow known weights, with some chance."""
    chance = np.random.default_rng(seed)
    dense = chance.normal(size=(sum(sizes), width)).astype(np.float32)
    sights = Sights(sizes, [f"figure {number}" for number in range(width)], dense)
    scores = dense @ chance.normal(size=width) + chance.gumbel(size=len(dense))
    answers = [
        int(scores[start:end].argmax())
        for start, end in zip(sights.starts, sights.starts[1:], strict=False)
    ]
    return sights, np.array(answers, np.int64)


def test_two_candidates_are_scikit_learn_s_logistic_regression() -> None:
    linear = pytest.importorskip("sklearn.linear_model")
    sights, answers = drawn([2] * 300, 5, seed=1)
    penalty = 0.02
    ours = SoftmaxRegression(penalty, rounds=200, tolerance=1e-6).fit(sights, answers)
    figures = sights.dense / spreads(sights)
    differences = figures[1::2] - figures[::2]
    theirs = linear.LogisticRegression(
        C=1 / (penalty * len(answers)), fit_intercept=False, tol=1e-8
    ).fit(differences, answers)
    assert ours.weights == pytest.approx(theirs.coef_[0], abs=2e-3)
    scores = ours.scores(sights)
    assert scores[1::2] - scores[::2] == pytest.approx(
        theirs.decision_function(differences), abs=5e-3
    )


def test_any_number_of_candidates_is_statsmodels_conditional_logit() -> None:
    models = pytest.importorskip("statsmodels.discrete.conditional_models")
    sizes = [2 + number % 4 for number in range(300)]
    sights, answers = drawn(sizes, 4, seed=2)
    ours = SoftmaxRegression(0.0, rounds=200, tolerance=1e-6).fit(sights, answers)
    right = np.zeros(len(sights.dense))
    right[sights.starts[:-1] + answers] = 1
    of = np.repeat(np.arange(len(sizes)), sizes)
    theirs = models.ConditionalLogit(right, sights.dense / spreads(sights), groups=of).fit(disp=0)
    assert ours.weights == pytest.approx(theirs.params, abs=2e-3)
    assert ours.loss(sights, answers) == pytest.approx(-theirs.llf / len(sizes), abs=1e-5)


def test_marks_are_figures_of_0_and_1() -> None:
    names = [["red", "big"], ["big"], ["red"], [], ["blue"], ["red"], ["big", "blue"], []]
    answers = np.array([0, 0, 1, 1])
    marked = Sights([2] * 4, [], np.zeros((8, 0), np.float32), names)
    assert set(marked.marks) == {"red", "big", "blue"}
    table = np.array([[float(mark in row) for mark in marked.marks] for row in names], np.float32)
    dense = Sights([2] * 4, marked.marks, table)
    spread = spreads(dense)
    ours = SoftmaxRegression(0.1, rounds=200, tolerance=1e-6).fit(marked, answers)
    plain = SoftmaxRegression(0.1, rounds=200, tolerance=1e-6)
    plain._spread = np.ones(3, np.float32)
    plain.weights = ours.weights
    assert ours.scores(marked) == pytest.approx(plain.scores(dense))
    assert spread.shape == (3,)
    few = marked.part(np.array([3, 0]))
    assert ours.scores(few) == pytest.approx(ours.scores(marked)[[6, 7, 0, 1]])


def test_a_mark_of_one_question_is_not_learnt() -> None:
    sights = Sights([2, 2], [], np.zeros((4, 0), np.float32), [["a"], ["b"], ["b"], ["c", "c"]])
    assert sights.marks == ("b",)
    assert sights.offsets.tolist() == [0, 0, 1, 2, 2]


def test_a_figure_that_never_differs_within_a_question_has_no_weight() -> None:
    sights, answers = drawn([3] * 50, 2, seed=3)
    same = np.repeat(np.arange(50, dtype=np.float32), 3)[:, None]
    more = sights.with_columns(["question number"], same)
    assert SoftmaxRegression(0.01).fit(more, answers).weights[-1] == 0
