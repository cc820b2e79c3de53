"""Whole answers: from candidates, from a collection, from a picture."""

from collections.abc import Collection as Kinds
from pathlib import Path

import msgspec
import pytest

from manyhop.answering import Engine, Question
from manyhop.collection import Collection
from manyhop.models import Models, open_models
from manyhop.planners import Plan, Routing
from manyhop.programs import parse_program
from manyhop.sources import (
    KINDS,
    AnySource,
    Cell,
    Column,
    Image,
    Kind,
    Procedure,
    Snippet,
    Step,
    Table,
)

HUMBER = Snippet(
    id="humber",
    title="Humber Bridge",
    text="The Humber Bridge is a suspension bridge in England. It was opened on 24 June 1981.",
)
FORTH = Snippet(
    id="forth",
    title="Forth Bridge",
    text="The Forth Bridge was designed by John Fowler and Benjamin Baker. It opened in 1890.",
)
BRIDGES = Table(
    id="bridges",
    title="Bridges",
    columns=(Column("bridge"), Column("country"), Column("length in m", "number")),
    rows=tuple(
        tuple(map(Cell, row))
        for row in (
            ("Humber Bridge", "England", "2220"),
            ("Forth Bridge", "Scotland", "2467"),
            ("Rialto Bridge", "Italy", "48"),
        )
    ),
)


class Planned:
    """Plans what it was told to plan."""

    name = "planned"

    def __init__(self, *plans: tuple[str, float]) -> None:
        self.programs = [Plan(parse_program(program), chance) for program, chance in plans]

    def plan(self, question: str, kinds: Kinds[Kind] = KINDS) -> list[Plan]:
        return self.programs


@pytest.fixture(scope="module")
def models() -> Models:
    return open_models()


def about(text: str, *sources: AnySource, choices: tuple[str, ...] = ()) -> Question:
    return Question(id="q", text=text, candidates=sources, choices=choices)


def test_an_answer_has_all_its_parts(models: Models) -> None:
    question = about("When was the Humber Bridge opened?", HUMBER, FORTH, BRIDGES)
    answer = Engine(Routing(models), models).answer(question)
    assert answer.values == ("24 June 1981",)
    assert answer.sentence == "The Humber Bridge was opened on 24 June 1981."
    assert answer.sources == ("humber",)
    assert [citation.quote for citation in answer.citations] == ["24 June 1981"]
    assert answer.rationale == "“Humber Bridge” says “It was opened on 24 June 1981.” [1]."
    assert answer.confidence is not None
    assert answer.confidence > 0.5
    assert not answer.abstained


def test_a_second_hop_asks_about_what_the_first_one_found(models: Models) -> None:
    program = 'Compose(TextQ("Who designed [answer]?"), TableQ("Which bridge is in Scotland?"))'
    engine = Engine(Planned((program, 1.0)), models)
    answer = engine.answer(about("Who designed the bridge in Scotland?", HUMBER, FORTH, BRIDGES))
    assert answer.values == ("John Fowler and Benjamin Baker",)
    assert set(answer.sources) == {"forth", "bridges"}
    assert [hop["question"] for hop in answer.trace["hops"]][:2] == [
        "Which bridge is in Scotland?",
        "Who designed Forth Bridge?",
    ]
    assert "the table “Bridges” has “Forth Bridge” under “bridge”" in answer.rationale.replace(
        "The table", "the table"
    )


def test_the_trace_is_plain_data(models: Models) -> None:
    answer = Engine(Routing(models), models).answer(about("When was it opened?", HUMBER))
    again = msgspec.json.decode(msgspec.json.encode(answer.trace))
    assert again["planner"] == "routing"
    assert again["program"] == 'TextQ("When was it opened?")'
    assert again["tree"] == {"kind": "TextQ", "question": "When was it opened?"}
    assert again["type"] == "TextQ"
    assert again["plans"][0].keys() == {"program", "chance", "score"}
    assert again["hops"][0].keys() == {"leaf", "question", "given", "found", "passed_on"}


def test_the_plan_whose_value_is_likeliest_wins(models: Models) -> None:
    engine = Engine(
        Planned(
            ('TextQ("What is the population of Atlantis?")', 0.5),
            ('TextQ("When was the Humber Bridge opened?")', 0.4),
        ),
        models,
    )
    answer = engine.answer(about("When was it opened?", HUMBER))
    assert answer.values == ("24 June 1981",)
    assert len(answer.trace["plans"]) == 2


def test_a_sure_plan_ends_the_search(models: Models) -> None:
    opened = 'TextQ("When was the Humber Bridge opened?")'
    engine = Engine(Planned((opened, 0.9), ('TableQ("When was it opened?")', 0.1)), models)
    answer = engine.answer(about("When was the Humber Bridge opened?", HUMBER, BRIDGES))
    assert [plan["chance"] for plan in answer.trace["plans"]] == [0.9]


def test_without_evidence_the_engine_abstains_unless_it_must_guess(models: Models) -> None:
    question = about("What is the capital of Peru?", HUMBER, FORTH)
    answer = Engine(Routing(models), models).answer(question)
    assert answer.abstained
    assert answer.values == ()
    assert answer.citations == ()
    assert answer.sentence == "The sources do not say."
    assert answer.rationale.startswith("Nothing in “")
    assert answer.trace["values"]
    guessed = Engine(Routing(models), models, abstain=False).answer(question)
    assert guessed.values == (answer.trace["values"][0]["text"],)


def test_a_choice_is_made_by_what_was_found(models: Models) -> None:
    question = about(
        "When was the Humber Bridge opened?", HUMBER, choices=("1890", "24 June 1981", "1937")
    )
    answer = Engine(Routing(models), models).answer(question)
    assert answer.choice == 1
    assert answer.values == ("24 June 1981",)


def test_a_choice_is_made_even_from_nothing(models: Models) -> None:
    question = about("What is the capital of Peru?", HUMBER, choices=("Lima", "Quito"))
    assert Engine(Routing(models), models).answer(question).choice in (0, 1)


def test_a_collection_is_searched_where_nothing_is_given(models: Models, tmp_path: Path) -> None:
    with Collection.open(tmp_path, create=True) as collection:
        collection.add([HUMBER, FORTH, BRIDGES])
        engine = Engine(Routing(models), models, collection=collection)
        answer = engine.answer(Question(id="q", text="Who designed the Forth Bridge?"))
    assert answer.values == ("John Fowler and Benjamin Baker",)
    assert answer.sources == ("forth",)


def test_a_mix_of_texts_and_pictures_has_its_sources_chosen_first(models: Models) -> None:
    picture = Image(id="picture", title="Rialto Bridge", caption="The Rialto Bridge in Venice")
    answer = Engine(Routing(models), models).answer(
        about("When was the Humber Bridge opened?", picture, FORTH, HUMBER)
    )
    assert answer.sources[0] == "humber"
    assert "picture" not in answer.sources
    assert answer.values == ("24 June 1981",)


def test_a_cloze_question_is_answered_by_what_fits_the_steps(models: Models) -> None:
    tea = Procedure(
        id="tea",
        title="Tea",
        steps=(
            Step(text="Fill the kettle with fresh water and switch it on."),
            Step(text="Put the tea leaves into the pot."),
            Step(text="Add milk and sugar as you like."),
        ),
    )
    question = Question(
        id="q",
        text="Choose the best title for the missing blank.",
        parts=("Boil water", "@placeholder", "Serve with milk"),
        choices=("Paint the fence", "Add the leaves", "Tune the guitar", "Feed the cat"),
        candidates=(tea,),
    )
    answer = Engine(Routing(models), models).answer(question)
    assert answer.choice == 1
    assert answer.citations[0].quote == "Put the tea leaves into the pot."


def test_pictures_that_nobody_has_are_not_told_apart_by_their_names(models: Models) -> None:
    tea = Procedure(id="tea", title="Tea", steps=(Step(text="Boil water."),))
    question = Question(
        id="q",
        text="Choose the best image for the missing blank.",
        parts=("tea_1.jpg", "@placeholder"),
        choices=("coffee_1.jpg", "tea_2.jpg"),
        candidates=(tea,),
    )
    assert Engine(Routing(models), models).answer(question).abstained
    guess = Engine(Routing(models), models, abstain=False).answer(question)
    assert (guess.choice, guess.confidence) == (0, 0.5)


class TestScored:
    """As benchmarks count: always a guess, and a choice without its words."""

    @pytest.mark.parametrize(
        "question",
        [
            about("Who won the chess match on Mars?", HUMBER),
            about("Who won the chess match on Mars?", BRIDGES),
            about("Is the picture of Mars red?", Image(id="i", caption="", title="Mars")),
            about(
                "How do I win at chess?", Procedure(id="p", title="Tea", steps=(Step(text="A"),))
            ),
            about("Which one is redder?", Image(id="i", title="Mars"), FORTH),
        ],
    )
    def test_there_is_a_guess(self, models: Models, question: Question) -> None:
        planner = Planned(('TableQ("Who won?")', 1.0))
        silent = Engine(planner, models, scored=True).answer(question)
        assert silent.abstained
        guess = Engine(planner, models, abstain=False, scored=True).answer(question)
        assert not guess.abstained
        assert guess.values
        assert guess.confidence is not None
        assert guess.confidence < 0.2

    def test_a_choice_is_no_direct_answer(self, models: Models) -> None:
        question = about("When was the Humber Bridge opened?", HUMBER, choices=("1890", "1981"))
        plain = Engine(Routing(models), models).answer(question)
        scored = Engine(Routing(models), models, scored=True, abstain=False).answer(question)
        assert (plain.choice, plain.values) == (1, ("1981",))
        assert (scored.choice, scored.values) == (1, ())

    def test_a_mix_in_a_collection_is_chosen_from(self, models: Models, tmp_path: Path) -> None:
        """As WebQA's full setting: what is retrieved, then what is needed."""
        others = [Snippet(id=f"s{n}", text=f"Bridge {n} spans a river.") for n in range(30)]
        image = Image(id="i", caption="The Humber Bridge from the south bank")
        question = about("When was the Humber Bridge opened?")
        with Collection.open(tmp_path / "c", create=True) as collection:
            collection.add([HUMBER, FORTH, image, *others])
            found = {
                threshold: Engine(
                    Routing(models),
                    models,
                    collection=collection,
                    abstain=False,
                    scored=True,
                    threshold=threshold,
                ).answer(question)
                for threshold in (None, 1e9, -1e9)
            }
        assert "humber" in found[None].sources
        assert len(found[None].sources) in (1, 2)
        assert len(found[1e9].sources) == 1
        assert len(found[-1e9].sources) == 20
        assert "1981" in found[None].values[0]
