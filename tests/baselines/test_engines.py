"""The engine by its name, as a benchmark runs it."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from manyhop.answering import Question
from manyhop.baselines import BlindReading, open_answerer, open_engine
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, open_models
from manyhop.sources import Snippet

if TYPE_CHECKING:
    from tests.baselines.small_benchmarks import TABLE, mmqa
    from tests.conftest import ChatServer
else:
    from small_benchmarks import TABLE, mmqa

SEVERN = Question(id="q", text="When did the Severn bridge open?", candidates=(TABLE,))


def test_names_say_what_decides_the_answers() -> None:
    benchmark = mmqa()
    assert open_answerer("manyhop:routing", benchmark).name == "manyhop:routing(embedded)"
    sure = open_answerer("manyhop:implicit", benchmark, abstain=True)
    assert sure.name == "manyhop:implicit(embedded, abstains)"
    assert open_answerer("manyhop", benchmark).name == "manyhop:explicit(embedded)"


def test_an_unknown_planner_is_met_with_the_list() -> None:
    with pytest.raises(ManyhopError, match=r"'manyhop:clever'; choose from manyhop, .*implicit"):
        open_engine("manyhop:clever")


@pytest.mark.parametrize("option", [{"model": "openai:m"}, {"abstain": True}])
def test_floors_take_no_option_of_the_engine(option: dict[str, str | bool]) -> None:
    with pytest.raises(ManyhopError, match="--model, --abstain and --threshold are for manyhop"):
        open_answerer("random", mmqa(), **option)  # type: ignore[arg-type]


@pytest.mark.parametrize("planner", ["routing", "implicit", "explicit"])
def test_it_answers_from_the_candidates(planner: str) -> None:
    answer = open_engine(f"manyhop:{planner}").answer(SEVERN)
    assert answer.values == ("1966",)
    assert answer.sources == ("t1",)
    assert [citation.quote for citation in answer.citations] == ["1966"]
    assert answer.confidence is not None
    assert not answer.abstained


def test_blind_reading_reads_what_the_question_asks_but_not_the_question() -> None:
    models = open_models("embedded")
    plans = BlindReading(models).plan(SEVERN.text, ["table", "snippet"])
    assert {str(plan.program) for plan in plans} == {"TextQ(question='?')", "TableQ(question='?')"}
    other = BlindReading(models).plan(SEVERN.text.replace("Severn", "Humber"), ["table"])
    assert other[0].program == BlindReading(models).plan(SEVERN.text, ["table"])[0].program


def test_another_model_reads_through_an_endpoint(chat_server: "ChatServer") -> None:
    chat_server.otherwise = chat_server.says("Answer: 1966")
    server = partial(Endpoint, base_url=chat_server.url)
    engine = open_engine("manyhop:routing", "openai:tiny", endpoint=server)
    assert engine.name == "manyhop:routing(openai:tiny)"
    engine.answer(SEVERN)
    assert chat_server.requests


def test_the_written_planner_asks_the_model(chat_server: "ChatServer") -> None:
    chat_server.otherwise = chat_server.says('TableQ("When did the Severn bridge open?")')
    server = partial(Endpoint, base_url=chat_server.url)
    answer = open_engine("manyhop:written", "openai:tiny", endpoint=server).answer(SEVERN)
    assert answer.trace["planner"] == "written"
    assert answer.trace["plans"][0]["chance"] > 0.5


@pytest.mark.parametrize("name", ["bm25", "dense"])
def test_retrieving_floors_search_a_collection(name: str, tmp_path: Path) -> None:
    full = Question(id="q", text="When did the Severn bridge open?")
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add([TABLE, Snippet(id="s", text="Tea is brewed from leaves.")])
        answerer = open_answerer(name, mmqa(), collection=collection)
        answer = answerer.answer(full)
    assert answerer.name == f"{name}(k=2, seed=0)"
    assert answer.sources[0] == "t1"
    assert answer.values
    assert open_answerer(name, mmqa()).answer(SEVERN).sources == ("t1",)


def test_a_collection_is_for_those_that_search(tmp_path: Path) -> None:
    with (
        Collection.open(tmp_path / "c", create=True) as collection,
        pytest.raises(ManyhopError, match="--collection is for manyhop, bm25, dense"),
    ):
        open_answerer("random", mmqa(), collection=collection)


def test_a_threshold_shows_in_the_name() -> None:
    assert open_engine("manyhop", threshold=0.5).name == "manyhop:explicit(embedded, threshold=0.5)"
