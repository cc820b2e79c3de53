"""A worker is lost, and nothing else."""

import time
from pathlib import Path
from typing import Any

import pytest

from manyhop.confined import GaveUp, Limits, close_workers, confined
from manyhop.errors import ManyhopError

TARGETS = "tests.confined.targets"
ENOUGH = Limits(seconds=60, megabytes=300)
MUCH = Limits(seconds=60, megabytes=2_000)
LITTLE = Limits(seconds=1, megabytes=300, patience=0)

needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")


@pytest.fixture(autouse=True)
def new_workers() -> None:
    close_workers()


def run(name: str, *arguments: Any, limits: Limits = ENOUGH) -> list[bytes]:
    return list(confined(f"{TARGETS}:{name}", *arguments, limits=limits))


def test_one_worker_serves_many_calls() -> None:
    first, second = run("echo", b"a", b"b"), run("echo", b"\0" * 3_000_000)
    assert first[:2] == [b"a", b"b"]
    assert second[0] == b"\0" * 3_000_000
    assert first[-1] == second[-1], "the same process"


def test_a_relative_path_begins_where_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("echo")  # the worker that is asked again began elsewhere
    (tmp_path / "a.md").write_text("Words.")
    monkeypatch.chdir(tmp_path)
    assert run("content", "a.md") == [b"Words."]


def test_calls_within_calls_get_workers_of_their_own() -> None:
    outer = confined(f"{TARGETS}:echo", b"outer", limits=ENOUGH)
    assert next(outer) == b"outer"
    (inner,) = run("echo")
    assert next(outer) != inner


def test_a_mistake_of_the_user_comes_through() -> None:
    (before,) = run("echo")
    with pytest.raises(ManyhopError, match="the file is empty; fill it"):
        run("complain")
    assert run("echo") == [before], "the worker is as good as before"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("loop", "more than 1 seconds"),
        ("sleep", "more than 1 seconds"),
        ("swell", "more than 300 MB"),
        ("abort", "SIGABRT"),
    ],
)
def test_whatever_happens_to_a_worker_the_next_call_is_answered(name: str, reason: str) -> None:
    limits = LITTLE if "seconds" in reason else ENOUGH
    with pytest.raises(GaveUp, match=reason):
        run(name, limits=limits)
    assert run("echo", b"well")[0] == b"well"


@needs_proc
def test_what_a_call_left_in_the_worker_is_not_counted_against_the_next() -> None:
    (before,) = run("leave", 80)
    assert run("take", 270) == [before], "the same process"


@needs_proc
def test_a_worker_that_holds_a_good_part_of_the_limit_is_not_asked_again() -> None:
    (before,) = run("leave", 150)
    assert run("take", 200) != [before]


@needs_proc
def test_one_that_holds_much_serves_calls_that_may_take_more() -> None:
    (before,) = run("leave", 400, limits=MUCH)
    assert run("take", 500, limits=MUCH) == [before]
    assert run("echo") != [before]


@pytest.mark.parametrize("how", ["abort", "cannot import"])
def test_what_fails_in_a_used_worker_is_tried_once_more_in_a_new_one(how: str) -> None:
    run("leave", 1)
    assert run("fail_where_memory_was_left", how) == [b"begin", b"end"]


@needs_proc
def test_libraries_for_matrices_start_no_threads_with_memory_of_their_own() -> None:
    assert run("threads_for_matrices") == [b"1"]


def test_a_call_that_is_not_read_to_its_end_disturbs_no_other() -> None:
    started = confined(f"{TARGETS}:echo", *[b"a" * 1000] * 5000, limits=ENOUGH)
    next(started)
    started.close()
    assert run("echo", b"b")[0] == b"b"


def test_what_libraries_print_does_not_get_among_the_results() -> None:
    assert run("chatter") == [b"", b"clear"]


def test_what_a_lost_worker_left_on_the_disk_is_removed(tmp_path: Path) -> None:
    with pytest.raises(GaveUp, match="SIGKILL"):
        run("scratch", str(tmp_path / "note"))
    left = Path((tmp_path / "note").read_text())
    assert not left.exists()
    assert not left.parent.exists()


def test_it_begins_before_it_is_asked_for_results(tmp_path: Path) -> None:
    begun = confined(f"{TARGETS}:scratch_and_wait", str(tmp_path / "note"), limits=ENOUGH)
    until = time.monotonic() + 60
    while not (tmp_path / "note").exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    assert list(begun) == [b"done"]


def test_one_that_nobody_wants_is_ended() -> None:
    forgotten = confined(f"{TARGETS}:sleep", limits=ENOUGH)
    worker = forgotten._worker
    assert worker is not None
    del forgotten
    assert not worker.is_fit
    assert run("echo", b"b")[0] == b"b"
