"""Whether a sentence speaks of the page's thing, and where its predicate begins."""

import re

import msgspec

from manyhop.generation.texts._grammar import NAME
from manyhop.generation.texts._lead import Lead

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
