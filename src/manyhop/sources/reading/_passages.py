"""Running text cut into passages of a length that search and reading like."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from manyhop.sources._snippet import Snippet

_FEW = 60  # a passage with fewer words takes in what comes next
_ENOUGH = 120  # one with this many takes no more
_MANY = 200  # a paragraph with more is cut at its lines or sentences
_SHORT = 1_200  # characters: a section with no more is one passage

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]{{1,2}}|[^\s{_CJK}]{{1,40}}")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]{0,3}\s+(?=[^\sa-z])|[。！？][”」』）]{0,3}|\n")
_ABBREVIATED = re.compile(r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|St|Prof|No|vs|cf|e\.g|i\.e|approx))\.$")


def _run(words: int) -> re.Pattern[str]:
    return re.compile(rf"(?:\s*+(?:{_WORD.pattern})){{1,{words}}}")


_UP_TO_ENOUGH = _run(_ENOUGH)
_UP_TO_MANY = _run(_MANY)


def snippets(
    paragraphs: Iterable[str],
    *,
    title: str,
    origin: str,
    headings: tuple[str, ...] = (),
    meta: dict[str, Any] | None = None,
) -> Iterator[Snippet]:
    """The paragraphs that stand under one heading, as snippets."""
    for text in passages(paragraphs):
        yield Snippet(
            title=title, text=text, headings=headings, origin=origin, meta=dict(meta or {})
        )


def passages(paragraphs: Iterable[str]) -> Iterator[str]:
    r"""Whole paragraphs packed to about 120 words; a long one is cut, at line or sentence ends.

    A short section stays whole, and so does what a line that ends in a colon announces.
    No word is lost or moved. Example: ``list(passages(["One.", "Two."]))`` → ``["One.\nTwo."]``
    """
    paragraphs = [paragraph for paragraph in map(str.rstrip, paragraphs) if paragraph]
    if sum(map(len, paragraphs)) <= _SHORT and 0 < sum(map(_count, paragraphs)) <= _MANY:
        yield _trimmed("\n".join(paragraphs))
        return
    ready = ""  # held back, to take in a last passage that is too short to stand alone
    text, size = "", 0
    for piece in _pieces(_led(paragraphs)):
        words = _count(piece)
        if size >= _ENOUGH or (size >= _FEW and size + words > _MANY):
            if ready:
                yield _trimmed(ready)
            ready, text, size = text, "", 0
        text, size = text + piece, size + words
    if ready and size >= _FEW:
        yield _trimmed(ready)
        ready = ""
    if size:
        yield _trimmed(ready + text)


def _trimmed(text: str) -> str:
    return text.strip("\n").rstrip()


def _count(text: str) -> int:
    return len(_WORD.findall(text))


def _pieces(paragraphs: Iterable[str]) -> Iterator[str]:
    """Whole paragraphs, and parts of long ones, which set end to end make the text again."""
    for paragraph in paragraphs:
        yield "\n"
        yield from _cut(paragraph)


def _led(paragraphs: Iterable[str]) -> Iterator[str]:
    """Paragraphs, joined where the first announces the other and both fit into one passage."""
    lead = ""
    for paragraph in paragraphs:
        if lead and _count(lead) + _count(paragraph) > _MANY:
            yield lead
            lead = ""
        lead = f"{lead}\n{paragraph}" if lead else paragraph
        if not paragraph.endswith(":"):
            yield lead
            lead = ""
    if lead:
        yield lead


def _cut(text: str) -> Iterator[str]:
    """A paragraph, or its parts: each ends with the first sentence that makes it long enough."""
    start = 0
    while (many := _end(_UP_TO_MANY, text, start)) < len(text):
        enough = _end(_UP_TO_ENOUGH, text, start)
        end = (
            text.find("\n", enough - 1, many) + 1
            or next(_sentence_ends(text, enough - 1, many), 0)
            or _word_end(text, start, enough)
        )
        yield text[start:end]
        start = end
    yield text[start:]


def _end(run: re.Pattern[str], text: str, start: int) -> int:
    found = run.match(text, start)
    return found.end() if found else len(text)


def _word_end(text: str, start: int, end: int) -> int:
    """``end``, or the last space before it where it would break a word."""
    return end if text[end].isspace() else text.rfind(" ", start, end) + 1 or end


def _sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    for found in _SENTENCE_END.finditer(text, start, end):
        if not _ABBREVIATED.search(text, max(0, found.start() - 10), found.start() + 1):
            yield found.end()


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each with the space after it; a line's end ends one too."""
    start = 0
    for end in _sentence_ends(text, 0, len(text)):
        yield text[start:end]
        start = end
    yield text[start:]
