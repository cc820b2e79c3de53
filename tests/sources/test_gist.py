"""As much of a long source as tells whether a question is about it."""

from manyhop.sources import Cell, Column, Procedure, Snippet, Step, Table
from manyhop.sources._source import LETTERS, gist


def test_lines_that_share_words_come_first_and_keep_their_order() -> None:
    lines = [f"{year} | nobody at all, as far as is known" for year in range(1900, 1990)]
    lines[70] = "1970 | Ada won the cup"
    lines[20] = "1920 | Bea won the cup"
    told = gist("Who won the cup?", ["Cup", "Year | Winner"], lines)
    assert told.startswith("Cup\nYear | Winner\n")
    assert told.index("Bea") < told.index("Ada")
    assert len(told) <= LETTERS


def test_a_table_tells_the_rows_that_a_question_names() -> None:
    rows = tuple((Cell(f"mill {number}"), Cell("x" * 50)) for number in range(50))
    table = Table(title="Mills", columns=(Column("Mill"), Column("Note")), rows=rows)
    told = table.gist("What is said of mill 37?")
    assert "mill 0" in told
    assert "mill 49" not in told
    rows = (*rows, (Cell("Outwood"), Cell("the oldest")))
    table = Table(title="Mills", columns=(Column("Mill"), Column("Note")), rows=rows)
    assert "Outwood | the oldest" in table.gist("Is Outwood the oldest?")


def test_a_procedure_tells_the_steps_that_a_question_names() -> None:
    steps = tuple(Step(text=f"Wait for {number} minutes. " * 5) for number in range(20))
    procedure = Procedure(title="Tea", steps=(*steps, Step(text="Pour the milk.")))
    assert procedure.gist("When do you pour the milk?").splitlines()[0] == "Tea"
    assert "Pour the milk." in procedure.gist("When do you pour the milk?")


def test_a_short_source_is_told_whole() -> None:
    table = Table(title="Mills", columns=(Column("Mill"),), rows=((Cell("Outwood"),),))
    assert table.gist("Which?") == table.searchable
    snippet = Snippet(title="Mills", text="They turn. " * 100)
    assert snippet.gist("Do they?") == snippet.searchable


def test_a_long_opening_or_line_is_cut() -> None:
    assert len(gist("Which?", ["x" * 1000], ["a", "b"])) == LETTERS
    assert len(gist("Which?", ["Cup"], ["y" * 1000])) == LETTERS
    assert gist("Which?", ["Cup"], []) == "Cup"
