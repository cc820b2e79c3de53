"""What a snippet says of its subject, found by rules."""

import re
from functools import lru_cache

import msgspec

from manyhop.generation.texts._chain import Found, chain
from manyhop.generation.texts._grammar import NAME, words
from manyhop.generation.texts._lead import Lead, lead
from manyhop.generation.texts._lead_facts import lead_facts
from manyhop.generation.texts._sentences import sentences
from manyhop.sources import Snippet, Span

_MOST_SENTENCES = 10
_MOST_WORDS = 8
_KEPT = 1 << 15
_TIGHT_BEFORE = re.compile(r"\s+([,.;:)\]%]|['’]s?\b)")
_EDITION = re.compile(r"(?:The )?(?:[0-9]+(?:st|nd|rd|th)|(?:1[89]|20)[0-9]{2}) [A-Z]")
_TIGHT_AFTER = re.compile(r"([(\[])\s+")

# Relations of which a thing has one value only; of the others a sentence may name several.
_MANY = words(
    """
    occupation stars directed-by written-by produced-by composed-by created-by developed-by
    designed-by published-by hosted-by built-by edited-by performed-by owned-by operated-by
    founded-by distributed-by discovered-by played-by played-for educated-at home-of named-after
    spouse coached-by based-on-work-by
    """
)

_NOT_OF_PEOPLE = words(
    "part-of capital-of seat-of home-of population area elevation length capacity located-in"
    " opened-in opened-on built-in founded-in"
)
_OF_PEOPLE = words(
    "succeeded-by spouse educated-at lives-in raised-in born-in born-on born-year died-in died-on"
    " died-year college drafted-by signed-by position played-for played-position"
    " served-as elected-to known-role"
)
_VENUES = words("stadium arena ground venue field park rink gymnasium velodrome hall complex pitch")
_PLACES = words("born-in died-in located-in based-in held-in lives-in raised-in")
_NO_PLACE = re.compile(r"\b(?:Diocese|Archdiocese|League|Division|Conference|School|Olympics)\b")


class Fact(msgspec.Struct, frozen=True):
    """A relation, its value in plain words, where the value stands, and of whom it is said.

    Example: ``Fact("born-in", "Hsinchu", Span(32, 39), "Chi Cheng")``
    """

    relation: str
    value: str
    span: Span
    subject: str


class Reading(msgspec.Struct, frozen=True):
    """A snippet's facts, and what its first sentence tells for wording."""

    facts: tuple[Fact, ...]
    lead: Lead | None


def facts(snippet: Snippet) -> list[Fact]:
    """The facts of a snippet, in the order of its text; none that are in doubt.

    Example: ``facts(Snippet(title="Humber Bridge", text="It opened in 1981."))`` →
    ``[Fact("opened-in", "1981", Span(13, 17), "It")]``
    """
    return list(reading(snippet).facts)


@lru_cache(maxsize=_KEPT)
def reading(snippet: Snippet) -> Reading:
    """The facts and the lead of a snippet, kept for when they are asked for again."""
    text = snippet.text
    spans = sentences(text, _MOST_SENTENCES)
    if not spans:
        return Reading((), None)
    opening = lead(text, snippet.title, spans[0][1]) if not spans[0][0] else None
    found: list[Found] = []
    subjects = Subjects(text, snippet.title, opening)
    if opening is not None:
        found += lead_facts(text, opening, spans[0][1])
        spans = spans[1:]
    past = opening.past if opening else _EDITION.match(snippet.title) is not None
    for start, end in spans:
        subject = subjects.of(start, end)
        if subject is not None:
            found += chain(text, subject.after, end, subject=subject.words, first=True, past=past)
    if opening is not None:
        found = [told for told in found if _possible(told.relation, opening)]
    return Reading(tuple(_certain(text, found)), opening)


def plain(text: str) -> str:
    """Words without the spaces that tokenising left, on one line.

    Example: ``plain("March 15 , 1944")`` → ``"March 15, 1944"``
    """
    return " ".join(_TIGHT_AFTER.sub(r"\1", _TIGHT_BEFORE.sub(r"\1", text)).split())


def _certain(text: str, found: list[Found]) -> list[Fact]:
    told: dict[str, list[list[Fact]]] = {}
    for found_values in found:
        said = [
            Fact(
                found_values.relation,
                plain(text[start:end]),
                Span(start, end),
                found_values.subject,
            )
            for start, end in found_values.spans
        ]
        told.setdefault(found_values.relation, []).append(said)
    kept: list[Fact] = []
    for relation, statements in told.items():
        values = {tuple(sorted(fact.value.casefold() for fact in said)) for said in statements}
        first = statements[0]
        alone = len(first) == 1 or relation in _MANY
        if len(values) == 1 and alone and all(_sound(fact) for fact in first):
            kept += first
    return sorted(kept, key=lambda fact: (fact.span.start, fact.relation))


def _possible(relation: str, opening: Lead) -> bool:
    if opening.person:
        return relation not in _NOT_OF_PEOPLE
    if relation == "home-of":
        return opening.noun.rpartition(" ")[2] in _VENUES
    return relation not in _OF_PEOPLE


def _sound(fact: Fact) -> bool:
    words = fact.value.split()
    if fact.relation in _PLACES and _NO_PLACE.search(fact.value):
        return False
    return 0 < len(words) <= _MOST_WORDS and fact.value.count("(") == fact.value.count(")")


# Whether a sentence speaks of the page's thing, and where its predicate begins.

_SAME = (
    frozenset(("film", "movie", "picture")),
    frozenset(("company", "firm", "corporation")),
    frozenset(("club", "team", "side", "franchise")),
    frozenset(("album", "record", "ep")),
    frozenset(("song", "single", "track")),
    frozenset(("town", "city", "village", "municipality", "community", "borough", "commune")),
    frozenset(("school", "college", "university", "institution")),
    frozenset(("stadium", "arena", "ground", "venue", "facility")),
    frozenset(("river", "stream", "creek")),
    frozenset(("building", "tower", "skyscraper", "structure")),
    frozenset(("series", "show", "programme", "program", "sitcom")),
    frozenset(("game", "title")),
    frozenset(("novel", "book")),
    frozenset(("church", "cathedral", "building")),
    frozenset(("awards", "award", "ceremony", "event", "show")),
)
_SORTS = frozenset().union(*_SAME)
_LAST_WORD = re.compile(r"(\w+)\W*$")
_DISAMBIGUATION = re.compile(r"\s*\([^()]*\)\s*$")
_ADVERBIAL = re.compile(r"(?:In|On|At|After|During|Since|From|As of|By|Upon)\s[^,]{1,50}?\s?,\s")
_PRONOUN = re.compile(r"(?:He|She|It|They|he|she|it|they)(?=\s)")
_FIGURE = re.compile(
    r"(?:The|Its|the|its)(?=\s(?:[a-z]+\s)?(?:population|capacity|area|elevation)\s)"
    r"|Its(?=\s(?:county\sseat|capital)\sis\s)|The(?=\scounty\sseat\sis\s)"
)
_OF_PERSON = frozenset(("he", "she"))
_OPENING = re.compile(r"(?:Born|Located|Situated|Founded|Established|Directed|Written|Built)\s")
_ASIDE = re.compile(r"\s?\([^()]{0,120}\)|\s?,\s[^,]{1,60}\s?,(?=\s)")
_FULL = re.compile(NAME)


class Subject(msgspec.Struct, frozen=True):
    """The words that name the subject, and where what is said of it begins."""

    words: str
    after: int


class Subjects:
    """Tells the subjects of one snippet's sentences, which must be asked for in order."""

    def __init__(self, text: str, title: str, lead: Lead | None) -> None:
        self._text = text
        self._person = lead.person if lead else None
        self._names = self._all_names(title, lead)
        self._spoke = True
        self._pronoun = ""

    def of(self, start: int, end: int) -> Subject | None:
        """The subject of the sentence, where it is the page's thing."""
        text = self._text
        adverbial = _ADVERBIAL.match(text, start, end)
        position = adverbial.end() if adverbial else start
        subject = self._pronoun_at(position) or self._name_at(position, end)
        self._spoke = subject is not None
        return subject

    def _pronoun_at(self, position: int) -> Subject | None:
        pronoun = _PRONOUN.match(self._text, position)
        if pronoun is None or not self._spoke:
            figure = _FIGURE.match(self._text, position)
            fits = figure is not None and not self._person and self._spoke
            return Subject(figure[0], figure.end()) if figure and fits else None
        word = pronoun[0].lower()
        if self._person is not None and (word in _OF_PERSON) != self._person:
            return None
        if self._pronoun and word != self._pronoun:
            return None
        self._pronoun = word
        return Subject(pronoun[0], pronoun.end())

    def _name_at(self, position: int, end: int) -> Subject | None:
        text = self._text
        for name in self._names:
            after = position + len(name)
            if text.startswith(name, position) and text[after : after + 1] in (" ", ","):
                aside = _ASIDE.match(text, after, end)
                return Subject(name, aside.end() if aside else after)
        return None

    @staticmethod
    def _all_names(title: str, lead: Lead | None) -> tuple[str, ...]:
        whole, title = title, _DISAMBIGUATION.sub("", title)
        names = [title, f"The {title}", f"the {title}"]
        if "," in title:
            names.append(title.partition(",")[0])
        if lead is not None and lead.person:
            names.append(title.rpartition(" ")[2])
            return tuple(name for name in names if len(name) > 2)
        head = lead.noun.rpartition(" ")[2] if lead and lead.noun else _sort_in(whole)
        if head:
            nouns = {head}.union(*(group for group in _SAME if head in group))
            for noun in sorted(nouns):
                names += [f"The {noun}", f"the {noun}"]
        return tuple(name for name in names if len(name) > 2)


def _sort_in(title: str) -> str:
    """What a title says its thing is: "Blue Eyes (film)" is a film; "" where it does not."""
    last = _LAST_WORD.search(title)
    return last[1].lower() if last and last[1].lower() in _SORTS else ""
