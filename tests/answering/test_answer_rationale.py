"""What a rationale says, and that citations hold."""

from manyhop.answering import checked, cited_sources, rationale_of, settled

# From inside: parts of a rationale.
from manyhop.answering._saying import looked_at, sentence_at
from manyhop.programs import Hop, TextQ, Value
from manyhop.sources import (
    Cell,
    CellAt,
    Citation,
    Column,
    Image,
    Procedure,
    Region,
    Snippet,
    Span,
    Step,
    StepAt,
    Table,
)

HUMBER = Snippet(id="humber", title="Humber Bridge", text="It is long. It opened in 1981. It is.")
OTHER = Snippet(id="other", title="A leaflet", text="It opened in 1980.")
TABLE = Table(
    id="table",
    title="Bridges",
    columns=(Column("bridge"), Column("opened")),
    rows=((Cell("Humber Bridge"), Cell("1981")),),
)
PICTURE = Image(id="picture", title="The towers", caption="Two towers")
SOURCES = {source.id: source for source in (HUMBER, OTHER, TABLE, PICTURE)}
YEAR = HUMBER.cite(Span(25, 29))


def hop(value: Value) -> Hop:
    return Hop(TextQ("?"), "?", (), (value,), (value,))


def test_a_text_is_quoted_by_its_sentence() -> None:
    said = rationale_of([hop(Value("1981", 0.9, (YEAR,)))], [YEAR], SOURCES)
    assert said == "“Humber Bridge” says “It opened in 1981.” [1]."


def test_a_cell_is_named_by_its_column_and_row() -> None:
    cell = TABLE.cite(CellAt(0, 1))
    said = rationale_of([hop(Value("1981", 0.9, (cell,)))], [cell], SOURCES)
    assert said == "The table “Bridges” has “1981” under “opened” for Humber Bridge [1]."


def test_each_hop_is_told_in_turn() -> None:
    seen = PICTURE.cite(Region())
    hops = [hop(Value("two", 0.9, (seen,))), hop(Value("1981", 0.9, (YEAR,)))]
    said = rationale_of(hops, [YEAR, seen], SOURCES)
    assert said == (
        "The picture “The towers” shows two [2]; “Humber Bridge” says “It opened in 1981.” [1]."
    )


def test_all_steps_of_a_procedure_are_told_at_once() -> None:
    knot = Procedure(id="knot", title="Knot", steps=(Step(text="Loop."), Step(text="Pull.")))
    cited = [knot.cite(StepAt(0)), knot.cite(StepAt(1))]
    values = tuple(Value(each.quote, 0.9, (each,)) for each in cited)
    hops = [Hop(TextQ("?"), "?", (), values, values)]
    assert rationale_of(hops, cited, {"knot": knot}) == "“Knot” tells it in 2 steps [1–2]."
    assert rationale_of(hops, cited[:1], {"knot": knot}) == "“Knot” says “Loop.” [1]."


def test_a_contradiction_is_told() -> None:
    against = Value("1980", 0.4, (OTHER.cite(Span(13, 17)),))
    said = rationale_of([hop(Value("1981", 0.9, (YEAR,)))], [YEAR], SOURCES, [against])
    assert said.endswith(" But “A leaflet” says “It opened in 1980.”")


def test_the_likeliest_of_contradicting_values_is_the_answer() -> None:
    right = Value("1981", 0.5, (YEAR,))
    wrong = Value("1980", 0.48, (OTHER.cite(Span(13, 17)),))
    both = (right, wrong)
    assert settled("When did it open?", both, both) == ((right,), (wrong,))
    assert settled("Which years are named?", both, both) == (both, ())


def test_a_fuller_date_does_not_contradict_a_year() -> None:
    year = Value("1981", 0.5, (YEAR,))
    day = Value("24 June 1981", 0.4, (OTHER.cite(Span(0, 2)),))
    assert settled("When did it open?", (year,), (year, day)) == ((year,), ())


def asks_for_several(question: str) -> bool:
    both = (Value("1981", 0.5, (YEAR,)), Value("1980", 0.48, (OTHER.cite(Span(13, 17)),)))
    return settled(question, both, both) == (both, ())


def test_questions_in_the_plural() -> None:
    assert asks_for_several("Which bridges opened in 1937?")
    assert asks_for_several("What were the names of the ships?")
    assert not asks_for_several("When did the Humber Bridge open?")
    assert not asks_for_several("Which bridge has two towers?")


def test_what_was_read_in_vain_is_named() -> None:
    assert looked_at({}) == "No source was found to look at."
    assert looked_at({"humber": HUMBER}) == "Nothing in “Humber Bridge” answers this."
    more = looked_at(SOURCES)
    assert more.startswith("Nothing in “Humber Bridge”, “A leaflet”, “Bridges” and 1 more source ")


def test_a_long_sentence_is_cut_around_its_place() -> None:
    text = "word " * 200 + "1981" + " word" * 200
    quoted = sentence_at(text, Span(1000, 1004))
    assert "1981" in quoted
    assert len(quoted) < 220
    assert quoted.strip("… ") in text


def test_a_citation_that_does_not_hold_is_dropped() -> None:
    beyond = Citation("humber", Span(90, 99), "1981")
    unknown = Citation("nobody", Span(0, 2), "It")
    misquoted = Citation("humber", Span(25, 29), "1999")
    assert checked([beyond, unknown, misquoted, YEAR], SOURCES) == (YEAR,)
    assert cited_sources([YEAR, YEAR, TABLE.cite(CellAt(0, 0))]) == ("humber", "table")
