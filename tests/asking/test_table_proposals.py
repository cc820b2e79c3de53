"""The table way: proposals with exact values, cells that say them, and how many rows were read."""

from pathlib import Path

import pytest

from manyhop.answering import InCollection, Question
from manyhop.asking import Look, answer_from_tables, look
from manyhop.collection import Collection, index_paths
from manyhop.models import Models
from manyhop.programs import Aggregate, TableQ
from manyhop.sources import Table


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    folder = tmp_path_factory.mktemp("shop")
    lines = [f"{n},{'Gentoo' if n % 4 == 0 else 'Adelie'},{3000 + n % 50}" for n in range(12_000)]
    Path(folder / "penguins.csv").write_text("\n".join(["id,species,body_mass_g", *lines]))
    Path(folder / "staff.csv").write_text(
        "emp,name,office\nE1,Lucia Ferri,Bremen\nE2,Callum Reid,Leeds\nE3,Noor Haddad,Porto\n"
    )
    collection = Collection.open(tmp_path_factory.mktemp("index"), create=True)
    index_paths(collection, [folder])
    return collection


def seen(collection: Collection, text: str) -> Look:
    models = Models()
    return look(Question(id="1", text=text), text, InCollection(collection, models), models)


def test_a_count_goes_over_all_rows_and_says_how_many(collection: Collection) -> None:
    text = "How many Gentoo penguins were measured?"
    best = next(iter(answer_from_tables(seen(collection, text))))
    assert best.values_text == ("3,000",)
    assert best.program == Aggregate("count", TableQ(text))
    assert best.detail["rows"] == 3_000
    assert len(best.values[0].citations) == 3


def test_every_citation_quotes_its_cell(collection: Collection) -> None:
    for proposal in answer_from_tables(seen(collection, "In which office is Callum Reid?")):
        for value in proposal.values:
            for citation in value.citations:
                table = collection.get(citation.source_id)
                assert isinstance(table, Table)
                assert table.quote(citation.place) == citation.quote


def test_signs_are_figures(collection: Collection) -> None:
    [best, *_] = answer_from_tables(seen(collection, "In which office is Callum Reid?"))
    assert best.way == "table"
    assert best.values_text == ("Leeds",)
    assert {"table", "table margin", "table coverage"} <= set(best.signs)
