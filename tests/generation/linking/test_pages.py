from tests.generation.linking.examples import page, picture, table, wiki

from manyhop.generation.linking import Pages, link
from manyhop.sources import Image, Snippet

LONG = "The old mill of Alder stands on the river Wren and has ground corn since the year 1604. "


def keys(*sources: Snippet | Image) -> dict[str, tuple[int, int]]:
    return {one.key: (len(one.snippets), len(one.images)) for one in Pages(sources).all}


def test_one_title_is_one_page() -> None:
    sources = page("Humber Bridge", "a"), page("humber bridge", "b"), picture("Humber Bridge")
    assert keys(*sources) == {"humber bridge": (2, 1)}


def test_a_source_without_an_address_joins_the_page_that_has_one() -> None:
    assert keys(wiki("Humber Bridge"), picture("Humber Bridge")) == {"humber bridge": (1, 1)}


def test_two_addresses_with_one_text_are_one_page_under_the_name_that_the_text_has() -> None:
    pages = Pages([wiki("Alder watermill", LONG), wiki("Old mill of Alder", LONG)])
    (one,) = pages.all
    assert one.title == "Old mill of Alder"
    assert pages.at("/wiki/Alder_watermill") is one
    assert pages.named("alder watermill") is one


def test_two_addresses_with_nearly_one_title_are_two_pages_and_the_name_is_unclear() -> None:
    pages = Pages([wiki("Oklahoma", "A state."), wiki("Oklahoma!", "A musical.")])
    assert [one.key for one in pages.all] == ["oklahoma", "Oklahoma!"]
    assert pages.named("oklahoma") is None
    assert pages.knows("oklahoma")


def test_a_section_is_about_what_its_heading_names() -> None:
    section = page("Bridges of Alder", "It is red.", heading="Wren Bridge")
    (linked,) = link([section, picture("Wren Bridge"), table(("Wren Bridge",))]).cells(
        table(("Wren Bridge",))
    )
    assert [snippet.id for snippet in linked.page.snippets] == [section.id]
    assert len(linked.page.images) == 1


def test_a_picture_is_about_what_its_caption_begins_with() -> None:
    shown = picture("img 17", "View of the Wren Bridge from Alder Hill.")
    (bridge, hill) = link([page("Wren Bridge"), page("Alder Hill"), shown]).pages.all
    assert (len(bridge.images), len(hill.images)) == (1, 0)


def test_a_picture_with_a_name_of_its_own_keeps_it() -> None:
    shown = picture("Alder Hill", "Wren Bridge lies below.")
    assert [
        one.key for one in link([page("Wren Bridge"), page("Alder Hill"), shown]).pages.all
    ] == [
        "wren bridge",
        "alder hill",
    ]
    assert link([page("Wren Bridge"), page("Alder Hill"), shown]).pages.all[1].images == [shown]
