"""Queues: who may go over what, where items stand, and that nothing decided is lost."""

import multiprocessing
from pathlib import Path

import pytest

from manyhop.annotation import Decisions, Item, Queue, flow_named
from manyhop.errors import ManyhopError

KEEP = {"verdict": ["keep"], "question": ["When did it open?"]}
REJECT = {"verdict": ["reject"], "question": ["When did it open?"]}

CREATED = {"question": ["Q"], "answer": ["A."], "keywords": ["A"], "category": ["text"]}


def review(folder: Path, count: int = 3, **items: Item) -> Queue:
    made = [Item(id=f"q{n}", question="When did it open?", answers=("1981",)) for n in range(count)]
    return Queue.create(folder / "queue", flow_named("review"), [*made, *items.values()])


def test_items_come_one_by_one_and_are_finished_or_rejected(tmp_path: Path) -> None:
    queue = review(tmp_path)
    for values in (KEEP, REJECT, KEEP):
        found = queue.next_for("Ada")
        assert found
        queue.decide(found.item.id, found.stage, "Ada", values)
    assert queue.next_for("Ada") is None
    assert queue.counts() == {"decide": 0, "disputed": 0, "rejected": 1, "finished": 2}
    assert queue.people() == {"Ada": 3}


def test_what_is_decided_is_read_again_by_another_process(tmp_path: Path) -> None:
    queue = review(tmp_path)
    queue.decide("q0", "decide", "Ada", KEEP)
    other = Queue.open(queue.folder)
    assert other.standings()["q0"].state == "finished"
    other.decide("q1", "decide", "Ben", REJECT)
    assert queue.standings()["q1"].state == "rejected"


def test_a_line_that_was_cut_off_is_passed_over_and_mended(tmp_path: Path) -> None:
    queue = review(tmp_path)
    queue.decide("q0", "decide", "Ada", KEEP)
    log = queue.folder / "decisions.jsonl"
    whole = log.read_bytes()
    log.write_bytes(whole + b'{"number":2,"item":"q1"')
    other = Queue.open(queue.folder)
    other.decide("q1", "decide", "Ada", REJECT)
    lines = log.read_bytes().splitlines()
    assert len(lines) == 2
    assert lines[0] + b"\n" == whole
    assert Queue.open(queue.folder).standings()["q1"].state == "rejected"


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    queue = review(tmp_path)
    (queue.folder / "decisions.jsonl").write_bytes(b"nonsense\n")
    with pytest.raises(ManyhopError, match=r"decisions\.jsonl, line 1"):
        Queue.open(queue.folder).standings()


def test_the_last_decision_can_be_undone_and_only_ones_own(tmp_path: Path) -> None:
    queue = review(tmp_path)
    queue.decide("q0", "decide", "Ada", KEEP)
    assert queue.undo("Ben") is None
    undone = queue.undo("Ada")
    assert undone
    assert undone.item == "q0"
    assert queue.standings()["q0"].state == "open"
    assert len(queue.decisions.all()) == 2  # nothing is ever taken out of the log


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"verdict": ["keep"]}, "“Question” is missing"),
        ({"question": ["?"]}, "“Decision” is missing"),
        ({"verdict": ["perhaps"], "question": ["?"]}, "one of keep, edit, reject"),
    ],
)
def test_a_decision_must_be_whole(tmp_path: Path, values: dict[str, list[str]], fault: str) -> None:
    queue = review(tmp_path)
    with pytest.raises(ManyhopError, match=fault):
        queue.decide("q0", "decide", "Ada", values)
    with pytest.raises(ManyhopError, match="say who you are"):
        queue.decide("q0", "decide", "  ", KEEP)
    assert not queue.decisions.all()


def test_an_unclear_question_goes_back_to_its_writer_with_a_word(tmp_path: Path) -> None:
    queue = Queue.create(
        tmp_path / "queue", flow_named("mmqa"), [Item(id="q", question="[When] opened it")]
    )
    queue.decide("q", "rewrite", "Ada", {"question": ["When did it open?"]})
    assert queue.next_for("Ada") is None  # nobody validates their own
    found = queue.next_for("Ben")
    assert found
    assert found.stage == "validate"
    assert found.values["question"] == ["When did it open?"]
    queue.decide("q", "validate", "Ben", {"verdict": ["unclear"], "feedback": ["Which one?"]})
    again = queue.next_for("Ada")
    assert again
    assert (again.stage, again.round, again.feedback) == ("rewrite", 1, ("Which one?",))
    queue.decide("q", "rewrite", "Ada", {"question": ["When did the Humber Bridge open?"]})
    queue.decide("q", "validate", "Ben", {"verdict": ["right"]})
    done = queue.standings()["q"]
    assert done.state == "finished"
    assert done.values["question"] == ["When did the Humber Bridge open?"]


def votes(queue: Queue, *verdicts: str) -> None:
    values = {
        "write": {"question": ["What is it for?"], "answer": ["ships"]},
        "choices": {"choices": ["a", "b", "c", "ships"], "right": ["4"]},
    }
    queue.decide("p", "write", "writer", values["write"])
    for number in range(10):
        queue.decide("p", "answer", f"person {number}", {"answers": ["ships"]})
    queue.decide("p", "choices", "writer", values["choices"])
    for number in range(3):
        queue.decide("p", "rationale", f"person {number}", {"rationales": [f"reason {number}"]})
    for number, verdict in enumerate(verdicts):
        queue.decide("p", "vote", f"person {number}", {"verdict": [verdict]})


def test_a_picture_goes_through_all_stages(tmp_path: Path) -> None:
    queue = Queue.create(tmp_path / "queue", flow_named("aokvqa"), [Item(id="p")])
    votes(queue, "good", "good", "bad")
    done = queue.standings()["p"]
    assert done.state == "finished"
    assert done.values["answers"] == ["ships"] * 10
    assert done.values["rationales"] == ["reason 0", "reason 1", "reason 2"]


def test_disagreement_waits_to_be_settled(tmp_path: Path) -> None:
    flow = flow_named("webqa")
    queue = Queue.create(tmp_path / "queue", flow, [Item(id="s", sources=("a",))])
    queue.decide("s", "create", "Ada", {**CREATED, "sources": ["a"]})
    queue.decide("s", "filter", "Ben", {"verdict": ["keep"]})
    queue.decide("s", "validate", "Ben", {"verdict": ["right"]})
    queue.decide("s", "validate", "Cy", {"verdict": ["wrong"]})
    assert [each.item.id for each in queue.disputed()] == ["s"]
    (found,) = (
        queue.agreements().values()
        if len(queue.agreements()) == 1
        else [queue.agreements()["validate: The answer is"]]
    )
    assert found.items == 1
    queue.settle("s", "Dee", {"verdict": ["right"]})
    assert queue.standings()["s"].stage == "reference"
    with pytest.raises(ManyhopError, match="settled already"):
        queue.settle("s", "Dee", {"verdict": ["right"]})


def test_only_those_who_pass_the_test_go_on(tmp_path: Path) -> None:
    tests = [Item(id=f"t{n}", question="?", known={"verdict": ["good"]}) for n in range(2)]
    queue = Queue.create(tmp_path / "queue", flow_named("webqa"), [*tests, Item(id="s")])
    for who, verdict in (("Ada", "good"), ("Ben", "bad")):
        for _ in range(2):
            found = queue.next_for(who)
            assert found
            assert found.stage == "qualify"
            queue.decide(found.item.id, "qualify", who, {"verdict": [verdict]})
    found = queue.next_for("Ada")
    assert found
    assert found.item.id == "s"
    assert queue.qualified("Ben") is False
    assert queue.next_for("Ben") is None
    with pytest.raises(ManyhopError, match="pass the test"):
        queue.decide("s", "create", "Ben", {**CREATED, "sources": ["a"]})


def test_a_decision_that_comes_late_is_kept_and_changes_nothing(tmp_path: Path) -> None:
    queue = review(tmp_path, 1)
    first = queue.decide("q0", "decide", "Ada", KEEP)
    late = queue.decide("q0", "decide", "Ben", REJECT)
    assert (queue.is_late(first), queue.is_late(late)) == (False, True)
    assert queue.standings()["q0"].state == "finished"
    assert [each.who for each in Queue.open(queue.folder).decisions.standing()] == ["Ada", "Ben"]
    queue.undo("Ada")  # then the other's is the one that counts
    assert queue.standings()["q0"].state == "rejected"
    assert not queue.is_late(late)


def test_a_late_judgement_counts_for_agreement_alone(tmp_path: Path) -> None:
    queue = Queue.create(tmp_path / "queue", flow_named("aokvqa"), [Item(id="p")])
    votes(queue, "good", "good", "bad")
    before = queue.agreements()["vote: Vote"].judgements
    queue.decide("p", "vote", "person 7", {"verdict": ["bad"]})
    queue.decide("p", "vote", "person 8", {"verdict": ["bad"]})
    assert queue.standings()["p"].state == "finished"
    assert queue.agreements()["vote: Vote"].judgements == before + 2


def test_a_late_judgement_of_an_earlier_wording_does_not_count_for_the_new_one(
    tmp_path: Path,
) -> None:
    queue = Queue.create(tmp_path / "queue", flow_named("mmqa"), [Item(id="q", question="[When]")])
    queue.decide("q", "rewrite", "Ada", {"question": ["When?"]})
    queue.decide("q", "validate", "Ben", {"verdict": ["unclear"]}, round=0)
    late = queue.decide("q", "validate", "Cy", {"verdict": ["right"]}, round=0)
    assert queue.is_late(late)
    queue.decide("q", "rewrite", "Ada", {"question": ["When did it open?"]}, round=1)
    found = queue.standings()["q"]
    assert (found.state, found.stage, found.made) == ("open", "validate", ())


def test_one_person_counts_once(tmp_path: Path) -> None:
    queue = Queue.create(tmp_path / "queue", flow_named("aokvqa"), [Item(id="p")])
    queue.decide("p", "write", "Ada", {"question": ["What?"], "answer": ["ships"]})
    for _ in range(2):  # as two servers would that are asked at the same moment
        queue.decisions.add(item="p", stage="answer", who="Ben", values={"answers": ["ships"]})
    for number in range(8):
        queue.decide("p", "answer", f"person {number}", {"answers": ["ships"]})
    assert queue.standings()["p"].stage == "answer"
    with pytest.raises(ManyhopError, match="decided this already"):
        queue.decide("p", "answer", "Ben", {"answers": ["boats"]})
    queue.decide("p", "answer", "person 8", {"answers": ["boats"]})
    assert queue.standings()["p"].values["answers"] == ["ships"] * 9 + ["boats"]


def test_two_people_are_given_different_items(tmp_path: Path) -> None:
    queue = review(tmp_path, 2)
    given = [queue.next_for(who) for who in ("Ada", "Ben", "Ada", "Cy")]
    assert [each.item.id for each in given if each] == ["q0", "q1", "q0", "q0"]  # better than none
    queue.patience = 0.0
    again = queue.next_for("Ben")
    assert again
    assert again.item.id == "q0"


def test_what_must_not_be_decided_is_refused(tmp_path: Path) -> None:
    queue = Queue.create(tmp_path / "queue", flow_named("mmqa"), [Item(id="q", question="[When]")])
    with pytest.raises(ManyhopError, match="took a decision on this back"):
        queue.decide("q", "validate", "Ben", {"verdict": ["right"]})  # nobody has written yet
    queue.decide("q", "rewrite", "Ada", {"question": ["When?"]})
    with pytest.raises(ManyhopError, match="you wrote this"):
        queue.decide("q", "validate", "Ada", {"verdict": ["right"]})


def _write(folder: Path, who: str) -> None:
    decisions = Decisions(folder)
    for number in range(40):
        decisions.add(item=f"{who}{number}", stage="s", who=who, values={})


def test_several_processes_write_one_log(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(tmp_path, who)) for who in "abc"]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    every = Decisions(tmp_path).all()
    assert [each.number for each in every] == list(range(1, 121))
    assert len({each.item for each in every}) == 120
