"""What the things of a column are called, one and several of them."""

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from manyhop.english import plural
from manyhop.generation.texts._grammar import words
from manyhop.generation.texts._lead import Lead
from manyhop.sources import is_person, plain_name

_SHARE = 0.6
_VAGUE = words(
    """
    back end place centre center forward guard head member one part name level type form unit
    state area set group body number work line order point top service station home safety
    tackle example version season edition league division
    """
)
_SPOTS = words("hometown birthplace location")
_FORMER = re.compile(r"\b(?:former|professional|retired|current)\s")
_NO_NAME = re.compile(r"[^a-z '-]|^(?:name|title|no|notes|rank|result|date|year|type|venue \d)$")
_AN = re.compile(r"[aeio]|u(?!n[ai]|s|t|k|r|rug)|hono|heir|hour", re.IGNORECASE)


class Called(msgspec.Struct, frozen=True):
    """The noun for one and for several, and whether they are people."""

    noun: str
    nouns: str
    person: bool


class Names:
    """What the things of one column may be called.

    Example: ``Names([lead of a poet, lead of a poet], "Name").of([lead of a poet])`` → poet, poets
    """

    def __init__(self, leads: Sequence[Lead | None], header: str) -> None:
        told = [lead for lead in leads if lead is not None and lead.noun]
        self._person = bool(told) and all(lead.person for lead in told)
        self._shared = _shared([_called(lead) for lead in told])
        self._header = _from_header(header, self._person)

    def of(self, leads: Sequence[Lead | None]) -> Called | None:
        """The noun for these: one shared with most, that of the only one, or the header."""
        known = [lead for lead in leads if lead is not None and lead.noun]
        people = len(known) == len(leads) and all(lead.person for lead in known)
        if self._shared and len(known) == len(leads) and all(self._fits(lead) for lead in known):
            return Called(self._shared, plural(self._shared), people)
        if len(leads) == 1 and known and not _VAGUE & {known[0].noun, _head(known[0].noun)}:
            return Called(_called(known[0]), plural(_called(known[0])), people)
        if self._header and people == is_person(self._header):
            return Called(self._header, plural(self._header), people)
        return Called("person", "people", True) if self._person and people else None

    def _fits(self, lead: Lead) -> bool:
        return f" {_called(lead)}".endswith(f" {self._shared}")


def with_article(words: str) -> str:
    """Words after "a" or "an".

    Example: ``with_article("actor")`` → ``"an actor"``
    """
    return f"{'an' if _AN.match(words) else 'a'} {words}"


def _shared(nouns: list[str]) -> str:
    if not nouns:
        return ""
    whole, times = Counter(nouns).most_common(1)[0]
    if times >= _SHARE * len(nouns) and len(whole.split()) <= 4 and whole not in _VAGUE:
        return whole
    head, times = Counter(_head(noun) for noun in nouns).most_common(1)[0]
    return head if times >= _SHARE * len(nouns) and head not in _VAGUE else ""


def _called(lead: Lead) -> str:
    return _FORMER.sub("", lead.noun)


def _head(noun: str) -> str:
    return noun.rpartition(" ")[2]


def _from_header(header: str, person: bool) -> str:
    name = plain_name(header)
    if _NO_NAME.search(name) or name in _VAGUE or len(name) < 3 or len(name.split()) > 2:
        return ""
    if person and not is_person(header):
        return ""
    if name.endswith("s") and not name.endswith(("ss", "us", "series")):
        return ""
    return "place" if name in _SPOTS else name
