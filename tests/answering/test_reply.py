"""Replies as models write them, tidy and not."""

import pytest

from manyhop.answering import Question, read_reply
from manyhop.sources import Snippet

SOURCES = tuple(Snippet(id=f"id-{n}", text="…") for n in (1, 2, 3))
COLOURS = ("blue", "red", "dark red", "A")


def read_choice(said: str, choices: tuple[str, ...]) -> int | None:
    return read_reply(said, Question(id="q", text="?", choices=choices), ()).choice


@pytest.mark.parametrize(
    ("said", "choice"),
    [
        ("B", 1),
        ("b", 1),
        ("(B)", 1),
        ("**B**", 1),
        ("B.", 1),
        ("B. red", 1),
        ("B) red, because of the paint", 1),
        ("[C]", 2),
        ("The answer is B.", 1),
        ("The correct answer is (C), dark red.", 2),
        ("Option B", 1),
        ("I would say option C because it is dark", 2),
        ("red", 1),
        ("Red.", 1),
        ('"dark red"', 2),
        ("It is dark red.", 2),
        ("It looks blue to me", 0),
        ("A", 0),  # a letter was asked for, so it is not the choice whose words are "A"
        ("A blue one", None),  # the words of two choices
        ("blue or red", None),
        ("E", None),
        ("infrared", None),
        ("no idea", None),
        ("", None),
        ("...", None),
    ],
)
def test_choices(said: str, choice: int | None) -> None:
    assert read_choice(said, COLOURS) == choice


def test_an_article_is_not_a_letter() -> None:
    assert read_choice("A dog", ("cat", "dog")) == 1
    assert read_choice("The answer is a dog", ("cat", "dog")) == 1
    assert read_choice("Answer is A dog.", ("cat", "dog")) == 1


def test_an_empty_choice_is_never_meant_by_saying_nothing() -> None:
    assert read_choice(" ", ("", "Mix")) is None
    assert read_choice("B", ("", "Mix")) == 1


def test_more_choices_than_letters_have_numbers() -> None:
    choices = tuple(f"step {chr(97 + n % 26)}{n}" for n in range(30))
    assert read_choice("27", choices) == 26
    assert read_choice("3. step c2", choices) == 2


@pytest.mark.parametrize(
    ("text", "values", "sentence", "sources"),
    [
        ("Answer: 1981\nSentence: In 1981.\nSources: [1], [3]", ("1981",), "In 1981.", "13"),
        ("**Answer:** 1981\n**Sources:** [1, 2]", ("1981",), "1981", "12"),
        ("answer: 1981\nsources: 2", ("1981",), "1981", "2"),
        ("1981 [2]", ("1981",), "1981", "2"),
        ("It opened in 1981 [1][1].\nMore words.", ("It opened in 1981",), None, "1"),
        ("Sentence: In 1981.", ("In 1981",), "In 1981.", ""),
        ("1981\nSentence: In 1981.", ("1981",), "In 1981.", ""),
        ("Answer: [1981]\nSources: [7]", ("[1981]",), "[1981]", ""),
        ("Answer: x | y|z\nSources: none", ("x", "y", "z"), "x | y|z", ""),
        ("Answer: x\nSources: [id-2]", ("x",), "x", "2"),
        ("Answer: x\nSources: [1]\nQuestion: y?\nAnswer: z", ("x",), "x", "1"),
        ("Answer: U.S.\nSentence: The U.S.", ("U.S.",), "The U.S.", ""),
        ("The answer is: 1981.", ("1981",), "1981.", ""),
        ("Sure!\n\n- **Final answer**: 1981", ("1981",), "1981", ""),
        ("", (), "", ""),
    ],
)
def test_fields(text: str, values: tuple[str, ...], sentence: str | None, sources: str) -> None:
    reply = read_reply(text, Question(id="q", text="?"), SOURCES)
    assert reply.values == values
    assert sentence is None or reply.sentence == sentence
    assert reply.sources == tuple(f"id-{number}" for number in sources)


def test_a_choice_may_be_in_the_sentence_only() -> None:
    question = Question(id="q", text="?", choices=("blue", "red"))
    reply = read_reply("Answer: unsure\nSentence: It is red.", question, ())
    assert (reply.choice, reply.values, reply.sentence) == (1, (), "It is red.")


def test_what_was_said_is_kept_where_no_choice_is_made_out() -> None:
    question = Question(id="q", text="?", choices=("blue", "red"))
    reply = read_reply("Answer: green", question, ())
    assert (reply.choice, reply.values) == (None, ("green",))
