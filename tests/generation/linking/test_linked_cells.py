from tests.generation.linking.examples import page, table, to, wiki

from manyhop.generation.linking import link
from manyhop.sources import AnySource, Cell, CellAt, Link, Table

HUMBER = wiki("Humber Bridge", "The Humber Bridge crosses the Humber near Hessle.")


def found(one: Table, *others: AnySource) -> dict[tuple[int, int], tuple[str, str, str]]:
    """By row and column: the name, the thing's key and the rule."""
    linked = link([one, *others]).cells(one)
    return {
        (each.cell.row, each.cell.column): (each.name, each.page.key, each.rule) for each in linked
    }


class TestLinks:
    def test_lead_by_address(self) -> None:
        cell = to("Humber Br. [1]", "", "https://en.wikipedia.org/wiki/Humber_Bridge")
        assert found(table((to("Humber [1]", "Humber Bridge"),)), HUMBER) == {
            (0, 0): ("Humber", "humber bridge", "link")
        }
        assert found(table((cell,)), HUMBER) == {}  # "Br." is no word of the title

    def test_lead_by_title_where_the_address_is_unknown(self) -> None:
        cell = to("Humber Bridge", "Humber Bridge", "https://example.org/1")
        assert found(table((cell,)), page("Humber Bridge"))[0, 0][2] == "link"

    def test_an_allusion_does_not_name_the_page(self) -> None:
        team = wiki("Alder national rowing team", "Alder rows in blue.")
        country, year = wiki("Alder"), wiki("1998 Wren Awards")
        cells = to("Alder", team.title), to("1998", year.title)
        assert found(table(cells), team, country, year) == {}

    def test_an_abbreviation_that_the_page_explains_names_it(self) -> None:
        league = wiki("Alder Rowing League", "The Alder Rowing League (ARL) has ten clubs.")
        assert found(table((to("ARL", league.title),)), league)[0, 0][:2] == (
            "ARL",
            "alder rowing league",
        )

    def test_a_link_of_a_part_of_the_cell_is_not_the_cells(self) -> None:
        cell = Cell("built by Ada Wren", (Link("Ada Wren", "Ada Wren", "/wiki/Ada_Wren"),))
        assert found(table((cell,)), wiki("Ada Wren")) == {}

    def test_a_list_is_not_called_by_its_first_name(self) -> None:
        assert found(table((to("Ada Wren, Bo Alder", "Ada Wren"),)), wiki("Ada Wren")) == {}
        assert found(table((to("Dr Ada Wren", "Ada Wren"),)), wiki("Ada Wren"))

    def test_of_two_links_the_one_in_brackets_is_not_the_cells(self) -> None:
        text = "Wren Hall (Alder)"
        cell = Cell(
            text, tuple(Link(text, name, f"/wiki/{name}") for name in ("Wren Hall", "Alder"))
        )
        assert found(table((cell,)), page("Wren Hall", url="/wiki/Wren Hall"), wiki("Alder")) == {
            (0, 0): ("Wren Hall", "wren hall", "link")
        }

    def test_the_same_words_in_the_column_repeat_a_link(self) -> None:
        team = wiki("Alder Rovers", "Alder Rovers row.")
        rows = table((to("Rovers", team.title), "Rovers"), ("Rovers", "x"))
        assert {at: rule for at, (_, _, rule) in found(rows, team).items()} == {
            (0, 0): "link",
            (1, 0): "repeat",
        }


class TestTitles:
    def test_a_name_of_several_words_is_matched(self) -> None:
        assert found(table(("humber bridge", "1981")), HUMBER) == {
            (0, 0): ("humber bridge", "humber bridge", "title")
        }

    def test_a_name_within_another_title_may_be_short_for_it(self) -> None:
        rows = table(("Alder Rovers",))
        assert found(rows, wiki("Alder Rovers"))
        assert not found(rows, wiki("Alder Rovers"), wiki("1998 Alder Rovers season"))

    def test_one_word_needs_a_page_that_speaks_of_the_row(self) -> None:
        hull = wiki("Hessle", "Hessle lies beside the Humber Bridge.")
        assert found(table(("Hessle", "Humber Bridge")), hull)
        assert not found(table(("Hessle", "Ada Wren")), hull)

    def test_brackets_in_the_title_need_one_too(self) -> None:
        author = wiki("Ada Wren (author)", "Ada Wren wrote The Ferryman's Song.")
        assert found(table(("Ada Wren", "The Ferryman's Song")), author)
        assert not found(table(("Ada Wren", "goalkeeper")), author)

    def test_two_pages_of_one_name_match_nothing(self) -> None:
        author = wiki("Ada Wren (author)", "Ada Wren wrote The Ferryman's Song.")
        rows = table(("Ada Wren", "The Ferryman's Song"))
        assert not found(rows, author, wiki("Ada Wren (rower)"))

    def test_a_page_that_lists_meanings_is_about_nothing(self) -> None:
        meanings = wiki("Wren Bridge", "Wren Bridge may refer to: a bridge in Alder, a film.")
        assert not found(table(("Wren Bridge", to("Wren Bridge", "Wren Bridge"))), meanings)

    def test_numbers_and_dates_match_nothing(self) -> None:
        pages = wiki("1984"), wiki("May 5"), wiki("5 May 1984")
        assert not found(table(("1984", "May 5", "5 May 1984")), *pages)


class TestFuzzy:
    def test_a_slip_in_a_long_word(self) -> None:
        page = wiki("Szolnok Chainbridge", "The Szolnok Chainbridge is in Alder County.")
        assert found(table(("Szolnok Chianbridge", "Alder County")), page) == {
            (0, 0): ("Szolnok Chianbridge", "szolnok chainbridge", "fuzzy")
        }

    def test_not_where_two_pages_are_as_near(self) -> None:
        one = wiki("Alder Chainbridge A", "In Alder County.")
        other = wiki("Alder Chainbridgi A", "In Alder County.")
        assert not found(table(("Alder Chainbridgo A", "Alder County")), one, other)

    def test_a_plural_is_no_slip(self) -> None:
        award = wiki("Great Wren Award", "In Alder County.")
        assert not found(table(("Great Wren Awards", "Alder County")), award)


def test_cells_come_row_by_row() -> None:
    rows = table(("Humber Bridge", to("Humber", "Humber Bridge")), ("x", "Humber Bridge"))
    cells = [each.cell for each in link([HUMBER, rows]).cells(rows)]
    assert cells == [CellAt(0, 0), CellAt(0, 1), CellAt(1, 1)]
