import pytest

from manyhop.generation.cells._sheet import context_of

CONTEXTS = {
    ("List of bridges in Byland", ""): "in the list of bridges in Byland",
    ("2012 Byland Games", "Medalists"): "at the 2012 Byland Games",
    ("2012–13 Byland Premier League", "Teams"): "in the 2012–13 Byland Premier League",
    ("Byland at the 2012 World Games", ""): "for Byland at the 2012 World Games",
    ("Figure skating at the 2012 World Games", ""): "in figure skating at the 2012 World Games",
    ("Ann Smith", "Filmography -- Film"): "in Ann Smith's filmography",
    ("Byland", "Administrative divisions"): "in the table of administrative divisions for Byland",
    ("Byland", "D"): "in the table for Byland",
}


@pytest.mark.parametrize("names", CONTEXTS)
def test_a_table_is_named_as_people_name_it(names: tuple[str, str]) -> None:
    assert context_of(*names) == CONTEXTS[names]


def test_a_title_as_long_as_a_sentence_is_not_said() -> None:
    assert context_of(" ".join(["word"] * 13), "") == ""
