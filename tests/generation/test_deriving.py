import pytest
from tests.generation.built import SOURCES, longest_opened

from manyhop.errors import ManyhopError
from manyhop.generation._deriving import derive, outcome_of, prove
from manyhop.generation._query import StepOf
from manyhop.programs import TextQ
from manyhop.sources import Procedure, Step


def test_a_program_gives_its_answer_again() -> None:
    outcome = prove(longest_opened(), SOURCES)
    assert [value.text for value in outcome.answers] == ["1958"]
    assert [hop.passed_on[0].text for hop in outcome.hops] == ["Bel Bridge", "1958"]
    assert {citation.source_id for citation in outcome.answers[0].citations} == {"t1", "bel"}
    assert all(value.score == 1 for hop in outcome.hops for value in hop.found)


def test_a_question_without_a_query_has_no_answer() -> None:
    assert outcome_of(TextQ("Why?"), {}, SOURCES).answers == ()


def test_another_source_gives_another_answer() -> None:
    later = SOURCES["bel"].with_changes(text="Bel Bridge, over the Bel, opened in 1961.")
    outcome = prove(longest_opened(), {**SOURCES, "bel": later})
    assert [value.text for value in outcome.answers] == ["1961"]


def test_steps_are_derived_from_their_procedure() -> None:
    tea = Procedure(id="tea", title="Tea", steps=(Step(title="Boil"), Step(title="Pour")))
    (value,) = derive(StepOf("tea", 0, shift=1), {"tea": tea})
    assert value.text == "Pour"
    with pytest.raises(ManyhopError, match="procedure tea is not there"):
        derive(StepOf("tea", 0), {})
