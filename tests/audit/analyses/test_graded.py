"""Which questions and runs are put side by side, and what counts as right."""

import msgspec
import pytest
from tests.audit.analyses.answered import METRIC, scored_run

from manyhop.audit.analyses import graded, is_right
from manyhop.benchmarks import Gold
from manyhop.errors import ManyhopError


def test_only_questions_of_every_run_are_counted() -> None:
    found = graded([scored_run("long", [1, 0, 1]), scored_run("short", [0, 1])])
    assert [sample.id for sample in found.questions] == ["q0", "q1"]
    assert found.scores(0) == [1, 0]
    assert any("1 questions of long" in note for note in found.notes)


def test_a_run_without_the_metric_is_left_out_and_said_so() -> None:
    runs = [scored_run("one", [1, 0]), scored_run("other", [1, 1], metric="something.else")]
    found = graded(runs, METRIC)
    assert [run.name for run in found.runs] == ["one"]
    assert found.notes == (f"other has no {METRIC} and is left out",)


def test_runs_of_one_answerer_are_called_by_their_folders() -> None:
    first, second = scored_run("same", [1.0]), scored_run("same", [0.0])
    second = msgspec.structs.replace(second, folder=second.folder.with_name("later"))
    assert [run.name for run in graded([first, second]).runs] == ["same", "later"]


def test_mistakes_are_said() -> None:
    with pytest.raises(ManyhopError, match="one benchmark"):
        graded([scored_run("a", [1]), scored_run("b", [1], benchmark="another")])
    with pytest.raises(ManyhopError, match="not a metric"):
        graded([scored_run("a", [1])], "no.such")
    with pytest.raises(ManyhopError, match="no scores"):
        graded([scored_run("a", [])])


def test_one_person_suffices_for_a_direct_answer() -> None:
    assert is_right("aokvqa.direct_answer", 1 / 3)
    assert not is_right("mmqa.f1", 0.67)
    assert is_right("mmqa.f1", 1.0)


def test_direct_answers_that_are_choices_are_noticed() -> None:
    metric = "aokvqa.direct_answer"
    run = scored_run("peeks", [1, 0], said=["cab", "bus"], golds=[Gold(answers=("cab",))] * 2)
    samples = [
        msgspec.structs.replace(sample, choices=("cab", "bus"), metrics={metric: 1.0})
        for sample in run.samples
    ]
    found = graded([msgspec.structs.replace(run, samples=samples)])
    assert "peeks answers with one of the choices on 100%" in found.notes[0]
