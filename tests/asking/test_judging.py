"""What the judge is shown of a proposal, and that it tells right from wrong."""

from collections.abc import Callable

from manyhop.answering import Candidates, Question
from manyhop.asking import (
    Proposal,
    answer_from_procedures,
    answer_from_tables,
    answer_from_texts,
    judged,
    look,
    shown,
)
from manyhop.models import Models
from manyhop.programs import TextQ, Value
from manyhop.sources import (
    AnySource,
    Cell,
    Column,
    Procedure,
    Snippet,
    Span,
    Step,
    Table,
)

FERRY = Snippet(
    title="Ferry",
    headings=("Ferry", "Crossing"),
    text="Dogs travel free. The crossing takes 40 minutes in calm weather.",
)
BOATS = Table(
    title="boats",
    columns=(Column("name"), Column("seats", "number")),
    rows=tuple((Cell(name), Cell(seats)) for name, seats in [("Ida", "12"), ("Tern", "40")]),
)
KNOT = Procedure(
    title="Tie a bowline", steps=(Step("Make a loop."), Step("Pass the end up through it."))
)


def first(text: str, source: AnySource, way: Callable[..., object]) -> Proposal:
    models = Models()
    question = Question(id="1", text=text, candidates=(source,))
    found = way(look(question, text, Candidates([source], models), models))
    proposals = list(found)  # type: ignore[call-overload]
    best: Proposal = proposals[0]
    return best


def of_text(quote: str) -> Proposal:
    start = FERRY.text.index(quote)
    value = Value(quote, 1.0, (FERRY.cite(Span(start, start + len(quote))),))
    return Proposal(way="span", values=(value,), program=TextQ(""), signs={}, sources=(FERRY,))


def test_a_span_is_shown_in_its_surroundings_under_its_heading() -> None:
    line = shown(of_text("40 minutes"))
    assert line == f"span: 40 minutes | Ferry › Crossing: {FERRY.text}"


def test_a_query_is_shown_in_words_with_its_rows() -> None:
    line = shown(first("How many seats does the Tern have?", BOATS, answer_from_tables))
    assert line == "table: 40 | boats: seats where name = Tern, 1 rows"


def test_a_step_is_shown_with_its_number() -> None:
    best = first("What is the second step of tying a bowline?", KNOT, answer_from_procedures)
    assert "Tie a bowline, step 2 of 2: Pass the end up through it." in shown(best)


def test_lines_are_short_and_single() -> None:
    long = Snippet(title="Long", text="word and\nanother " * 300)
    line = shown(first("Which word?", long, answer_from_texts))
    assert len(line) < 700
    assert "\n" not in line


def test_what_answers_is_judged_above_what_does_not() -> None:
    models = Models()
    proposals = [of_text("40 minutes"), of_text("Dogs travel free")]
    right, wrong = judged("How long does the crossing take?", proposals, models.judge)
    assert right.signs["judge"] > wrong.signs["judge"]
    assert right.values == proposals[0].values
