"""What must be asked first, so that a question can be answered."""

from manyhop.english import rationale, sub_questions
from manyhop.models.embedded._verbaliser import Verbaliser


def test_a_comparison_asks_for_each_side() -> None:
    assert sub_questions("Which is taller, the abbey or the mill?") == [
        "How tall is the abbey?",
        "How tall is the mill?",
    ]


def test_a_hop_is_asked_before_what_hangs_on_it() -> None:
    assert sub_questions("Who founded the town that hosted the 1908 fair?") == [
        "Which town hosted the 1908 fair?",
        "Who founded #1?",
    ]
    assert sub_questions("What is the capital of the country that won the cup in 1970?") == [
        "Which country won the cup in 1970?",
        "What is the capital of #1?",
    ]


def test_both_asks_for_one_and_for_the_other() -> None:
    assert sub_questions("Do both the inn and the mill have chimneys?") == [
        "Does the inn have chimneys?",
        "Does the mill have chimneys?",
    ]


def test_a_simple_question_stays_whole() -> None:
    assert Verbaliser().split("Who built the canal?") == ["Who built the canal?"]


def test_a_reason_keeps_its_names() -> None:
    assert rationale("Oslo is older.", ["Oslo was founded in 1040."]) == (
        "Oslo is older, because Oslo was founded in 1040."
    )
