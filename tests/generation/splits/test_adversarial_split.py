import random

import numpy as np
from tests.generation.built import longest_opened

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._categories import choices_of, question_category
from manyhop.generation.splits import adversarial_split, majorities
from manyhop.generation.splits._adversarial import Closed, Rows
from manyhop.programs import Choose, TextQ, Value


def asked(id: str, question: str, answer: str, **changes: object) -> BuiltQuestion:
    return longest_opened(id=id, question=question, values=(Value(answer),), **changes)


def test_the_categories_go_by_question_and_answer() -> None:
    def category(question: str, answer: str) -> str:
        return question_category(asked("q", question, answer))

    assert category("Is the tower red?", "Yes") == "YesNo"
    assert category("How many towers are there?", "two") == "number"
    assert category("How many towers are there?", "some") == "Others"
    assert category("What colour is it?", "dark blue") == "color"
    assert category("What colour is it?", "olive") == "Others"  # no such word in the scorer
    assert category("What shape is the arch?", "round") == "shape"
    assert category("Which is older: Arn Bridge or Bel Bridge?", "Bel Bridge") == "choose"
    assert category("When did it open?", "1958") == "Others"


def test_choices_come_from_the_program_or_from_the_words() -> None:
    choose = Choose(TextQ("What?"), ("a", "b", "c"))
    assert choices_of(asked("q", "What: a, b or c?", "b", program=choose)) == ("a", "b", "c")
    words = asked("q", "Which opened first: Arn Bridge or Bel Bridge?", "Arn Bridge")
    assert choices_of(words) == ("Arn Bridge", "Bel Bridge")
    assert choices_of(asked("q", "Did it open in 1958 or later?", "1958")) == ()


def test_no_colour_is_right_in_training_and_in_the_test() -> None:
    colours = ["red"] * 50 + ["blue"] * 20 + ["green"] * 10 + ["white"] * 10 + ["black"] * 10
    questions = [
        asked(f"q{n}", f"What colour is tower {n}?", colour) for n, colour in enumerate(colours)
    ]
    split = adversarial_split(questions, seed=3)
    most = majorities(split.questions)["color"]
    assert most["train"] == "red"
    assert most["test"] != "red"
    answers = {
        name: {built.answers for built in split.questions if built.split == name}
        for name in ("train", "test")
    }
    assert not answers["train"] & answers["test"]
    assert 0 < split.sizes["test"] <= 10
    assert split.sizes["dev"] > 0


def test_easy_yes_or_no_questions_stay_in_training() -> None:
    """Big things are red, small ones are not; of some, the words tell the wrong way."""
    chance = random.Random("towers")
    questions = []
    for n in range(300):
        big, odd = chance.random() < 0.5, n % 20 == 0
        answer = "yes" if big != odd else "no"
        questions.append(asked(f"q{n}", f"Is the {'big' if big else 'small'} tower red?", answer))
    split = adversarial_split(questions, seed=1)
    tests = {built.id for built in split.questions if built.split == "test"}
    assert tests
    assert tests <= {f"q{n}" for n in range(0, 300, 20)}  # only those that mislead


def test_the_same_seed_gives_the_same_split() -> None:
    questions = [asked(f"q{n}", f"Is tower {n % 7} red?", "yes") for n in range(60)]
    questions += [asked(f"r{n}", f"When did bridge {n} open?", "1958") for n in range(60)]
    once, again = adversarial_split(questions, seed=5), adversarial_split(questions, seed=5)
    assert once == again
    assert once != adversarial_split(questions, seed=6)


def test_the_model_learns_what_words_tell() -> None:
    items = [Closed("Is the big one red?", ("yes", "no"), 0)] * 20
    items += [Closed("Is the small one red?", ("yes", "no"), 1)] * 20
    rows = Rows(items)
    assert not rows.wrong(np.ones(40, np.bool_)).any()
