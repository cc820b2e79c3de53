"""The four kinds of source: ids, JSON, places and citations."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.errors import ManyhopError
from manyhop.sources import (
    AnySource,
    Cell,
    CellAt,
    Citation,
    Column,
    Image,
    Link,
    Place,
    Procedure,
    Region,
    Snippet,
    Span,
    Step,
    StepAt,
    Table,
    kind_named,
    source_from_json,
)

words = st.text(st.characters(codec="utf-8"), max_size=30)
several = st.lists(words, max_size=3).map(tuple)
meta = st.dictionaries(words, st.none() | st.booleans() | words | st.integers(-9, 9), max_size=3)
common: dict[str, Any] = {"title": words, "origin": words, "meta": meta, "id": words}

snippets = st.builds(Snippet, text=words, headings=several, **common)
images = st.builds(
    Image, path=words, data=st.binary(max_size=40), caption=words, text=words, **common
)
steps = st.builds(Step, title=words, text=words, images=several)
procedures = st.builds(
    Procedure, steps=st.lists(steps, max_size=4).map(tuple), materials=several, **common
)
links = st.builds(Link, text=words, title=words, url=words)
cells = st.builds(Cell, text=words, links=st.lists(links, max_size=2).map(tuple))
columns = st.builds(Column, name=words, kind=st.sampled_from(("text", "number", "date")))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    width = draw(st.integers(0, 4))
    row = st.lists(cells, min_size=width, max_size=width).map(tuple)
    return draw(
        st.builds(
            Table,
            columns=st.lists(columns, min_size=width, max_size=width).map(tuple),
            rows=st.lists(row, max_size=4).map(tuple),
            caption=words,
            headings=several,
            **common,
        )
    )


sources: st.SearchStrategy[AnySource] = st.one_of(snippets, tables(), images, procedures)


@given(sources)
@settings(max_examples=150)
def test_json_gives_the_same_source_back(source: AnySource) -> None:
    assert source_from_json(source.to_json()) == source


@given(sources)
@settings(max_examples=100)
def test_a_source_is_found_by_its_words(source: AnySource) -> None:
    assert isinstance(source.passage, str)
    assert source.id


@given(sources, sources)
@settings(max_examples=100)
def test_ids_follow_the_content(one: AnySource, other: AnySource) -> None:
    one, other = one.with_changes(id=""), other.with_changes(id="")
    assert (one.id == other.id) == (one.to_json() == other.to_json())
    assert one.with_changes(id="").id == one.id
    assert one.with_changes(title=one.title + "!", id="").id != one.id


def test_an_id_is_the_same_in_another_process() -> None:
    made = "Snippet(title='Mill', text='It grinds rye.', meta={'b': 1, 'a': [2, None]})"
    program = f"from manyhop.sources import Snippet; print({made}.id)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    turned = Snippet(title="Mill", text="It grinds rye.", meta={"a": [2, None], "b": 1})
    assert run.stdout.strip() == turned.id == "699c8cd3b9d20a7bc5cd"


def test_an_id_of_its_own_is_kept() -> None:
    assert Snippet(id="q7", text="rye").id == "q7"
    assert Snippet(id="q7", text="rye").with_changes(text="oats").id == "q7"


SNIPPET = Snippet(id="s", text="It grinds rye.")
TABLE = Table(
    id="t", columns=(Column("mill"), Column("stones", "number")), rows=((Cell("Alder"), Cell("2")),)
)
IMAGE = Image(id="i", title="mill", caption="A red mill")
PROCEDURE = Procedure(
    id="p", steps=(Step("Wet", "Wet the stone."), Step(text="Grind.", images=("grind.png",)))
)


@pytest.mark.parametrize(
    ("source", "place", "quote"),
    [
        (SNIPPET, Span(10, 13), "rye"),
        (SNIPPET, Span(0, 14), "It grinds rye."),
        (TABLE, CellAt(0, 1), "2"),
        (IMAGE, Region(), "A red mill"),
        (IMAGE, Region((0.0, 0.0, 0.5, 0.5)), "A red mill"),
        (Image(id="i", title="mill"), Region(), "mill"),
        (PROCEDURE, StepAt(0), "Wet: Wet the stone."),
        (PROCEDURE, StepAt(0, span=Span(8, 13)), "stone"),
        (PROCEDURE, StepAt(1, image=0), "grind.png"),
    ],
)
def test_a_place_can_be_cited(source: AnySource, place: Place, quote: str) -> None:
    assert source.quote(place) == quote
    assert source.cite(place) == Citation(source.id, place, quote)


@pytest.mark.parametrize(
    ("source", "place"),
    [
        (SNIPPET, Span(0, 15)),
        (SNIPPET, Span(-1, 3)),
        (SNIPPET, Span(3, 3)),
        (SNIPPET, CellAt(0, 0)),
        (TABLE, CellAt(1, 0)),
        (TABLE, CellAt(0, 2)),
        (TABLE, CellAt(0, -1)),
        (TABLE, Span(0, 1)),
        (IMAGE, StepAt(0)),
        (PROCEDURE, StepAt(2)),
        (PROCEDURE, StepAt(0, image=0)),
        (PROCEDURE, StepAt(1, span=Span(0, 99))),
        (PROCEDURE, Region()),
    ],
)
def test_a_wrong_place_is_an_error(source: AnySource, place: Place) -> None:
    with pytest.raises(ManyhopError, match=f"{source.kind} {source.id} has no place"):
        source.cite(place)


def test_a_ragged_table_is_refused() -> None:
    with pytest.raises(ManyhopError, match="row 1 has 1 cells for 2 columns"):
        Table(
            title="Mills",
            columns=(Column("mill"), Column("stones")),
            rows=((Cell("Alder"), Cell("2")), (Cell("Wren"),)),
        )


def test_a_ragged_table_is_refused_in_json() -> None:
    with pytest.raises(ManyhopError):
        source_from_json('{"kind": "table", "columns": [{"name": "a"}], "rows": [[]]}')


@pytest.mark.parametrize(
    "line", ["", "[]", '{"kind": "film"}', '{"kind": "snippet"}', '{"kind": "snippet", "txt": "a"}']
)
def test_other_json_is_no_source(line: str) -> None:
    with pytest.raises(ManyhopError, match="not a source"):
        source_from_json(line)


def test_kinds_have_common_names() -> None:
    assert kind_named("Images") == "image"
    assert kind_named("text") == kind_named(" texts ") == kind_named("snippet") == "snippet"
    with pytest.raises(ManyhopError, match=r"'film'.*snippet, table, image, procedure"):
        kind_named("film")


def test_an_image_without_pixels_says_so() -> None:
    with pytest.raises(ManyhopError, match="no pixels"):
        IMAGE.pixels()
    assert Image(data=b"abc").pixels() == b"abc"


def test_whereabouts_name_the_page() -> None:
    assert Snippet(text="x", origin="a.pdf", meta={"page": 3}).whereabouts == "a.pdf, page 3"
    assert Snippet(text="x", origin="a.md").whereabouts == "a.md"
    assert Snippet(text="x", meta={"page": 3}).whereabouts == ""
