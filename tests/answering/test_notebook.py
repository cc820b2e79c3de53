"""An answer as a notebook shows it."""

from html.parser import HTMLParser

from manyhop.answering import Answer
from manyhop.sources import CellAt, Citation, Region, Span, StepAt

NASTY = "<script>alert(1)</script> **bold** [x](javascript:y) `code` & $x$"
ANSWER = Answer(
    values=("1981",),
    sentence=f"It opened in 1981. {NASTY}",
    citations=(
        Citation("humber", Span(0, 4), NASTY),
        Citation("bridges", CellAt(2, 1), "1981"),
        Citation("how-to", StepAt(0), "Open it"),
        Citation("photo", Region(), ""),
    ),
    rationale=f"A note says so [1]. {NASTY}",
    confidence=0.914,
)


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def test_html_is_escaped_and_cites() -> None:
    shown = Tags(ANSWER._repr_html_())
    assert shown.seen == {"p", "strong", "small", "ol", "li", "code"}
    assert NASTY in shown.words
    assert "91%" in shown.words
    assert "bridges, row 3, column 2" in shown.words
    assert "how-to, step 1" in shown.words


def test_markdown_is_escaped_and_cites() -> None:
    text = ANSWER._repr_markdown_()
    assert text.startswith("**It opened in 1981")
    assert "(91%)" in text
    assert "<script>" not in text
    assert "\\*\\*bold\\*\\* \\[x\\]\\(javascript:y\\) \\`code\\`" in text
    assert "2. “1981” (bridges, row 3, column 2)" in text


def test_an_answer_that_was_not_found() -> None:
    answer = Answer(sentence="I did not find it.", abstained=True, confidence=0.1)
    assert answer._repr_html_() == "<p><strong>I did not find it.</strong></p>"
    assert Answer()._repr_markdown_() == "**No answer.**"


def test_many_citations_are_counted() -> None:
    answer = Answer(values=("4",), citations=(Citation("a", Span(0, 1), "x"),) * 25)
    assert "… and 5 more" in answer._repr_html_()
    assert "… and 5 more" in answer._repr_markdown_()
