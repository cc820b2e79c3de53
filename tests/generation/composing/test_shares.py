"""How many questions of each type are kept."""

from collections import Counter

import pytest

from manyhop.errors import ManyhopError
from manyhop.generation import BuiltQuestion
from manyhop.generation._query import Said
from manyhop.generation.composing import DEFAULT, PAPER, balanced, shares_from
from manyhop.programs import TextQ, Value


def question(number: int) -> BuiltQuestion:
    words = f"Why {number}?"
    return BuiltQuestion(
        id=str(number),
        question=words,
        pseudo=words,
        type="TextQ",
        program=TextQ(words),
        queries={words: Said("s", "founded-in")},
        values=(Value("x"),),
        topic="t",
    )


QUESTIONS = [question(number) for number in range(100)]
KINDS = {str(number): "TextQ" if number < 80 else "TableQ" for number in range(100)}


def test_kinds_come_near_their_shares() -> None:
    kept = balanced(QUESTIONS, KINDS, {"TextQ": 1.0, "TableQ": 1.0}, 30)
    assert Counter(KINDS[one.id] for one in kept) == {"TextQ": 15, "TableQ": 15}


def test_a_rare_kind_leaves_its_room_to_others() -> None:
    kept = balanced(QUESTIONS, KINDS, {"TextQ": 1.0, "TableQ": 9.0}, 60)
    assert Counter(KINDS[one.id] for one in kept) == {"TextQ": 40, "TableQ": 20}


def test_no_more_than_there_are_and_in_their_order() -> None:
    assert balanced(QUESTIONS, KINDS, {"TextQ": 1.0}, 1000) == QUESTIONS


def test_shares_are_named_or_numbered() -> None:
    assert shares_from([]) == DEFAULT
    assert shares_from(["paper"]) == PAPER
    only = shares_from(["paper", "TextQ = 0", "Compose(TextQ, TableQ)=50"])
    assert "TextQ" not in only
    assert only["Compose(TextQ,TableQ)"] == 50


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("best", "there are no shares 'best'; choose from default, paper"),
        ("TextR=1", "there is no type 'TextR'"),
        ("TextQ=much", "'much' is no number; write TextQ=5"),
        ("TextQ=-1", "a share can't be negative"),
    ],
)
def test_other_shares_are_refused(words: str, message: str) -> None:
    with pytest.raises(ManyhopError) as error:
        shares_from([words])
    assert message in str(error.value)
