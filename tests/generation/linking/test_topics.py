from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.generation.linking.examples import page, picture, table, to, wiki

from manyhop.collection import Collection
from manyhop.generation.linking import Topic, link, topics
from manyhop.generation.linking._topics import sort_of
from manyhop.sources import AnySource, CellAt
from manyhop.sources.reading import FoundFile, Skipped, read_file, walk

MMQA = Path(__file__).parents[3] / "../shared/data/mmqa/slice"
HUMBER = wiki("Humber Bridge", "The Humber Bridge is a suspension bridge near Hull.")
BRIDGES = table(
    ("Humber Bridge [1]", "Ada Wren", to("Severn", "Severn Bridge")),
    ("Tay Bridge", "Ada Wren", "Humber Bridge"),
)


def test_a_table_is_a_topic_with_the_things_that_it_names() -> None:
    sources: list[AnySource] = [
        HUMBER,
        BRIDGES,
        picture("Humber Bridge"),
        page("Ada Wren"),
        page("Ada Wren", "b"),
    ]
    (topic,) = topics(sources)
    assert (topic.id, topic.title, topic.table) == (BRIDGES.id, "Bridges", BRIDGES)
    humber, wren = topic.things
    assert (humber.key, humber.name) == ("humber bridge", "Humber Bridge")
    assert humber.cells == (CellAt(0, 0), CellAt(1, 2))
    assert (humber.snippets, len(humber.images)) == ((HUMBER,), 1)
    assert (wren.cells, len(wren.snippets)) == ((CellAt(0, 1), CellAt(1, 1)), 2)
    assert topic.column(1) == [wren]


def test_two_things_of_one_name_are_left_out() -> None:
    author, rower = wiki("Ada Wren (author)"), wiki("Ada Wren (rower)")
    rows = table((to("Ada Wren", author.title),), (to("Ada Wren", rower.title),))
    topic = next(topics([rows, author, rower]))
    assert topic.things == ()


def test_a_page_under_two_addresses_gives_its_thing_one_snippet() -> None:
    text = "The Humber Bridge is a suspension bridge near Hull, and for years had the longest span."
    one, other = wiki("Humber Bridge", text), wiki("Humber Suspension Bridge", text)
    rows = table((to("Humber Suspension Bridge", other.title),))
    (thing,) = next(topics([one, other, rows])).things
    assert (thing.key, thing.snippets) == ("humber bridge", (one,))


def test_things_in_no_table_are_put_together_by_what_they_are() -> None:
    def bridge(number: int) -> AnySource:
        return page(f"Bridge {number}", f"Bridge {number}, on the Wren, is a red bridge of iron.")

    alone = page("Ada Wren", "Ada Wren was an English engineer.")
    found = list(topics([*map(bridge, range(30)), alone]))
    assert [(topic.id, topic.title, len(topic.things)) for topic in found] == [
        ("bridge-1", "bridge", 25),
        ("bridge-2", "bridge", 5),
    ]
    assert found[0].things[0].name == "Bridge 0"


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("The Humber Bridge, near Hull, is a single-span road suspension bridge.", "bridge"),
        ("Ada Wren (born 1801) was an English engineer and author of two books.", "engineer"),
        ("Wren & Sons is a company headquartered in Alder.", "company"),
        ("The Old Hall is a listed building in Alder.", "building"),
        ("The Alder Cup was the first staging of the cup.", ""),
        ("Alder is one of the oldest villages in Wrenshire.", ""),
        ("It opened in 1981.", ""),
        ("", ""),
    ],
)
def test_what_sort_of_thing_a_text_is_about(text: str, sort: str) -> None:
    assert sort_of(text) == sort


def test_a_collection_and_its_sources_give_the_same(tmp_path: Path) -> None:
    sources: list[AnySource] = [HUMBER, BRIDGES, page("Ada Wren")]
    with Collection.open(tmp_path / "c", create=True) as collection:
        collection.add(sources)
        assert list(topics(collection)) == list(topics(sources)) == list(topics(link(sources)))


def read(folder: Path) -> Iterator[AnySource]:
    for file in walk([folder]):
        assert isinstance(file, FoundFile)
        for part in read_file(Path(file.path), file.origin):
            if not isinstance(part, Skipped):
                yield part


@pytest.fixture(scope="module")
def real() -> list[Topic]:
    if not MMQA.is_dir():
        pytest.skip("the MultiModalQA files are not here")
    return list(topics(read(MMQA)))


def test_real_tables_name_things_with_pictures(real: list[Topic]) -> None:
    tables = [topic for topic in real if topic.table]
    assert len(tables) == 23
    shown = {image.id for topic in tables for thing in topic.things for image in thing.images}
    assert len(shown) > 150


def test_in_real_topics_names_are_unique_and_every_thing_has_a_source(real: list[Topic]) -> None:
    for topic in real:
        assert len({thing.key for thing in topic.things}) == len(topic.things)
        assert all(thing.name and (thing.snippets or thing.images) for thing in topic.things)
        if topic.table:
            assert len({thing.name for thing in topic.things}) == len(topic.things)
