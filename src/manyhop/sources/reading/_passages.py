"""Running text cut into passages of a length that search and reading like."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from manyhop.sources._snippet import Snippet

_FEW = 60  # a passage with fewer words takes in what comes next
_ENOUGH = 120  # one with this many takes no more
_MANY = 200  # a paragraph with more is cut at its sentences

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_LONGEST_WORD = 40
_WORD = re.compile(rf"[{_CJK}]{{1,2}}|[^\s{_CJK}]{{1,{_LONGEST_WORD}}}")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]]{0,3}\s+(?=[^\sa-z])|[。！？][”」』）]{0,3}|\n")
_ABBREVIATED = re.compile(r"(?:\b[A-Z]|\b(?:Mr|Mrs|Ms|Dr|St|Prof|No|vs|cf|e\.g|i\.e|approx))\.\s*$")


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
    r"""Whole paragraphs packed to about 120 words; a long one is cut, at sentence ends if it can.

    No word is lost or moved. Example: ``list(passages(["One.", "Two."]))`` → ``["One.\nTwo."]``
    """
    ready = ""  # held back, to take in a last passage that is too short to stand alone
    text, size = "", 0
    for piece in _pieces(paragraphs):
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
    return sum(1 for _ in _WORD.finditer(text))


def _is_long(text: str) -> bool:
    return len(text) > _MANY * _LONGEST_WORD or _count(text) > _MANY


def _pieces(paragraphs: Iterable[str]) -> Iterator[str]:
    """Whole paragraphs, and parts of long ones, which set end to end make the text again."""
    for paragraph in paragraphs:
        if not paragraph or paragraph.isspace():
            continue
        yield "\n"
        for part in sentences(paragraph) if _is_long(paragraph) else (paragraph,):
            yield from _cut(part) if _is_long(part) else (part,)


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text, each with the space after it; a line's end ends one too."""
    start = 0
    for end in _SENTENCE_END.finditer(text):
        if _ABBREVIATED.search(text, max(start, end.start() - 10), end.start() + 1):
            continue
        yield text[start : end.end()]
        start = end.end()
    yield text[start:]


def _cut(text: str) -> Iterator[str]:
    """Pieces of an endless sentence, between words where it has spaces."""
    start = 0
    for number, word in enumerate(_WORD.finditer(text), 1):
        if number % _ENOUGH == 0:
            end = word.end()
            if text[end : end + 1].strip():
                end = text.rfind(" ", start, end) + 1 or end
            yield text[start:end]
            start = end
    yield text[start:]
