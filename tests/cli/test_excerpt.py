from manyhop.cli.views import excerpt, telling

FILLER = "Nothing of note happened for a long time in this quiet valley. " * 10


def test_a_short_text_is_shown_whole_with_the_words_marked() -> None:
    text = excerpt("The bridge opened in 1981.", "When did the bridges open?")
    assert text.plain == "The bridge opened in 1981."
    assert [text.plain[span.start : span.end] for span in text.spans] == ["bridge", "opened"]


def test_a_long_text_is_shown_where_the_question_finds_its_words() -> None:
    text = excerpt(FILLER + "The Humber Bridge opened in 1981. " + FILLER, "When did Humber open?")
    assert text.plain.startswith("…The Humber Bridge opened")
    assert len(text.plain) <= 241


def test_a_long_text_without_the_words_is_shown_from_its_beginning() -> None:
    assert excerpt(FILLER, "colour of the towers").plain.startswith("Nothing of note")


def test_an_empty_question_and_an_empty_text() -> None:
    assert excerpt("", "").plain == ""
    assert excerpt(FILLER, "?").plain.endswith("…")


def test_telling_lines_keep_their_order() -> None:
    lines = ["Forth 1890", "Humber 1981", "Tower 1894", "Humber ferry"]
    assert telling(lines, "How old is the Humber Bridge?", 2) == [1, 3]
    assert telling(lines, "?", 2) == [0, 1]
