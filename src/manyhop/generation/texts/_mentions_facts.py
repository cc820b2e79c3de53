"""What snippets say of their own subjects with a table's names for answers: "Who directed X?"."""

import random
import re
from collections.abc import Iterable, Mapping

from manyhop.generation._query import Said
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.linking import key_of
from manyhop.generation.linking._naming import without_aside
from manyhop.generation.texts._deriving import values_of
from manyhop.generation.texts._facts import reading
from manyhop.generation.texts._mentions_names import Called, ColumnName, means
from manyhop.generation.texts._said import chosen, filled, fitting, subject_said
from manyhop.generation.texts._wordings import WORDINGS
from manyhop.programs import Value
from manyhop.sources import Snippet, Span

_WHO = re.compile(r"Who (?P<did>\w+(?:ed|wrote|built|in)?(?: in)? \[answer\])\?")
_PRESENT = re.compile(r"(?:own|operate|star|is|has)s?\b")
_OF_A_CAST = ("stars", "played-by")


def fact_singles(
    topic: Topic,
    names: Iterable[tuple[ColumnName, Called]],
    snippets: Iterable[Snippet],
    chance: random.Random,
) -> list[Single]:
    """Questions for each relation of a snippet's subject whose values are names of the table."""
    known = {name.text.casefold(): (name, what) for name, what in names}
    found: list[Single] = []
    for snippet in snippets:
        for relation in dict.fromkeys(fact.relation for fact in reading(snippet).facts):
            single = _single(topic, snippet, relation, known, chance)
            if single is not None:
                found.append(single)
    return found


def title_said(snippet: Snippet) -> str:
    """How a snippet's subject is called in running text; "" where its title is no name.

    Example: a snippet "9th Harbour Awards" → "the 9th Harbour Awards"
    """
    name = without_aside(snippet.title)
    return subject_said(Thing(key="", name=name), snippet, reading(snippet))


def _single(
    topic: Topic,
    snippet: Snippet,
    relation: str,
    known: Mapping[str, tuple[ColumnName, Called]],
    chance: random.Random,
) -> Single | None:
    wording, values = WORDINGS.get(relation), values_of(snippet, relation)
    entities = tuple(_key(value, snippet, known) for value in values)
    said = title_said(snippet)
    if wording is None or not said or not any(entities):
        return None
    if any(value.text.casefold() in said.casefold() for value in values):
        return None
    if relation in _OF_A_CAST and key_of(without_aside(snippet.title)) in key_of(topic.title):
        return None  # the whole table is the cast
    lead = reading(snippet).lead
    past = lead is not None and lead.past
    plural = lead is not None and lead.plural
    question = chosen(fitting(wording.asked, plural), chance)
    if not question:
        return None
    several = len(values) > 1
    phrase = "" if several else chosen(fitting(wording.phrases, plural), chance)
    did = _did(wording.asked, said)
    return Single(
        leaf="TextQ",
        question=_told(question, said, past=past),
        phrase=_told(phrase, said, past=past),
        noun="person" if did and several else wording.noun,
        nouns="people" if did else "",
        relative=f"who {did}" if did else "",
        predicate=did,
        person=bool(did),
        pseudo=_pseudo(filled(wording.asked[0], past=past), snippet.title),
        query=Said(snippet.id, relation),
        values=values,
        entities=entities,
    )


def _key(value: Value, snippet: Snippet, known: Mapping[str, tuple[ColumnName, Called]]) -> str:
    found, place = known.get(value.text.casefold()), value.citations[0].place
    if found is None or not isinstance(place, Span) or not means(*found, snippet, place.start):
        return ""
    return found[0].key


def _did(asked: Iterable[str], said: str) -> str:
    """What the people of the answer did: "directed X", from "Who directed [answer]?"."""
    for question in asked:
        found = _WHO.fullmatch(question)
        if found and not _PRESENT.match(found["did"].replace("starred", "")):
            return found["did"].replace("[answer]", said)
    return ""


def _told(template: str, said: str, *, past: bool) -> str:
    return filled(template, past=past).replace("[answer]", said)


def _pseudo(question: str, title: str) -> str:
    return (question[:1].lower() + question[1:].rstrip("?")).replace("[answer]", f"[{title}]")
