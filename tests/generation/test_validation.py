from pathlib import Path

from tests.generation.built import SOURCES, longest_opened

from manyhop.collection import Collection
from manyhop.generation._leakage import leaks
from manyhop.generation._stored import StoredSources
from manyhop.generation._validation import Breach, failure_of, validate_questions
from manyhop.generation.writing import About
from manyhop.programs import Choose, TextQ, Value
from manyhop.sources import AnySource

GOOD = longest_opened(distractors=("ferry",), split="dev")


def test_a_sound_benchmark() -> None:
    report = validate_questions([GOOD], SOURCES, About(texts=2))
    assert report.is_sound
    assert report.questions == report.proven == {"Compose(TextQ,TableQ)": 1}
    assert report.short == 0


def test_an_answer_that_the_sources_do_not_give_is_named() -> None:
    wrong = longest_opened(id="q2", values=(Value("1959"),))
    report = validate_questions([GOOD, wrong], SOURCES, About(texts=2))
    (failure,) = report.failures
    assert (failure.id, failure.expected, failure.got) == ("q2", ("1959",), ("1958",))
    assert report.proven == {"Compose(TextQ,TableQ)": 1}
    assert report.short == 1


def test_a_missing_source_is_a_failure_and_says_so() -> None:
    rest: dict[str, AnySource] = {id: source for id, source in SOURCES.items() if id != "bel"}
    failure = failure_of(GOOD, rest)
    assert failure is not None
    assert "bel" in failure.why


def test_every_broken_rule_is_named() -> None:
    in_train = longest_opened(id="q2", topic="t2", distractors=("near",), split="train")
    report = validate_questions([GOOD, in_train, GOOD], SOURCES, About(texts=2))
    assert not report.failures
    assert Breach("q2", "near says the answer 1958") in report.breaches
    assert Breach("q2", "t1 or its document is gold in train and in dev") in report.breaches
    assert Breach("q1", "the id occurs twice") in report.breaches


def test_splits_that_need_not_be_apart_are_not_checked_for_it() -> None:
    in_train = longest_opened(id="q2", topic="t2", distractors=("ferry",), split="train")
    assert validate_questions([GOOD, in_train], SOURCES, About(texts=2, apart=False)).is_sound


def test_a_question_that_says_its_answer() -> None:
    told = longest_opened(question="Did the bridge of 1958 open in 1958?")
    assert leaks(told) == ["the question says its answer 1958"]
    choice = Choose(TextQ("When did it open?"), ("1958", "1960"))
    assert leaks(longest_opened(question="When: 1958 or 1960?", program=choice)) == []
    yes = longest_opened(question="Is it so, yes or no?", values=(Value("yes"),))
    assert leaks(yes) == []


def test_a_collection_serves_as_well_as_a_folder(tmp_path: Path) -> None:
    with Collection.open(tmp_path / "bridges", create=True) as collection:
        collection.add(SOURCES.values())
        stored = StoredSources(collection)
        assert len(stored) == len(SOURCES) == len(list(stored))
        assert "nowhere" not in stored
        assert validate_questions([GOOD], stored, About(texts=2)).is_sound
