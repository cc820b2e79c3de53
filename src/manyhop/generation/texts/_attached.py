"""Questions that people wrote, attached to the things and snippets that they are about."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from manyhop.generation._query import Written
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing
from manyhop.generation.texts._attached_phrases import phrase_of
from manyhop.generation.texts._facts import plain
from manyhop.generation.texts._question_sets import Asked, read_questions
from manyhop.programs import Value
from manyhop.sources import Snippet, Span

_WORD = re.compile(r"\w+")
_MOST_WORDS = 8
_NOUNS = (
    (re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE), "person"),
    (re.compile(r"\bwhere\b", re.IGNORECASE), "place"),
    (re.compile(r"\b(?:what|which) year\b", re.IGNORECASE), "year"),
    (re.compile(r"\bwhen\b", re.IGNORECASE), "date"),
    (re.compile(r"\bhow many\b", re.IGNORECASE), "number"),
)


def attached_questions(
    path: Path, things: Iterable[Thing], snippets: Iterable[Snippet] = ()
) -> Iterator[Single]:
    """The questions of a set whose answer stands in a snippet of one of the things.

    A question goes with the snippets that it names by id or title, and where it names none, with
    those of the things in its words. ``snippets`` are others that a question may name by id. The
    snippet must hold the answer exactly once. A thing that the question names once, in the very
    words, becomes its hole: "When did the Humber Bridge open?" → "When did [answer] open?".
    """
    known = _Known(things, snippets)
    for asked in read_questions(path):
        single = known.attach(asked)
        if single is not None:
            yield single


class _Known:
    """The things, by the words of their names and the titles of their snippets."""

    def __init__(self, things: Iterable[Thing], snippets: Iterable[Snippet]) -> None:
        self._by_id = {snippet.id: snippet for snippet in snippets}
        self._named: dict[tuple[str, ...], Thing] = {}
        self._titled: dict[str, list[Snippet]] = {}
        for thing in things:
            self._named.setdefault(_words(thing.name), thing)
            for snippet in thing.snippets:
                self._titled.setdefault(snippet.title.casefold(), []).append(snippet)

    def attach(self, asked: Asked) -> Single | None:
        mentioned = self._mentioned(asked.question)
        snippets = [self._by_id[id] for id in asked.ids if id in self._by_id]
        snippets = snippets or [
            snippet for title in asked.titles for snippet in self._titled.get(title.casefold(), ())
        ]
        if not snippets and not asked.ids:
            snippets = [snippet for thing in mentioned for snippet in thing.snippets]
        for snippet in snippets:
            span = _answer_at(snippet, asked)
            if span is not None:
                return self._single(asked, snippet, span, mentioned)
        return None

    def _mentioned(self, question: str) -> list[Thing]:
        """The things whose names stand in the question, the longest name first."""
        words = _words(question)
        found: dict[str, Thing] = {}
        for length in range(min(_MOST_WORDS, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                thing = self._named.get(words[start : start + length])
                if thing is not None:
                    found.setdefault(thing.key, thing)
        return list(found.values())

    def _single(self, asked: Asked, snippet: Snippet, span: Span, mentioned: list[Thing]) -> Single:
        citation = snippet.cite(span)
        value = Value(plain(citation.quote), citations=(citation,))
        answer = self._named.get(_words(value.text))
        question, subject, said = asked.question, None, ""
        for thing in mentioned:
            cut = _cut(asked.question, thing.name)
            if cut is not None and thing is not answer:
                question, said = cut
                subject = thing
                break
        return Single(
            leaf="TextQ",
            question=question,
            phrase="" if subject else phrase_of(question),
            noun=next((noun for asks, noun in _NOUNS if asks.search(question)), "answer"),
            pseudo=question[:1].lower() + question[1:].rstrip(" ?"),
            person=bool(_NOUNS[0][0].match(question)),
            subject=subject.name if subject else "",
            subject_said=said,
            subject_entity=subject.key if subject else "",
            query=Written(snippet.id, span.start, span.end),
            values=(value,),
            entities=(answer.key if answer else "",),
        )


def _answer_at(snippet: Snippet, asked: Asked) -> Span | None:
    """Where the answer stands in the snippet; None where it does not, or more than once."""
    answer = asked.answers[0]
    if asked.start >= 0 and asked.texts and snippet.text == asked.texts[0]:
        return Span(asked.start, asked.start + len(answer))
    for answer in asked.answers:
        words = _WORD.findall(answer)
        if not words or plain(answer).casefold() in asked.question.casefold():
            continue
        pattern = r"(?<!\w)" + r"\W{1,3}".join(map(re.escape, words)) + r"(?!\w)"
        found = [match.span() for match in re.finditer(pattern, snippet.text)]
        if len(found) == 1:
            return Span(*found[0])
    return None


def _cut(question: str, name: str) -> tuple[str, str] | None:
    """The question with a hole for the name, and what stood there; None where it is not once."""
    found = list(re.finditer(rf"(?<!\w)(?:the\s)?{re.escape(plain(name))}(?![\w'’])", question))
    if len(found) != 1 or not name:
        return None
    start, end = found[0].span()
    return f"{question[:start]}[answer]{question[end:]}", found[0][0]


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))
