"""A topic's single questions, found by what they are about and by what answers them."""

import random
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Literal

import msgspec

from manyhop.generation._query import Cells, Query, Said, SaidOf, Shown
from manyhop.generation._single import LeafName, Single
from manyhop.generation.linking import key_of
from manyhop.programs import moment, quantity

_CAPITALISED = re.compile(r"\b[A-ZÀ-Þ][\w'’-]*")
_LABEL = re.compile(  # figures of which none is more than another
    r"the (?:[\w ]+ )?(?:address|designation|rank|ranking|position|code) of \[answer\]"
)
_DIGIT = re.compile(r"[0-9]")

Measure = tuple[tuple[str, ...], Literal["date", "number"]]


class Pool:
    """The questions that larger ones are put together from.

    ``naming`` have one answer that is a thing, and words that stand for it; ``listing`` have
    several such answers. ``measures`` hold what can be compared: by what is measured and the
    thing it is measured of. Example: ``pool.about("TextQ", "humber bridge")``
    """

    def __init__(self, singles: Iterable[Single]) -> None:
        self.singles: dict[LeafName, list[Single]] = defaultdict(list)
        self.naming: dict[LeafName, list[Single]] = defaultdict(list)
        self.listing: dict[LeafName, list[Single]] = defaultdict(list)
        self._about: dict[tuple[LeafName, str], list[Single]] = defaultdict(list)
        self._answers: dict[tuple[str, ...], dict[tuple[str, ...], None]] = defaultdict(dict)
        self.measures: dict[Measure, dict[str, Single]] = defaultdict(dict)
        for single in singles:
            self._add(single)

    def _add(self, single: Single) -> None:
        leaf = single.leaf
        single = _with_keys(single)
        self.singles[leaf].append(single)
        if single.subject_entity and "[answer]" in single.question:
            self._about[leaf, single.subject_entity].append(single)
            self._answers[shape(single.query)][single.answers] = None
            if single.phrase and (measured := measure(single)):
                self.measures[measured].setdefault(single.subject_entity, single)
        if len(single.values) == 1 and single.entities[0] and single.phrase:
            self.naming[leaf].append(single)
        if len(single.values) > 1 and all(single.entities) and single.nouns:
            self.listing[leaf].append(single)

    def about(self, leaf: LeafName, thing: str) -> list[Single]:
        """The questions of one kind that ask something of a thing."""
        return self._about.get((leaf, thing), [])

    def other_answers(self, single: Single) -> list[tuple[str, ...]]:
        """What its question has for answers when asked of the topic's other things."""
        return [each for each in self._answers[shape(single.query)] if each != single.answers]

    def any_naming(self, leaf: LeafName, chance: random.Random) -> Single | None:
        """A question of one kind whose answer is one thing, by chance."""
        return chance.choice(self.naming[leaf]) if self.naming[leaf] else None


def _with_keys(single: Single) -> Single:
    """The question with a key for every name, also for those that no page is about.

    Within one topic, the same name means the same thing.
    """
    entities = tuple(
        key or (f"={key_of(value.text)}" if _is_name(value.text) else "")
        for key, value in zip(single.entities, single.values, strict=True)
    )
    subject = single.subject_entity
    if not subject and "[answer]" in single.question and _is_name(single.subject):
        subject = f"={key_of(single.subject)}"
    return msgspec.structs.replace(single, entities=entities, subject_entity=subject)


def _is_name(text: str) -> bool:
    """Whether a text is a name of two words or more.

    Example: ``_is_name("Michele Soavi")``, but not "Director" or "12 May 1994"
    """
    return len(_CAPITALISED.findall(text)) > 1 and not _DIGIT.search(text)


def measure(single: Single) -> Measure | None:
    """What a question measures, if its answer is one date or one number.

    Example: "When did [answer] open?" → ``(("said", "opened-in"), "date")``
    """
    if len(single.values) != 1 or _LABEL.match(single.phrase):
        return None
    text = single.values[0].text
    if moment(text):
        return shape(single.query), "date"
    if not quantity(text) or "date of [answer]" in single.phrase:
        return None
    return shape(single.query), "number"


def shape(query: Query) -> tuple[str, ...]:
    """What a question about a subject asks for, whichever subject it is.

    Example: ``shape(Said("3f2a", "born-in"))`` → ``("said", "born-in")``
    """
    match query:
        case Said(_, relation):
            return "said", relation
        case SaidOf(relation):
            return "said of", relation
        case Shown(_, property):
            return "shown", property
        case Cells(table, program):
            return "cells", table, str(program.column), program.operation
    return (str(query),)
