"""E-mail: single messages and mailboxes."""

import mailbox
from collections.abc import Iterator
from contextlib import closing
from email import policy
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources.reading._blocks import Block, Mark
from manyhop.sources.reading._document import document
from manyhop.sources.reading._html_blocks import Page, blocks
from manyhop.sources.reading._html_text import parsed
from manyhop.sources.reading._plain import plain_blocks
from manyhop.sources.reading._reach import Skipped
from manyhop.sources.reading._titles import title_from_name

_SHOWN = ("From", "To", "Cc", "Date")
_OF_A_STUB = 2  # times as many words in the page
_PARSER = BytesParser(policy=policy.default)


def read_message(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in one message: who wrote it to whom and when, and what it says.

    Example: ``list(read_message(Path("offer.eml"), "offer.eml"))``
    """
    with path.open("rb") as file:
        message = _PARSER.parse(file)
    if not message.keys():
        raise ManyhopError(f"{origin} is no message: it has no headers; save it again as .eml")
    yield from _sources(message, path, origin)


def read_mailbox(path: Path, origin: str) -> Iterator[AnySource | Skipped]:
    """The sources of every message in a mailbox, with its number in ``meta["message"]``."""
    with path.open("rb") as file:
        if file.read(5) != b"From ":
            raise ManyhopError(f"{origin} is no mailbox: it does not begin with a message")
    with closing(mailbox.mbox(path, create=False)) as box:
        for number, key in enumerate(box.keys(), 1):
            try:
                yield from _sources(_PARSER.parsebytes(box.get_bytes(key)), path, origin, number)
            except (ManyhopError, ValueError, LookupError, AttributeError) as error:
                yield Skipped(f"{origin}, message {number}", str(error) or "cannot be read")


def _sources(
    message: EmailMessage, path: Path, origin: str, number: int = 0
) -> Iterator[AnySource]:
    title = _header(message, "Subject") or title_from_name(path)
    mark: list[Block] = [Mark("message", number)] if number else []
    page = Page(path, title, origin)
    found = [*mark, *_head(message), *_body(message, page)]
    yield from document(found, title=title, origin=origin)


def _header(message: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(message.get(name, "")).split())
    except (ValueError, LookupError, AttributeError, IndexError):  # as the library does with some
        return ""


def _head(message: EmailMessage) -> Iterator[str]:
    lines = []
    for name in _SHOWN:
        words = _header(message, name)
        if words:
            lines.append(f"{name}: {_when(words) if name == 'Date' else words}")
    attached = [part.get_filename() for part in message.iter_attachments()]
    if names := [name for name in attached if name]:
        lines.append(f"Attachments: {', '.join(names)}")
    if lines:
        yield "\n".join(lines)


def _when(words: str) -> str:
    """A date as in ISO 8601, with its time."""
    try:
        return parsedate_to_datetime(words).strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return words


def _body(message: EmailMessage, page: Page) -> Iterator[Block]:
    plain = _content(message.get_body(preferencelist=("plain",)))
    html = _content(message.get_body(preferencelist=("html",)))
    tree = parsed(html, "the message") if html else None
    if tree is not None and tree.body is not None and _is_stub(plain, tree):
        yield from blocks(tree.body, page)
    else:
        yield from plain_blocks(plain.replace("\r\n", "\n"))


def _content(part: MIMEPart | None) -> str:
    if part is None:
        return ""
    try:
        text = part.get_content()
    except (LookupError, ValueError):  # an encoding that nobody knows
        payload = part.get_payload(decode=True)
        text = payload.decode(errors="replace") if isinstance(payload, bytes) else ""
    return text if isinstance(text, str) else ""


def _is_stub(plain: str, tree: LexborHTMLParser) -> bool:
    """Whether the plain text says little of what the page says: "Your reader shows no HTML"."""
    tree.strip_tags(["style", "script"])
    words = len(plain.split())
    return words == 0 or words * _OF_A_STUB < len(tree.text(separator=" ").split())
