"""All questions to the texts of a topic."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from manyhop.generation._query import Said, SaidOf
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.texts._beside_tables import is_in_table
from manyhop.generation.texts._deriving import same_value, values_of, values_saying
from manyhop.generation.texts._facts import Fact, Reading, plain, reading
from manyhop.generation.texts._grammar import words
from manyhop.generation.texts._nouns import Names
from manyhop.generation.texts._said import (
    chosen,
    filled,
    filled_for_several,
    fitting,
    subject_said,
    value_said,
)
from manyhop.generation.texts._wordings import WORDINGS
from manyhop.sources import Snippet


def text_singles(
    topic: Topic, chance: random.Random, dropped: Counter[str] | None = None
) -> list[Single]:
    """Questions for what snippets say of their subjects, and for the subjects it is said of.

    The second sort asks among the things of one column of the table, or among all things where
    there is no table: only where every cell is linked, and each thing is known to have the value
    or another one. ``dropped`` counts what each rule took away.
    Example: ``text_singles(topic, random.Random("1 topic"))``
    """
    dropped = Counter() if dropped is None else dropped
    keys: dict[str, str] = {}
    for thing in topic.things:
        for name in (thing.name, *(snippet.title for snippet in thing.snippets)):
            keys.setdefault(name.casefold(), thing.key)
    told = [single for thing in topic.things for single in forward_singles(thing, keys, chance)]
    found = [single for single in told if not is_in_table(topic, single)]
    dropped["said by the table"] += len(told) - len(found)
    for index, header in enumerate(_headers(topic)):
        things = topic.column(index) if topic.table else topic.things
        found += reverse_singles(things, header, chance, dropped, whole=topic.covers(index))
    return found


def _headers(topic: Topic) -> list[str]:
    return [column.name for column in topic.table.columns] if topic.table else [""]


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


_WHICH = ("Which", "Which", "What")
_NAMED = 0.2  # how often a thing's name is asked for
_SHORT = 0.6  # how often "the club founded in 1901" is the club "that was founded" then
_PASSIVE = re.compile(
    r"(?:is|was) (?=(?:\w+ed|born|built|written|held|shot|led) (?:in|on|by|at|as|for|to)\b)"
)
_BARE = ("occupation", "nationality")
_FEWEST = 3
_MOST = 60
# Relations of which a thing has one value, so that another value rules this one out.
_FIXED = words(
    "population capacity area elevation length height nationality origin position played-position"
    " born-in died-in based-in located-in held-in capital capital-of seat-of county-seat"
    " tributary-of flows-into from-album aired-on directed-by designed-by drafted-by"
)
_DATED = re.compile(r"(.+)-(?:on|year|in)")
_YEAR = re.compile(r"\b(?:1[0-9]|20)[0-9]{2}\b")
_OVERLAPPING = words("british english scottish welsh irish soviet russian yugoslav")


class _Holder(msgspec.Struct, frozen=True):
    thing: Thing
    snippet: Snippet
    fact: Fact


def reverse_singles(
    things: Sequence[Thing],
    header: str,
    chance: random.Random,
    dropped: Counter[str],
    *,
    whole: bool,
) -> list[Single]:
    """One question for each value that one thing, or several but not all, have.

    What is not linked and what is not found is unknown, never "no": there is no question unless
    the column is ``whole`` and every other thing is known to have another value.
    """
    told = [thing for thing in things if thing.snippets][:_MOST]
    if len(told) < _FEWEST:
        return []
    groups = list(_by_value(told))
    if not whole or len(told) < len(things):
        dropped["column not wholly linked"] += len(groups)
        return []
    calls = Names([reading(thing.snippets[0]).lead for thing in told], header)
    mentions = Mentions(told)
    among = tuple((snippet.id, thing.name) for thing in told for snippet in thing.snippets)
    names = [thing.name for thing in told]
    found: list[Single] = []
    for holders in groups:
        keys = {holder.thing.key for holder in holders}
        if len(keys) == len(told) or any(names.count(each.thing.name) > 1 for each in holders):
            continue
        fact = holders[0].fact
        others = [thing for thing in told if thing.key not in keys]
        if all(_has_another(thing, fact, mentions) for thing in others):
            found += _reverse_single(holders, calls, among, told, chance)
        else:
            dropped["not decided for every cell"] += 1
    return found


def _by_value(things: Sequence[Thing]) -> Iterator[list[_Holder]]:
    groups: dict[tuple[str, str], dict[str, _Holder]] = {}
    for thing in things:
        for snippet in thing.snippets:
            for fact in reading(snippet).facts:
                if fact.relation in WORDINGS and WORDINGS[fact.relation].told:
                    group = groups.setdefault((fact.relation, same_value(fact.value)), {})
                    group.setdefault(thing.key, _Holder(thing, snippet, fact))
    for group in groups.values():
        yield list(group.values())


def _has_another(thing: Thing, fact: Fact, mentions: "Mentions") -> bool:
    """Whether a thing surely has another value, where a thing has but one."""
    told = [other for snippet in thing.snippets for other in reading(snippet).facts]
    if _YEAR.search(fact.value) and (family := _family(fact.relation)):
        dated = [other for other in told if _family(other.relation) == family]
        years = _years(dated)
        return bool(years) and (years.isdisjoint(_years([fact])) or _are_days(fact, dated))
    if fact.relation not in _FIXED:
        return False
    values = [other.value for other in told if other.relation == fact.relation]
    if not values or same_value(fact.value) in map(same_value, values):
        return False
    if fact.relation in ("nationality", "origin"):
        parts = set(_words(" ".join((fact.value, *values))).split())
        return _words(fact.value) not in _words(" ".join(values)) and not parts & _OVERLAPPING
    return any(map(str.isdigit, fact.value)) or not mentions.has(thing.key, fact.value)


def _family(relation: str) -> str:
    """What a day and a year of the same event have in common: "born" of born-on, born-year."""
    dated = _DATED.fullmatch(relation)
    return dated[1] if dated else ""


def _years(facts: Iterable[Fact]) -> set[str]:
    return {year for fact in facts for year in _YEAR.findall(fact.value)}


def _are_days(fact: Fact, others: Iterable[Fact]) -> bool:
    """Whether days are compared, of which another one in the same year is another."""
    days = [each.value for each in others if each.relation == fact.relation]
    return fact.relation.endswith("-on") and bool(days) and fact.value not in days


def _reverse_single(
    holders: list[_Holder],
    calls: Names,
    among: tuple[tuple[str, str], ...],
    things: Sequence[Thing],
    chance: random.Random,
) -> list[Single]:
    fact, snippet = holders[0].fact, holders[0].snippet
    if any(_is_name(holder, fact.value) for holder in holders):
        return []
    leads = [reading(holder.snippet).lead for holder in holders]
    name = calls.of(leads)
    if name is not None and fact.relation == "capital-of" and "capital" in name.noun:
        return []
    bare = name is not None and name.noun == "person" and fact.relation in _BARE
    if name is None or bare or _same_head(fact.value, name.noun):
        return []
    past = any(lead is not None and lead.past for lead in leads)
    template = chosen(WORDINGS[fact.relation].told, chance)
    value = value_said(fact, snippet)
    told = filled(template, past=past, value=value)
    all_told = filled_for_several(template, past=past, value=value)
    query = SaidOf(fact.relation, fact.value, among)
    snippets = {snippet.id: snippet for thing in things for snippet in thing.snippets}
    values = values_saying(query, snippets)
    keys = {holder.thing.name: holder.thing.key for holder in holders}
    one = len(holders) == 1
    who = "who" if name.person else "that"
    if not one:
        question = f"Which {name.nouns} {all_told}?"
    elif name.noun != "person" and chance.random() < _NAMED:
        question = f"What is the name of the {name.noun} {who} {told}?"
    elif name.noun == "person":
        question = f"Who {told}?"
    else:
        question = f"{'Which' if name.person else chosen(_WHICH, chance)} {name.noun} {told}?"
    verb, _, _ = told.partition(f" {value}")
    relative = f"{who} {told}"
    if (short := _PASSIVE.match(told)) and chance.random() < _SHORT:
        relative = told[short.end() :]
    return [
        Single(
            leaf="TextQ",
            question=question,
            phrase=f"the {name.noun} {relative}" if one else "",
            noun=name.noun,
            nouns=name.nouns,
            relative=relative,
            predicate=all_told,
            person=name.person,
            pseudo=f"which [{name.noun}](s) {verb} [{fact.value}]",
            query=query,
            values=values,
            entities=tuple(keys[value.text] for value in values),
        )
    ]


def _same_head(value: str, noun: str) -> bool:
    return value.casefold().split()[-1] == noun.casefold().split()[-1]


def _is_name(holder: _Holder, value: str) -> bool:
    read = reading(holder.snippet)
    return (
        not subject_said(holder.thing, holder.snippet, read)
        or value.casefold() in holder.thing.name.casefold()
    )


_MARKS = re.compile(r"[^\w]+")


class Mentions:
    """The words of the snippets of things, to look values up in.

    Example: ``Mentions(things).has("marie curie", "Warsaw")``
    """

    def __init__(self, things: Sequence[Thing]) -> None:
        self._texts = {
            thing.key: f" {_words(' '.join(snippet.text for snippet in thing.snippets))} "
            for thing in things
        }

    def has(self, key: str, value: str) -> bool:
        """Whether a thing's snippets have the words of a value."""
        return f" {_words(value)} " in self._texts[key]


def _words(text: str) -> str:
    return _MARKS.sub(" ", plain(text).casefold()).strip()
