import pytest
from tests.generation.images.drawing import drawn

from manyhop.generation.images._writing import (
    ANY,
    WORD,
    YEAR,
    Writing,
    clear_words,
    only_word,
    writing,
    writing_decided,
    writing_facts,
    written,
)
from manyhop.models.embedded._ocr import ocr_available
from manyhop.sources import Image


def read(text: str) -> Writing:
    return Writing(text, text)


def test_only_common_words_that_are_not_the_name() -> None:
    found = clear_words("OLD FERRY BRIDGE\nWelcome to zzgrph\nO'Brien", "Ferry Bridge")
    assert found == ["welcome"]
    assert clear_words("three bridges", "Ferry Bridge") == ["three"]


def test_a_word_is_there_absent_or_hard_to_tell() -> None:
    assert written(read("GRAND OPENING"), "opening") is True
    assert written(read("GRAND TOUR"), "opening") is False
    assert written(read("GRANDOPENING"), "opening") is None
    assert written(read("GRAND OPENIMG"), "opening") is None
    assert written(read("AWARDS\nAWARD"), "award") is None


def test_a_small_word_is_no_word_to_ask_for() -> None:
    assert written(Writing(all="welcome\nHARBOUR", plain="HARBOUR"), "welcome") is None


def test_the_one_word_besides_the_name() -> None:
    assert only_word(read("FERRY BRIDGE\nWelcome"), "Ferry Bridge") == "welcome"
    assert only_word(read("FERRY BRIDGE\nWelcome home"), "Ferry Bridge") == ""


def test_a_year_that_is_not_in_the_name() -> None:
    assert writing_facts(read("FK Sava 1927"), "FK Sava")[YEAR] == ("1927",)
    assert YEAR not in writing_facts(read("Games 1936"), "1936 Games")
    assert YEAR not in writing_facts(read("1927 2002"), "FK Sava")
    assert writing_decided(read("1921"), YEAR, "1927") is None
    assert writing_decided(read("2002"), YEAR, "1927") is False


def test_text_that_nobody_read_says_nothing() -> None:
    assert writing_facts(None, "FK Sava") == {}
    assert writing_decided(None, ANY, "yes") is None
    assert writing(Image(caption="a sign"), None) is None


def test_text_on_record_needs_no_reader() -> None:
    assert writing(Image(caption="a sign", text="STOP"), None) == read("STOP")


@pytest.mark.skipif(not ocr_available(), reason="the vision extra is not installed")
def test_reads_large_letters() -> None:
    found = writing(Image(caption="a sign"), drawn(text="Summer 1984", size=(400, 200)))
    assert found is not None
    assert writing_decided(found, WORD, "summer") is True
    assert writing_facts(found, "Ferry")[YEAR] == ("1984",)
