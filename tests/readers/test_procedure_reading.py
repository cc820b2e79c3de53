import pytest
from tests.readers.sample_sources import PANCAKES

from manyhop.models import open_models
from manyhop.programs import Value, Wanted
from manyhop.readers import ProcedureReading
from manyhop.sources import Procedure, Span, Step, StepAt

KNOT = Procedure(title="Knot", steps=(Step(text="Form a loop."), Step(text="Pull it tight.")))


@pytest.fixture(scope="module")
def reader() -> ProcedureReading:
    return ProcedureReading(open_models())


@pytest.mark.parametrize(
    ("wanted", "text", "place"),
    [
        ("step", "Melt butter in a hot pan.", StepAt(1)),
        ("next", "Fry for two minutes on each side.", StepAt(2)),
        ("previous", "Mix: Whisk the flour and the eggs with 300 ml of milk.", StepAt(0)),
    ],
)
def test_steps_around_the_described_one(
    wanted: Wanted, text: str, place: StepAt, reader: ProcedureReading
) -> None:
    best = reader.read("melting the butter in the pan", [KNOT, PANCAKES], wanted=wanted)[0]
    assert (best.text, best.citations[0].place) == (text, place)


def test_a_steps_pictures(reader: ProcedureReading) -> None:
    values = reader.read("whisk flour and eggs", [PANCAKES], wanted="picture")
    assert [value.text for value in values] == ["bowl.jpg", "whisk.jpg"]
    assert values[1].citations[0].place == StepAt(0, image=1)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many steps are there?", "3"),
        ("What comes first?", "Mix: Whisk the flour and the eggs with 300 ml of milk."),
        ("What is the last step?", "Fry for two minutes on each side."),
        ("What do I do after melting the butter?", "Fry for two minutes on each side."),
        ("What do I do before frying for two minutes?", "Melt butter in a hot pan."),
        ("In which step do I melt the butter?", "Melt butter in a hot pan."),
        ("What is the second step?", "Melt butter in a hot pan."),
        ("What happens in step 3?", "Fry for two minutes on each side."),
        ("What ingredients are needed?", "2 eggs"),
        ("What ingredients do pancakes have?", "2 eggs"),
    ],
)
def test_questions_about_the_order(question: str, answer: str, reader: ProcedureReading) -> None:
    assert reader.read(question, [PANCAKES])[0].text == answer


@pytest.mark.parametrize(
    "question", ["How do I make pancakes?", "how to cook pancakes", "The recipe for pancakes?"]
)
def test_how_something_is_done_takes_every_step(question: str, reader: ProcedureReading) -> None:
    values = reader.read(question, [KNOT, PANCAKES])
    assert [value.citations[0].place for value in values] == [StepAt(0), StepAt(1), StepAt(2)]
    assert {value.about for value in values} == {"Pancakes"}


def test_how_one_thing_inside_is_done_takes_no_whole(reader: ProcedureReading) -> None:
    values = reader.read("How do I keep pancakes from burning?", [PANCAKES])
    assert all(value.text != "Melt butter in a hot pan." for value in values)


def test_there_is_no_step_beyond_the_last(reader: ProcedureReading) -> None:
    assert reader.read("What is the fifth step?", [PANCAKES]) == []
    assert reader.read("What is step 0?", [PANCAKES]) == []


@pytest.mark.extras
def test_an_answer_inside_a_step(reader: ProcedureReading) -> None:
    best = reader.read("How long is each side fried?", [PANCAKES])[0]
    assert best.text == "two minutes"
    assert best.citations == (PANCAKES.cite(StepAt(2, Span(8, 19))),)


def test_given_things_choose_the_procedure(reader: ProcedureReading) -> None:
    first = reader.read("What comes first?", [PANCAKES, KNOT], [Value("Knot")])[0]
    assert first.text == "Form a loop."


def test_nothing_after_the_end(reader: ProcedureReading) -> None:
    single = Procedure(title="Tea", steps=(Step(text="Pour hot water."),))
    assert reader.read("Pour hot water.", [single], wanted="next") == []
    assert reader.read("What comes first?", []) == []
    assert reader.read("What comes first?", [Procedure(title="Empty", steps=())]) == []
