"""Questions for what is said of a thing: "Where was [answer] born?"."""

import random
from collections.abc import Mapping

from manyhop.generation._query import Said
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing
from manyhop.generation.texts._deriving import values_of
from manyhop.generation.texts._facts import Reading, reading
from manyhop.generation.texts._said import chosen, filled, fitting, subject_said
from manyhop.generation.texts._wordings import WORDINGS
from manyhop.sources import Snippet


def forward_singles(thing: Thing, keys: Mapping[str, str], chance: random.Random) -> list[Single]:
    """One question for each relation that a snippet of the thing has; none that two disagree on."""
    readings = [(snippet, reading(snippet)) for snippet in thing.snippets]
    told = [{fact.relation for fact in read.facts} for _, read in readings]
    found: list[Single] = []
    for index, (snippet, read) in enumerate(readings):
        said = subject_said(thing, snippet, read)
        elsewhere = set().union(*told[:index], *told[index + 1 :])
        relations = dict.fromkeys(fact.relation for fact in read.facts)
        if said:
            found += [
                single
                for relation in relations
                if relation not in elsewhere
                and (single := _single(thing, snippet, read, relation, said, keys, chance))
            ]
    return found


def _single(
    thing: Thing,
    snippet: Snippet,
    read: Reading,
    relation: str,
    said: str,
    keys: Mapping[str, str],
    chance: random.Random,
) -> Single | None:
    wording = WORDINGS.get(relation)
    plural = read.lead is not None and read.lead.plural
    past = read.lead is not None and read.lead.past
    question = chosen(fitting(wording.asked, plural), chance) if wording else ""
    if wording is None or not question:
        return None
    values = values_of(snippet, relation)
    if any(value.text.lower() in thing.name.lower() for value in values):
        return None
    phrase = chosen(fitting(wording.phrases, plural), chance) if len(values) == 1 else ""
    return Single(
        leaf="TextQ",
        question=filled(question, past=past),
        phrase=filled(phrase, past=past),
        noun=wording.noun,
        pseudo=_pseudo(filled(wording.asked[0], past=past)),
        subject=thing.name,
        subject_said=said,
        subject_entity=thing.key,
        query=Said(snippet.id, relation),
        values=values,
        entities=tuple(keys.get(value.text.casefold(), "") for value in values),
    )


def _pseudo(question: str) -> str:
    return question[:1].lower() + question[1:].rstrip("?")
