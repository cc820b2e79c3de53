import pytest

from manyhop.generation.cells._cell_words import called, is_quotable, tidy, with_article

TIDIED = {
    "Men 's doubles ( final )": "Men's doubles (final)",
    "Eastby , Byland": "Eastby, Byland",
    "The Lovers ' Bridge": "The Lovers' Bridge",
    "It Ca n't Be": "It Can't Be",
}


@pytest.mark.parametrize("written", TIDIED)
def test_spaces_around_marks_go(written: str) -> None:
    assert tidy(written) == TIDIED[written]


def test_a_name_is_called_without_its_asides() -> None:
    assert called("Ann Smith ( CHI ) *") == "Ann Smith"
    assert called("( unknown )") == "(unknown)"


@pytest.mark.parametrize("text", ["Harbour FC", "Eastby , Byland", "gold", "2012 Harbour Cup"])
def test_names_and_terms_can_be_quoted(text: str) -> None:
    assert is_quotable(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "–",
        "12.5",
        "40°41′N 74°2′W",
        "Reds vs. Blues",
        "see page 4; also 5",
        "a long remark of more than six words",
        "1993-2015",
    ],
)
def test_figures_marks_and_remarks_cannot(text: str) -> None:
    assert not is_quotable(text)


ARTICLES = {
    "Long Bridge": "the Long Bridge",
    "Netherlands": "the Netherlands",
    "2012 Harbour Cup": "the 2012 Harbour Cup",
    "The Iron Bridge": "The Iron Bridge",
    "Smith's Bridge": "Smith's Bridge",
    "Northby": "Northby",
}


@pytest.mark.parametrize("name", ARTICLES)
def test_some_names_have_an_article(name: str) -> None:
    assert with_article(name) == ARTICLES[name]
