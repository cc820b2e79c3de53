"""What a thing is: what stands under its own heading, or after "X is", "X means", "X:"."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from manyhop.asking._look import Look
from manyhop.collection import question_terms
from manyhop.readers import sentences
from manyhop.sources import Snippet, Span

SEARCHED = 60  # snippets that are looked through for the term
_LONGEST = 45  # words of a definition
_TERM = re.compile(
    r"^(?:in \w[\w ]*?, )?(?:what|who)(?:'s| is| are| was| were)\s+(?:meant by\s+)?"
    r"([^?]+?)(?:\s+(?:in|for|of|on|to|according to)\s+[A-Z][\w ]*)?\s*\?"
    r"|\bwhat (?:does|do|did)\s+([^?]+?)\s+(?:mean|stand for|refer to|do)\b"
    r"|\b(?:define|explain)\s+([^?.]+)"
    r"|\bcalls?\s+([^?]+?)\s*\?"
    r"|\bwhen (?:is|does|do|are)\s+([^?]+?)\s*\?",
    re.IGNORECASE,
)
_MEANT = re.compile(r"\bmeant? by\s+([^?]+?)\s*\?", re.IGNORECASE)
_TAIL = re.compile(
    r"\s+(?:(?:good|there|used|needed) )?(?:for|at .*|in .*|count as .*)$", re.IGNORECASE
)
_ARTICLE = re.compile(r"^(?:an?|the|some|called)\s+", re.IGNORECASE)
_SAYS = re.compile(
    r"^\W*(?:an?\s+|the\s+)?(?P<term>[^,;:.()]{1,50}?)[\"”'*`’)]*\s+(?:\([^)]{1,40}\)\s+)?"
    r"(?:is|are|means?|refers? to|stands? for|identif\w+|describes?|represents?|denotes?|"
    r"consists? of)\b"
    r"|^\W*(?P<listed>[^,;:.()]{1,50}?)[\"”'*`’)]*[^\S\n]*(?::|–|—| - )[^\S\n]+(?=\w)",
    re.IGNORECASE,
)


class Definition(msgspec.Struct, frozen=True):
    """A stretch of a snippet that says what a thing is, and how it was told."""

    snippet: Snippet
    span: Span
    headed: bool
    said: bool


def asked_term(question: str) -> str:
    """The thing that a question wants to be told of, empty where it asks for something else.

    Example: ``asked_term("What does HomeBank mean by a payee?")`` → ``"payee"``
    """
    found = _TERM.search(question)
    term = next((each for each in found.groups() if each), "") if found else ""
    if by := _MEANT.search(question):
        term = by[1]
    term = _TAIL.sub("", term)
    term = _ARTICLE.sub("", term.strip(" \"'“”"))
    return term if len(term.split()) <= 5 else ""


def find_definitions(look: Look) -> list[Definition]:
    """What the found snippets, and those that a search for the term alone brings, say of it."""
    term = asked_term(look.text)
    if not term:
        return []
    more = [hit.source for hit in look.finder.find(term, "snippet", SEARCHED, quick=True)]
    pool = {
        each.id: each for each in (*look.sources("snippet"), *more) if isinstance(each, Snippet)
    }
    wanted = set(question_terms(term))
    found = [each for snippet in pool.values() for each in _of(snippet, wanted)]
    return sorted(found, key=lambda each: -(2 * each.said + each.headed))


def _of(snippet: Snippet, wanted: set[str]) -> Iterator[Definition]:
    headed = any(set(question_terms(heading)) == wanted for heading in snippet.headings[-1:])
    spans = sentences(snippet.text)
    for number, span in enumerate(spans):
        words = snippet.text[span.start : span.end]
        said = _SAYS.match(words)
        named = bool(said) and _is(wanted, (said["term"] or said["listed"] or "") if said else "")
        alone = _is(wanted, words.rstrip(":")) and number + 1 < len(spans)
        if named or alone or (headed and number == 0):
            end = _end(snippet.text, spans[number + alone :])
            yield Definition(snippet, Span(span.start, end), headed, named or alone)


def _is(wanted: set[str], words: str) -> bool:
    return len(words.split()) <= 8 and set(question_terms(words)) == wanted


def _end(text: str, spans: Sequence[Span]) -> int:
    """Where a definition ends: with its sentence, or with the next where the first is short."""
    start, end = spans[0].start, spans[0].end
    for span in spans[1:2]:
        if len(text[start:end].split()) < 8 and len(text[start : span.end].split()) <= _LONGEST:
            end = span.end
    return end
