"""The facts of a first sentence: its brackets, its noun, and the clauses after the noun."""

import re

from manyhop.generation.texts._chain import Found, chain, dated, statements_of
from manyhop.generation.texts._grammar import DATE, pattern, words
from manyhop.generation.texts._lead import Lead

_BORN = re.compile(r"\bborn\s")
_ANY_DATE = DATE.replace("|[-–/][0-9]", "")
_LIVED = re.compile(
    rf"[(;]\s?(?P<born>{_ANY_DATE})(?:\s?,\s[^();–-]{{2,40}})?\s?[-–—]\s?(?P<died>{_ANY_DATE})"
    rf"(?=\s?[);,])"
)
_GENRE = re.compile(
    r"(?P<genre>(?:[a-z][a-z-]+\s){0,2}(?:comedy|drama|comedy-drama|thriller|horror|western|fiction"
    r"|action|adventure|romance|musical|documentary|fantasy|crime|war|mystery|noir|animated"
    r"|biographical|superhero|slasher|sports|martial\sarts|family|spy))\s(?:film|movie)$"
)
_LANGUAGE = re.compile(r"(?P<language>[A-Z][a-z]+)(?:\s-\s|-)language\s")
_RELEASED = frozenset(("film", "album", "song", "single", "ep", "game", "movie", "documentary"))
_PUBLISHED = frozenset(("novel", "book", "novella", "poem", "memoir"))
_MUSIC = frozenset(("album", "song", "single", "ep", "mixtape", "track", "soundtrack"))
_ART = frozenset(("painting", "sculpture", "fresco"))
SETTLEMENTS = words(
    "city town village municipality commune community borough suburb district township hamlet"
    " settlement locality place capital seat seaport comune port county parish"
)
_PLACED = words(
    """
    city town village municipality commune community borough suburb neighbourhood neighborhood
    district township hamlet settlement locality stadium arena venue church cathedral school
    college university building tower skyscraper hotel museum theatre theater hospital library
    airport park station bridge castle palace mansion mall prison cemetery temple mosque
    monastery abbey lake mountain island county parish place volcano hill dam lighthouse raion
    department canton restaurant hall gymnasium velodrome racecourse circuit zoo house fort
    resort seaport sub-district constituency region province comune ward barony
    """
)
_PLAYERS = words(
    """
    footballer player quarterback linebacker cornerback safety receiver tackle end pitcher
    catcher outfielder infielder shortstop midfielder forward defender goalkeeper guard center
    striker baseman goaltender defenceman winger
    """
)
_OF = words("capital seat town tributary member part home affiliate subsidiary")
_IN = pattern(r"\s?(?:\([^()]{0,40}\)\s)?(?:, )? ?in <place>")
_BY = pattern(r" by <list>")
_FOR = pattern(r" for <name>")


def lead_facts(text: str, lead: Lead, end: int) -> list[Found]:
    """What the first sentence says of its subject."""
    subject = text[: lead.end_of_head].partition("(")[0].partition(",")[0].strip()
    found = _brackets(text, lead, subject) if lead.person else []
    found += _noun(text, lead, subject)
    position = lead.after
    head = lead.noun.rpartition(" ")[2].lower()
    if not lead.person and head in _PLACED and (place := _IN.match(text, position, end)):
        found.append(Found("located-in", (place.span("place"),), subject))
        position = place.end()
    elif (author := _author(head)) and (by := _BY.match(text, position, end)):
        found += statements_of(text, by, {"list": author}, subject)
        position = by.end()
    elif lead.person and head in _PLAYERS and (team := _FOR.match(text, position, end)):
        found += statements_of(text, team, {"name": "plays-for"}, subject)
        position = team.end()
    first = position == lead.end_of_head
    if _OF & set(lead.noun.split()) and text.startswith(" of ", lead.after):
        position, first = lead.end_of_head, True
    told = chain(
        text,
        position,
        end,
        subject=subject,
        first=first,
        people=lead.person,
        past=lead.past,
        settlement=head in SETTLEMENTS,
    )
    return found + told


def _brackets(text: str, lead: Lead, subject: str) -> list[Found]:
    head = lead.end_of_head
    born = _BORN.search(text, 0, head)
    if born is not None and (told := chain(text, born.start(), head, subject=subject)):
        return told
    lived = _LIVED.search(text, 0, head)
    if lived is None:
        return []
    return [
        *dated(text, lived.span("born"), "born", subject),
        *dated(text, lived.span("died"), "died", subject),
    ]


def _noun(text: str, lead: Lead, subject: str) -> list[Found]:
    if not lead.noun:
        return []
    found = []
    head = lead.noun.rpartition(" ")[2].lower()
    if lead.person:
        found.append(Found("occupation", lead.nouns_at, subject))
    if lead.nationality_at != (0, 0):
        relation = "nationality" if lead.person else "origin"
        found.append(Found(relation, (lead.nationality_at,), subject))
    if lead.year_at != (0, 0):
        if head in _RELEASED:
            found.append(Found("released-in", (lead.year_at,), subject))
        elif head in _PUBLISHED:
            found.append(Found("published-in", (lead.year_at,), subject))
    start, end = lead.nouns_at[0]
    if head in ("film", "movie") and (genre := _GENRE.search(text, start, end)):
        found.append(Found("genre", (genre.span("genre"),), subject))
    language = _LANGUAGE.search(text, lead.end_of_head, lead.after)
    if language is not None and not lead.person:
        found.append(Found("language", (language.span("language"),), subject))
    return found


def _author(head: str) -> str:
    if head in _MUSIC:
        return "performed-by"
    if head in _PUBLISHED or head == "play":
        return "written-by"
    return "created-by" if head in _ART else ""
