"""Runs: what they write, what they refuse, and that nothing is lost when they are killed."""

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from manyhop import evaluation
from manyhop.answering import Answer, Question
from manyhop.errors import ManyhopError
from manyhop.evaluation import Progress, Results, load_run

if TYPE_CHECKING:
    from tests.evaluation.sums import Adder, Sums, write_sums
else:
    from sums import Adder, Sums, write_sums

COMPARED = ("run.json", "samples.jsonl", "results.json")


@pytest.fixture
def sums(tmp_path: Path) -> Sums:
    return Sums(write_sums(tmp_path / "sums.txt"))


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in COMPARED}


class Stumbling(Adder):
    """Fails on some questions, until it is mended."""

    def __init__(self, stumbles: set[str]) -> None:
        super().__init__()
        self.stumbles = stumbles

    def answer(self, question: Question) -> Answer:
        if question.id in self.stumbles:
            self.asked.append(question)
            raise TimeoutError("no reply")
        return super().answer(question)


def test_a_run_says_what_was_asked_answered_and_scored(sums: Sums, tmp_path: Path) -> None:
    results = evaluation.run(sums, Adder(), tmp_path / "run", files=[sums.path])
    run = load_run(tmp_path / "run")
    assert run.results == results
    assert [sample.id for sample in run.samples] == [f"q{number}" for number in range(40)]
    first = run.samples[0]
    assert first.question == next(sums.examples()).question.text
    assert first.gold == next(sums.examples()).gold
    assert set(first.metrics) == {"sums.exact", "sums.closeness"}
    exact = results.metrics["sums.exact"]
    assert exact.value == sum(sample.metrics["sums.exact"] for sample in run.samples) / 40
    assert 0 <= exact.low < exact.value < exact.high <= 1
    assert exact.n == results.n == 40
    assert set(results.breakdowns) == {"category", "size"}
    parts = results.breakdowns["category"]
    assert sum(part["sums.exact"].n for part in parts.values()) == 40
    assert results.notes == ("added by hand",)
    assert run.configuration.files[0].size == sums.path.stat().st_size
    plain = msgspec.json.decode((tmp_path / "run/results.json").read_bytes())
    assert set(plain["metrics"]["sums.exact"]) == {"value", "low", "high", "n"}


def test_timings_are_kept_apart(sums: Sums, tmp_path: Path) -> None:
    evaluation.run(sums, Adder(), tmp_path, limit=3)
    lines = (tmp_path / "timings.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line)["id"] for line in lines] == ["q0", "q1", "q2"]


def test_two_runs_are_identical_whatever_the_workers(sums: Sums, tmp_path: Path) -> None:
    evaluation.run(sums, Adder(seconds=0.01), tmp_path / "one", files=[sums.path])
    evaluation.run(sums, Adder(seconds=0.01), tmp_path / "two", files=[sums.path], workers=7)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert not (tmp_path / "two/ahead.jsonl").exists()


def test_workers_answer_at_the_same_time(sums: Sums, tmp_path: Path) -> None:
    meeting = threading.Barrier(3, timeout=20)

    class Meeting(Adder):
        def answer(self, question: Question) -> Answer:
            meeting.wait()
            return super().answer(question)

    assert evaluation.run(sums, Meeting(), tmp_path, limit=9, workers=3).errors == 0


@pytest.mark.parametrize(
    ("setting", "sources"),
    [
        ("restricted", ("s0-0", "s0-1", "s0-2")),
        ("oracle", ("s0-1",)),
        ("without-gold", ("s0-0", "s0-2")),
        ("full", ()),
    ],
)
def test_settings_decide_the_candidates(
    sums: Sums, tmp_path: Path, setting: evaluation.Setting, sources: tuple[str, ...]
) -> None:
    evaluation.run(sums, Adder(), tmp_path, limit=1, setting=setting)
    assert load_run(tmp_path).samples[0].answer.sources == sources


def test_conditions_choose_the_examples(sums: Sums, tmp_path: Path) -> None:
    def asked(folder: str, *where: str) -> list[str]:
        evaluation.run(sums, Adder(), tmp_path / folder, where=where)
        return [sample.id for sample in load_run(tmp_path / folder).samples]

    even, large = asked("a", "category=even"), asked("b", "size=large")
    assert 0 < len(even) < 40
    assert asked("c", "category=even", "size=large") == [one for one in even if one in large]
    assert len(asked("d", "category=even", "category=odd")) == 40


@pytest.mark.parametrize(
    ("where", "complaint"),
    [
        ("even", "'even' is not a condition; write it as type=TextQ"),
        ("kind=even", "sums has no 'kind'; ask for one of category, size"),
        ("category=prime", "no example has category=prime; category is one of even, odd"),
    ],
)
def test_conditions_that_match_nothing_are_explained(
    sums: Sums, tmp_path: Path, where: str, complaint: str
) -> None:
    with pytest.raises(ManyhopError) as error:
        evaluation.run(sums, Adder(), tmp_path / "run", where=[where])
    assert str(error.value) == complaint
    assert not (tmp_path / "run").exists()


def test_progress_tells_the_running_score(sums: Sums, tmp_path: Path) -> None:
    told: list[Progress] = []
    results = evaluation.run(sums, Adder(), tmp_path, on_progress=told.append)
    assert [progress.done for progress in told] == list(range(1, 41))
    assert {progress.total for progress in told} == {40}
    assert told[-1].scores["sums.exact"] == pytest.approx(results.metrics["sums.exact"].value)


def test_a_folder_that_holds_a_run_is_not_overwritten(sums: Sums, tmp_path: Path) -> None:
    evaluation.run(sums, Adder(), tmp_path, limit=2)
    before = contents(tmp_path)
    with pytest.raises(ManyhopError, match="already holds a run; go on with it with --resume"):
        evaluation.run(sums, Adder(), tmp_path, limit=2)
    assert contents(tmp_path) == before


def test_resuming_a_finished_run_asks_nothing(sums: Sums, tmp_path: Path) -> None:
    evaluation.run(sums, Adder(), tmp_path)
    before = contents(tmp_path)
    adder = Adder()
    evaluation.run(sums, adder, tmp_path, resume=True)
    assert adder.asked == []
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kept", [0, 1, 100, 1000, 5000])
def test_a_torn_line_is_dropped_and_only_the_rest_is_asked(
    sums: Sums, tmp_path: Path, kept: int
) -> None:
    evaluation.run(sums, Adder(), tmp_path)
    before = contents(tmp_path)
    (tmp_path / "results.json").unlink()
    (tmp_path / "samples.jsonl").write_bytes(before["samples.jsonl"][:kept])
    whole = before["samples.jsonl"][:kept].count(b"\n")
    adder = Adder()
    evaluation.run(sums, adder, tmp_path, resume=True)
    assert [question.id for question in adder.asked] == [f"q{i}" for i in range(whole, 40)]
    assert contents(tmp_path) == before


def test_a_resumed_run_must_be_the_same_run(sums: Sums, tmp_path: Path) -> None:
    evaluation.run(sums, Adder(), tmp_path / "run", files=[sums.path], seed=0, limit=5)
    with pytest.raises(ManyhopError, match="the seed was 0 and is 1; the limit was 5 and is none"):
        evaluation.run(
            sums, Adder(), tmp_path / "run", files=[sums.path], seed=1, limit=None, resume=True
        )
    with pytest.raises(ManyhopError, match=r"the answerer was adder\(seed=0\) and is adder\(see"):
        evaluation.run(sums, Adder(3), tmp_path / "run", files=[sums.path], limit=5, resume=True)


def test_a_run_is_not_resumed_on_other_data(sums: Sums, tmp_path: Path) -> None:
    evaluation.run(sums, Adder(), tmp_path / "with", files=[sums.path], limit=5)
    evaluation.run(sums, Adder(), tmp_path / "without", limit=5)
    sums.path.write_text("9 9\n" + sums.path.read_text())
    with pytest.raises(ManyhopError, match=r"resumed: sums\.txt has changed; set it back"):
        evaluation.run(sums, Adder(), tmp_path / "with", files=[sums.path], limit=5, resume=True)
    with pytest.raises(ManyhopError, match="resumed: the benchmark's examples have changed"):
        evaluation.run(sums, Adder(), tmp_path / "without", limit=5, resume=True)


def test_an_error_is_recorded_and_the_run_goes_on(sums: Sums, tmp_path: Path) -> None:
    results = evaluation.run(sums, Stumbling({"q3", "q7"}), tmp_path)
    samples = load_run(tmp_path).samples
    assert (results.n, results.errors) == (40, 2)
    assert samples[3].error == "TimeoutError: no reply"
    assert samples[3].answer == Answer()
    assert samples[3].metrics == {"sums.exact": 0.0, "sums.closeness": 0.0}
    assert not samples[4].error


@pytest.mark.parametrize("workers", [1, 4])
def test_what_failed_is_asked_again_on_resume(sums: Sums, tmp_path: Path, workers: int) -> None:
    evaluation.run(sums, Adder(), tmp_path / "smooth")
    stumbling = Stumbling({"q3", "q7", "q39"})
    evaluation.run(sums, stumbling, tmp_path / "rough", workers=workers)
    stumbling.stumbles, stumbling.asked = {"q7"}, []
    assert evaluation.run(sums, stumbling, tmp_path / "rough", resume=True).errors == 1
    assert [question.id for question in stumbling.asked] == ["q3", "q7", "q39"]
    stumbling.stumbles, stumbling.asked = set(), []
    evaluation.run(sums, stumbling, tmp_path / "rough", resume=True, workers=workers)
    assert [question.id for question in stumbling.asked] == ["q7"]
    assert contents(tmp_path / "rough") == contents(tmp_path / "smooth")


def test_an_answer_that_cannot_be_written_down_is_an_error(sums: Sums, tmp_path: Path) -> None:
    class Odd(Adder):
        def answer(self, question: Question) -> Answer:
            return Answer(values=("\ud800",))

    assert evaluation.run(sums, Odd(), tmp_path, limit=2).errors == 2


def test_the_same_id_twice_is_refused(tmp_path: Path) -> None:
    class Twice(Sums):
        def examples(self):  # type: ignore[no-untyped-def]
            yield from super().examples()
            yield next(super().examples())

    with pytest.raises(ManyhopError, match="the id 'q0' occurs twice in sums"):
        evaluation.run(Twice(write_sums(tmp_path / "sums.txt")), Adder(), tmp_path / "run")


def test_a_folder_without_a_run_says_so(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"holds no run \(there is no run.json\)"):
        load_run(tmp_path)


def count(samples: Path) -> int:
    return samples.read_bytes().count(b"\n") if samples.exists() else 0


def start(sums: Sums, folder: Path, workers: int) -> subprocess.Popen[bytes]:
    program = Path(__file__).with_name("sums.py")
    return subprocess.Popen(
        [sys.executable, program, sums.path, folder, "0.05", str(workers)], stderr=subprocess.PIPE
    )


@pytest.mark.extras
@pytest.mark.parametrize("workers", [1, 4])
def test_killed_at_random_moments_and_resumed_it_is_the_same(tmp_path: Path, workers: int) -> None:
    sums = Sums(write_sums(tmp_path / "sums.txt", 120 * workers))
    undisturbed: Results = evaluation.run(sums, Adder(), tmp_path / "calm", files=[sums.path])
    chance = random.Random(workers)
    folder = tmp_path / "killed"
    samples = folder / "samples.jsonl"
    lines = 0
    for kill in range(12):
        process = start(sums, folder, workers)
        while kill % 4 and process.poll() is None and count(samples) <= lines:
            time.sleep(0.005)  # every fourth time, before it has got anywhere
        time.sleep((0.1 if kill % 4 else 0.5) * chance.random())
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL, "it finished before it was killed"
        assert count(samples) >= lines, "a sample was lost"
        lines = count(samples)
    assert 9 <= lines < 120 * workers
    _, complaint = start(sums, folder, workers).communicate()
    assert complaint == b""
    assert contents(folder) == contents(tmp_path / "calm")
    assert load_run(folder).results == undisturbed
