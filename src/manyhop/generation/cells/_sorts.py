"""What sort of things a table lists, told from its headers, title and caption."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from manyhop.english import plural, singular
from manyhop.generation.cells._cell_words import tidy
from manyhop.generation.cells._nouns import Noun

Sort = Literal["person", "player", "place", "work", "team", "event", "thing"]

_GENERIC = frozenset(
    ("name", "title", "full name", "original title", "English title", "work", "common name")
)
_PLAYERS = (
    "player|athlete|driver|rider|swimmer|cyclist|gymnast|skater|footballer|boxer|wrestler|fencer"
    "|jockey|golfer|skier|runner|competitor|goalkeeper|quarterback|pitcher|batsman|bowler|archer"
    "|medalist|medallist|scorer|shooter|rower|sprinter|fighter|skip"
)
_PEOPLE = (
    "person|people|winner|director|writer|author|artist|singer|performer|actor|actress|candidate"
    "|coach|manager|champion|president|mayor|governor|producer|composer|host|captain|member"
    "|representative|senator|alumnus|alumna|alumni|graduate|recipient|contestant|celebrity|minister"
    "|bishop|king|queen|monarch|laureate|politician|scientist|architect|designer|dancer|judge"
    r"|deputy|sister|head of \w+|ambassador|chancellor|principal|flag bearer|runner-up|inductee"
    "|faculty|brother|victim"
    "|nominee|honoree|officer|general|admiral|commander|leader|chairman|owner|trainer|successor"
    "|vacator|incumbent|speaker|teacher|professor|engineer|musician|comedian|model|chef|astronaut"
    "|pilot|dealer|millionaire|billionaire|head coach|vocalist|guitarist|star|housemate|saint"
    "|voice actor|employee|partner|participant|third-place finisher|premier|mp|senator|secretary"
)
_PLACES = (
    "airport|stadium|bridge|church|museum|commune|island|lake|river|mountain|building|school|university"
    "|station|tower|hotel|park|arena|venue|city|town|village|municipality|district|landmark|site"
    "|place|dam|castle|hospital|library|college|mine|cathedral|temple|mosque|synagogue|monastery"
    "|abbey|theatre|theater|mall|prison|peak|volcano|glacier|beach|cave|house|mansion|palace"
    "|monument|memorial|cemetery|garden|zoo|lighthouse|port|harbour|harbor|fort|fortress|gallery"
    "|suburb|county|province|region|canton|community|parish|settlement|neighbourhood|neighborhood"
    "|skyscraper|reservoir|waterfall|forest|reserve|refuge|valley|power station|plant|institution"
    "|campus|academy|mill|farm|wind farm|historic place|historic site|property|state|country"
    "|nation|territory|capital|hall|observatory|course|circuit|track|ground|mine|shrine|chapel"
)
_WORKS = (
    "film|movie|song|single|album|show|series|game|video game|book|novel|play|musical|episode"
    "|track|work|painting|opera|poem|story|documentary|production|program|programme|magazine"
    "|newspaper|comic|anime|manga|title|short film|television show"
)
_TEAMS = "team|club|franchise|squad|side"
_EVENTS = "event|race|tournament|competition|match|championship|election|battle|festival|round"

_HEADS = tuple(
    (re.compile(rf"(?:.* )?(?:{names})s?", re.IGNORECASE), sort)
    for names, sort in (
        (_PLAYERS, "player"),
        (_PEOPLE, "person"),
        (_PLACES, "place"),
        (_WORKS, "work"),
        (_TEAMS, "team"),
        (_EVENTS, "event"),
    )
)
_PEOPLE_HEADERS = re.compile(
    r"nationality|notability|class year|age|position|party|sport|occupation|degree.*|residence"
    r"|hometown|born|died|lifespan|date of birth|birthplace|club|years active|profession|rank"
    r"|college|medal|constituency|riding|term.*|time|event|known for|residence|charity|partner",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:list|lists|index) of (?:the |all |current |former |notable )*", re.I)
_PREPOSITION = re.compile(
    r"\s(?:in|of|by|from|on|at|with|for|that|who|whose|which|and|to|born|traded|named|set|held"
    r"|released|based|used|whom|playing|represented|operated|designed|about|during|over|under"
    r"|associated|by|since|before|after|where|without|serving|killed|produced|built|having)\s"
)
_FILM = re.compile(r"\b(?:films?|movies?)\b", re.IGNORECASE)
_SHOW = re.compile(r"\b(?:television|tv)\b", re.IGNORECASE)
_SPECIAL = {
    "alumni": ("alumnus", "alumni"),
    "people": ("person", "people"),
    "faculty": ("faculty member", "faculty members"),
    "medalists": ("medalist", "medalists"),
    "personnel": ("person", "people"),
    "staff": ("staff member", "staff members"),
    "listings": ("site", "sites"),
    "members": ("member", "members"),
    "men": ("person", "people"),
    "women": ("person", "people"),
    "ladies": ("person", "people"),
    "women's": ("person", "people"),
    "men's": ("person", "people"),
}


@lru_cache(maxsize=16_384)
def sort_of(noun: str) -> Sort:
    """The sort of thing that a noun names; "thing" where it is none of those we speak of apart.

    Example: ``sort_of("race track")`` → ``"place"``
    """
    for pattern, sort in _HEADS:
        if pattern.fullmatch(noun):
            return sort  # type: ignore[return-value]
    return "thing"


def is_generic(noun: str) -> bool:
    """Whether a header only says that its cells are names."""
    return noun in _GENERIC


def listed_noun(
    noun: Noun, title: str, caption: str, headers: Sequence[str], people: bool
) -> Noun | None:
    """What "Name" and "Title" stand for: the things that the title or the caption lists.

    ``people`` says that what is known of the things shows them to be people.
    Example: ``listed_noun(noun_of("Name"), "List of museums in Kent", "", (), False)`` → museum
    """
    if noun.one == "name on the register":
        return Noun("historic place", "historic places")
    if noun.one in {"common name", "scientific name"}:
        return _from_title(title, caption) or Noun("species", "species")
    if noun.one == "call sign":
        return Noun("station", "stations")
    if noun.one not in _GENERIC:
        return noun
    if noun.one in {"title", "original title", "English title", "work"}:
        found = _work(f"{title} {caption}", headers) or _from_title(title, caption)
        return found or Noun("title", "titles")
    found_noun = _from_title(title, caption)
    evidence = sum(_PEOPLE_HEADERS.fullmatch(header) is not None for header in headers)
    if found_noun and (not people or sort_of(found_noun.one) in {"person", "player"}):
        return found_noun
    if people or evidence:
        return Noun("person", "people")
    return Noun("place", "places") if {"population", "elevation", "area"} & set(headers) else None


def _work(words: str, headers: Sequence[str]) -> Noun | None:
    names = {header.lower() for header in headers}
    if re.search(r"\b(?:video )?games?\b", words, re.I) or {"developer", "platform"} & names:
        return Noun("game", "games")
    if _SHOW.search(words):
        return Noun("show", "shows")
    if _FILM.search(words) or "director" in names:
        return Noun("film", "films")
    for one in ("album", "song", "single", "episode", "book", "novel", "play", "musical", "opera"):
        if re.search(rf"\b{one}s?\b", words, re.IGNORECASE):
            return Noun(one, plural(one))
    if re.search(r"\b(?:theat(?:re|er)|stage)\b", words, re.IGNORECASE):
        return Noun("play", "plays")
    if "role" in names or "character" in names:
        return Noun("production", "productions")
    if "artist" in names:
        return Noun("song", "songs")
    if "author" in names or "publisher" in names:
        return Noun("book", "books")
    return None


def _from_title(title: str, caption: str) -> Noun | None:
    """The noun before the first preposition of "List of museums in Kent", or of the caption."""
    title, last = tidy(title), tidy(caption).split(" -- ")[-1]
    if match := _LISTED.match(title):
        return _head(title[match.end() :])
    if "historic places" in title.lower():
        return Noun("historic place", "historic places")
    return _head(last) or _head(title)


def _head(words: str) -> Noun | None:
    phrase = _PREPOSITION.split(f" {words} ", maxsplit=1)[0].strip()
    if any(map(str.isdigit, words)):
        return None
    phrase = re.split(r"\s*[,(:–]", phrase)[0].strip()
    parts = phrase.split()
    last = parts[-1] if parts else ""
    if len(parts) < 2 or not parts[0][0].islower():
        last = last.lower()
    if last in _SPECIAL:
        return Noun(*_SPECIAL[last])
    one = singular(last)
    if one == last or len(one) < 3 or not one.isalpha() or plural(one) != last:
        return None
    if one in {"list", "result", "record", "detail", "recruit", "submission", "award", "listing"}:
        return None
    if one in {"standing", "statistic", "transfer", "change", "other", "note", "honour", "medal"}:
        return None
    return Noun(one, last)
