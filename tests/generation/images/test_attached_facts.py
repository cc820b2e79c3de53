from manyhop.generation.images._attached import attached_facts
from manyhop.sources import Image


def test_what_is_shown_becomes_text() -> None:
    shows = {
        "colour of the towers": "red",
        "number of towers": 2,
        "statue": True,
        "ferry": False,
        "flags": ["Norway", "Denmark"],
        "empty": "",
    }
    assert attached_facts(Image(caption="a bridge", meta={"shows": shows})) == {
        "colour of the towers": ("red",),
        "number of towers": ("2",),
        "statue": ("yes",),
        "ferry": ("no",),
        "flags": ("Norway", "Denmark"),
    }


def test_questions_are_properties_too() -> None:
    asked = [{"question": "How many  masts?", "answers": ["4"]}, {"question": "", "answer": "x"}]
    facts = attached_facts(Image(caption="a ship", meta={"questions": asked}))
    assert facts == {"question: How many masts?": ("4",)}


def test_meta_of_another_shape_is_passed_over() -> None:
    assert attached_facts(Image(caption="a ship", meta={"shows": "a ship", "questions": 3})) == {}
