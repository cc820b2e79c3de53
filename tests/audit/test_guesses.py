from manyhop.audit._item import guesses
from manyhop.benchmarks import Gold
from manyhop.sources import Cell, Column, Snippet, Table

TABLE = Table(
    title="Lakes",
    columns=(Column("lake"), Column("depth")),
    rows=((Cell("Lake Alder"), Cell("9 m")), (Cell("Lake Birch"), Cell("9 m"))),
)
TEXT = Snippet(title="Lake Alder", text="The Lake Alder froze in 1962. Its keeper was Ada Moss.")


def test_cells_titles_names_and_numbers_are_offered_once() -> None:
    found = {one.text: one for one in guesses([TABLE, TEXT])}
    assert list(found)[:2] == ["yes", "no"]
    assert found["Lake Alder"].kind == "column 1"
    assert found["9 m"].times == 2
    assert found["9 m"].around == "Lake Alder 9 m depth"
    assert found["1962"].kind == "number"
    assert found["Ada Moss"].place == 1
    assert "Its" not in found


def test_a_guess_is_right_by_its_words() -> None:
    found = {one.text: one for one in guesses([TABLE, TEXT])}
    assert found["Ada Moss"].answers(Gold(values=("ada moss",)))
    assert not found["1962"].answers(Gold(values=("ada moss",)))
    assert found["Ada Moss"].answers(Gold(sentences=("It was Ada Moss who kept it.",)))
    assert found["no"].answers(Gold(sentences=("No, it was not.",)))
    assert not found["yes"].answers(Gold(sentences=("No, yes is wrong.",)))
