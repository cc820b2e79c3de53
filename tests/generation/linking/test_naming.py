import pytest

from manyhop.generation.linking import key_of, name_in, tidy
from manyhop.generation.linking._naming import address_of, is_proper


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Øresund Bridge", "ORESUND  bridge"),
        ("The Iron Bridge", "Iron Bridge"),
        ("St. Alder's Mill", "St Alder’s Mill"),
        ("Wren & Sons", "Wren and Sons"),
        ("Alder–Wren line", "Alder-Wren Line"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mercury (planet)", "Mercury (element)"),
        ("Mercury (planet)", "Mercury"),
        ("Alder 2", "Alder 3"),
        ("+", "-"),
        ("北京", "南京"),
    ],
)
def test_names_of_different_things_do_not(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize(
    ("text", "tidied"),
    [
        ("Humber Bridge [ 2 ] †", "Humber Bridge"),
        ("Wren 's mill , Alder ( old )", "Wren's mill, Alder (old)"),
        ('"The Ferryman"', "The Ferryman"),
        ("* 12[a]", "12"),
        ("/ The Ferryman", "The Ferryman"),
    ],
)
def test_tidying(text: str, tidied: str) -> None:
    assert tidy(text) == tidied


def test_what_a_cell_adds_in_brackets_is_not_in_the_name() -> None:
    assert name_in("Ada Wren ( GBR ) [ 1 ]") == "Ada Wren"
    assert name_in("Ferryman 's Song Ferryman 's Song") == "Ferryman's Song"
    assert name_in("(untitled)") == "(untitled)"


def test_a_proper_name_is_no_number_no_date_and_no_common_word() -> None:
    assert all(map(is_proper, ["Humber Bridge", "Bridge of the Wren", "Hull", "de Alder"]))
    assert not any(map(is_proper, ["", "suspension", "Alpine skiing", "May 5", "1,410 m", "—"]))


def test_addresses_have_one_form() -> None:
    page = "https://en.wikipedia.org/wiki/Zielona_G%C3%B3ra#History"
    assert address_of(page) == address_of("/wiki/Zielona_Góra") == "/wiki/Zielona_Góra"
    assert address_of("https://www.example.org/a/") == address_of("http://example.org/a")
    assert address_of("sample/texts/humber.md") == ""
    assert address_of("http://[") == ""
