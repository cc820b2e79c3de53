from email.message import EmailMessage
from mailbox import mbox
from pathlib import Path

import pytest

from manyhop.errors import ManyhopError
from manyhop.sources import Snippet, Table
from manyhop.sources.reading import Skipped, read_file


def message(subject: str, body: str, subtype: str = "plain") -> EmailMessage:
    made = EmailMessage()
    made["From"] = "Marit Ås <marit@example.org>"
    made["To"] = "joost@example.org"
    made["Date"] = "Mon, 02 Mar 2026 09:30:00 +0100"
    made["Subject"] = subject
    made.set_content(body, subtype=subtype)
    return made


def test_a_message_says_who_wrote_it_and_when(tmp_path: Path) -> None:
    made = message(
        "Your offer for the oven", "The oven costs 240 euro.\n\nIt can come on Friday.\n"
    )
    made.add_attachment(b"x", maintype="application", subtype="pdf", filename="oven.pdf")
    (tmp_path / "offer.eml").write_bytes(made.as_bytes())
    (snippet,) = read_file(tmp_path / "offer.eml", "offer.eml")
    assert isinstance(snippet, Snippet)
    assert snippet.title == "Your offer for the oven"
    assert snippet.text.split("\n") == [
        "From: Marit Ås <marit@example.org>",
        "To: joost@example.org",
        "Date: 2026-03-02 09:30",
        "Attachments: oven.pdf",
        "The oven costs 240 euro.",
        "It can come on Friday.",
    ]


def test_a_message_in_html_keeps_its_table(tmp_path: Path) -> None:
    page = "<table><tr><th>day</th><th>fee</th></tr><tr><td>Monday</td><td>5</td></tr></table>"
    (tmp_path / "a.eml").write_bytes(message("Fees", page, "html").as_bytes())
    table, _ = read_file(tmp_path / "a.eml", "a.eml")
    assert isinstance(table, Table)
    assert [cell.text for cell in table.rows[0]] == ["Monday", "5"]


def test_where_the_plain_text_is_a_stub_the_page_is_read(tmp_path: Path) -> None:
    page = "<style>p {color: red}</style><p>The camp is at Lake Varese and costs 640 euro.</p>"
    made = message("Camp", "Please use a reader that shows pages.")
    made.add_alternative(page, subtype="html")
    (tmp_path / "a.eml").write_bytes(made.as_bytes())
    (snippet,) = read_file(tmp_path / "a.eml", "a.eml")
    assert isinstance(snippet, Snippet)
    assert "Lake Varese" not in snippet.text  # nearly as many words: the plain text is the message
    made = message("Camp", "See the page.")
    made.add_alternative(page, subtype="html")
    (tmp_path / "a.eml").write_bytes(made.as_bytes())
    (snippet,) = read_file(tmp_path / "a.eml", "a.eml")
    assert isinstance(snippet, Snippet)
    assert snippet.text.endswith("The camp is at Lake Varese and costs 640 euro.")


def test_a_mailbox_numbers_its_messages(tmp_path: Path) -> None:
    box = mbox(tmp_path / "all.mbox")
    for number in (1, 2):
        box.add(message(f"News {number}", "It is\nfine."))
    box.close()
    found = list(read_file(tmp_path / "all.mbox", "all.mbox"))
    assert [part.title for part in found if isinstance(part, Snippet)] == ["News 1", "News 2"]
    assert isinstance(found[1], Snippet)
    assert found[1].whereabouts == "all.mbox, message 2"


def test_odd_encodings_and_empty_messages(tmp_path: Path) -> None:
    head = b"Subject: Hi\nContent-Type: text/plain; charset=klingon\n\n"
    (tmp_path / "a.eml").write_bytes(head + "Grüße".encode())
    (snippet,) = read_file(tmp_path / "a.eml", "a.eml")
    assert isinstance(snippet, Snippet)
    assert snippet.text == "Grüße"
    (tmp_path / "b.mbox").write_bytes(b"From x\nSubject: none\n\n\nFrom y\nSubject: two\n\nText.\n")
    skipped, second = read_file(tmp_path / "b.mbox", "b.mbox")
    assert isinstance(skipped, Skipped)
    assert skipped.where == "b.mbox, message 1"
    assert isinstance(second, Snippet)


@pytest.mark.parametrize("name", ["a.eml", "a.mbox"])
def test_what_is_no_mail_says_so(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x00\x01 no headers here")
    with pytest.raises(ManyhopError, match=rf"{name} is no (message|mailbox)"):
        list(read_file(tmp_path / name, name))
