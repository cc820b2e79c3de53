"""A paraphrase is taken only where it keeps the names and the answer."""

from collections.abc import Sequence

import pytest

from manyhop.answering import Answer, Question
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import Said
from manyhop.generation.wording import fault_of, paraphrase
from manyhop.models import Completion, Message
from manyhop.programs import TextQ, Value

ASKED = "When did the Humber Bridge open?"
BUILT = BuiltQuestion(
    id="q1",
    question=ASKED,
    pseudo="when did [Humber Bridge] open",
    type="TextQ",
    program=TextQ(ASKED),
    queries={ASKED: Said("s1", "opened-in")},
    values=(Value("1981"),),
    topic="t1",
)


class Writer:
    """A model that always writes the same."""

    model = "writer"

    def __init__(self, reply: str) -> None:
        self.reply = reply

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        assert ASKED in str(messages[0]["content"])
        return Completion(text=self.reply)


class YearFinder:
    """Answers with the year if the question still asks for one."""

    name = "year-finder"

    def answer(self, question: Question) -> Answer:
        return Answer(values=("1981",) if "year" in question.text else ("Hull",))


def test_a_paraphrase_with_the_same_answer_is_taken() -> None:
    tried = paraphrase(
        BUILT, (), Writer("In which year was the Humber Bridge opened?"), YearFinder()
    )
    assert tried.fault == ""
    assert tried.question.question == "In which year was the Humber Bridge opened?"
    assert tried.question.paraphrase_of == ASKED


def test_a_paraphrase_that_asks_for_something_else_is_not_taken() -> None:
    tried = paraphrase(BUILT, (), Writer("Where does the Humber Bridge stand?"), YearFinder())
    assert tried.fault == "the executed answer became Hull"
    assert tried.question == BUILT


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("It opened long ago.", "it is no question"),
        ("In which year did the bridge open?", "it leaves out Humber"),
        ("Did the Humber Bridge open in 1981?", "it tells the answer 1981"),
        ("When did the Humber Bridge open??", "it says the same words again"),
    ],
)
def test_what_is_wrong_on_its_face_is_not_even_asked(words: str, fault: str) -> None:
    assert fault_of(words, BUILT) == fault
