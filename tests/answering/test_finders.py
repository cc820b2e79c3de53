"""Finding among candidates and in a collection."""

from pathlib import Path

import pytest

from manyhop.answering import Candidates, InCollection
from manyhop.collection import Collection
from manyhop.models import Models, open_models
from manyhop.sources import Image, Snippet

BRIDGES = [
    Snippet(id=name, title=f"{name} Bridge", text=f"The {name} Bridge was opened in {year}.")
    for name, year in (("Humber", 1981), ("Forth", 1890), ("Rialto", 1591), ("Tower", 1894))
]
PICTURE = Image(id="picture", title="Humber", caption="The Humber Bridge in the evening")


@pytest.fixture(scope="module")
def models() -> Models:
    return open_models()


def test_candidates_come_by_kind_and_best_first(models: Models) -> None:
    finder = Candidates([*BRIDGES, PICTURE], models)
    assert finder.kinds == {"snippet", "image"}
    hits = finder.find("When was the Rialto Bridge opened?", "snippet", 4)
    assert hits[0].source.id == "Rialto"
    assert len(hits) == 4
    assert [hit.source for hit in finder.find("Humber", "image", 4)] == [PICTURE]
    assert finder.find("Humber", "table", 4) == []


def test_where_there_are_too_many_candidates_the_best_are_kept(models: Models) -> None:
    hits = Candidates(BRIDGES, models).find("When was the Tower Bridge opened?", "snippet", 2)
    assert hits[0].source.id == "Tower"
    assert len(hits) == 2
    assert hits[0].score > hits[1].score


def test_a_candidate_that_is_given_twice_counts_once(models: Models) -> None:
    finder = Candidates([BRIDGES[0], BRIDGES[0]], models)
    assert len(finder.find("Humber", "snippet", 4)) == 1


def test_a_collection_is_searched_by_kind(models: Models, tmp_path: Path) -> None:
    with Collection.open(tmp_path, create=True) as collection:
        collection.add([*BRIDGES, PICTURE])
        finder = InCollection(collection, models)
        assert finder.kinds == {"snippet", "image"}
        assert finder.find("When did the Forth Bridge open?", "snippet", 1)[0].source.id == "Forth"
        assert [hit.source.id for hit in finder.find("Humber", "image", 3)] == ["picture"]
        assert finder.find("Humber", "table", 3) == []
