import random

import numpy as np
import pytest

from manyhop.audit._verdict import above_zero, holm, share, student_tail


def test_holm_is_statsmodels() -> None:
    multi = pytest.importorskip("statsmodels.stats.multitest")
    chance = random.Random(0)
    for size in (1, 2, 7, 20):
        values = [chance.random() ** 3 for _ in range(size)]
        theirs = multi.multipletests(values, method="holm")[1]
        assert holm(values) == pytest.approx(list(theirs))
    assert holm([0.01, 0.04]) == [0.02, 0.04]


def test_student_tail_is_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    for freedom in (29, 60, 100, 5000):
        for t in (-2.0, 0.0, 0.5, 1.7, 3.0, 5.0):
            assert student_tail(t, freedom) == pytest.approx(
                stats.t.sf(t, freedom), rel=0.02, abs=1e-9
            )


def test_values_of_their_own_are_scipy_s_t_test() -> None:
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(1).normal(0.1, 1, size=80)
    theirs = stats.ttest_1samp(values, 0, alternative="greater").pvalue
    assert above_zero(values, [str(n) for n in range(80)]) == pytest.approx(theirs, rel=1e-3)


def test_groups_are_statsmodels_clustered_errors() -> None:
    api = pytest.importorskip("statsmodels.api")
    stats = pytest.importorskip("scipy.stats")
    chance = np.random.default_rng(2)
    groups = np.sort(chance.integers(40, size=150))
    values = chance.normal(size=40)[groups] + chance.normal(0.3, 1, size=150)
    fitted = api.OLS(values, np.ones(150)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    number = len(set(groups.tolist()))
    t = float(fitted.tvalues[0]) * ((number - 1) / number) ** 0.5
    ours = above_zero(values, [str(group) for group in groups])
    assert ours == pytest.approx(stats.t.sf(t, number - 1), rel=1e-2)
    alone = above_zero(values, [str(n) for n in range(150)])
    assert alone < ours  # who takes a document's questions for independent is too sure


def test_share_is_statsmodels_wilson_interval() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for number, of in ((0, 5), (27, 44), (44, 44), (300, 1000)):
        low, high = proportion.proportion_confint(number, of, method="wilson")
        found = share(number, of)
        assert (found.low, found.high) == pytest.approx((low, high), abs=1e-9)
    assert share(0, 0).n == 0


def test_where_all_agree_there_is_no_doubt() -> None:
    assert above_zero([0.75] * 10, [str(n) for n in range(10)]) == 0
    assert above_zero([-0.25] * 10, [str(n) for n in range(10)]) == 1
    assert above_zero([1.0, 1.0], ["a", "a"]) == 1  # one document says nothing
