"""The first hop and the final answer, against a regression of statsmodels."""

import msgspec
import numpy as np
import pytest
import statsmodels.api as sm
from tests.audit.analyses.answered import scored_run

from manyhop.audit.analyses import first_hop, graded
from manyhop.benchmarks import Gold
from manyhop.evaluation import Run

OPERATIONS = ("Compose(TableQ,TextQ)", "Compare(TableQ,Compose(TableQ,TextQ))")


def hopped(size: int = 80) -> tuple[Run, list[float], list[float]]:
    chance = np.random.default_rng(4)
    first = np.where(chance.random(size) < 0.5, 1.0, chance.random(size) * 0.9).tolist()
    final = [float(chance.random() < (0.8 if f == 1 else 0.3)) for f in first]
    golds = [Gold(values=("1981",), program=OPERATIONS[n % 2]) for n in range(size)]
    run = scored_run("hops", final, metric="mmqa.f1", golds=golds, benchmark="mmqa")
    samples = [
        msgspec.structs.replace(sample, metrics={**sample.metrics, "mmqa.first_hop_f1": f})
        for sample, f in zip(run.samples, first, strict=True)
    ]
    return msgspec.structs.replace(run, samples=samples), first, final


def test_the_gain_of_a_right_first_hop_is_a_regression_coefficient() -> None:
    run, first, final = hopped()
    found, _ = first_hop(graded([run]))
    right = (np.array(first) == 1).astype(float)
    fitted = sm.OLS(final, sm.add_constant(right)).fit(
        cov_type="cluster", cov_kwds={"groups": np.arange(80) // 2}
    )
    wrong, gain = found.cell("hops", "first hop wrong"), found.cell("hops", "difference")
    assert wrong is not None
    assert gain is not None
    assert wrong.value == pytest.approx(fitted.params[0])
    assert gain.value == pytest.approx(fitted.params[1])
    low, high = fitted.conf_int()[1]
    assert gain.low == pytest.approx(low, abs=0.06)
    assert gain.high == pytest.approx(high, abs=0.06)


def test_operations_are_those_of_the_gold_programs() -> None:
    run, first, final = hopped()
    _, found = first_hop(graded([run]))
    assert [row.label for row in found.rows] == ["hops, Compare", "hops, Compose"]
    compose = found.cell("hops, Compose", "first hop F1")
    assert compose is not None
    assert compose.value == pytest.approx(np.mean(first[::2]))
    assert compose.n == 40
    final_cell = found.cell("hops, Compose", "final")
    assert final_cell is not None
    assert final_cell.value == pytest.approx(np.mean(final[::2]))


def test_runs_that_tell_no_hops_have_no_such_table() -> None:
    assert list(first_hop(graded([scored_run("a", [1, 0])]))) == []
