"""One plural and one singular, which four used to disagree about."""

from pathlib import Path

import pytest

from manyhop.english import plural, singular

_NOUNS = (Path(__file__).parents[2] / "bench" / "inflections.tsv").read_text("utf-8")

# What the four said before there was one: of tables, of pictures, of texts, of cells.
_DISAGREED = {
    "woman": ("womans", "women", "women", "women"),
    "child": ("childs", "childs", "children", "children"),
    "bus": ("bus", "bus", "buses", "buses"),
    "class": ("class", "class", "classes", "classes"),
    "hero": ("heros", "heros", "heros", "heroes"),
    "person": ("persons", "people", "people", "people"),
    "runner-up": ("runner-ups", "runner-ups", "runner-ups", "runners-up"),
    "spacecraft": ("spacecrafts", "spacecrafts", "spacecraft", "spacecraft"),
    "waltz": ("waltzs", "waltzs", "waltzes", "waltzes"),
    "german": ("germans", "germans", "germen", "germans"),
    "knife": ("knifes", "knifes", "knifes", "knifes"),
    "place of birth": ("place of births", "place of births", "place of births", "places of birth"),
}


@pytest.mark.parametrize("noun", _DISAGREED)
def test_words_that_disagreed_have_one_plural(noun: str) -> None:
    right = dict(line.split("\t") for line in _NOUNS.splitlines())
    assert len({*_DISAGREED[noun], right[noun]}) > 1
    assert plural(noun) == right[noun]


@pytest.mark.parametrize("line", _NOUNS.splitlines())
def test_one_and_several(line: str) -> None:
    one, several = line.split("\t")
    assert plural(one) == several
    assert singular(several) == one


@pytest.mark.parametrize("several", ["points", "host cities", "women", "goals (home)", "No."])
def test_several_stay_several(several: str) -> None:
    assert plural(several) == several


@pytest.mark.parametrize("one", ["bridge", "bus", "specimen", "glass", "status", "chess"])
def test_one_stays_one(one: str) -> None:
    assert singular(one) == one
