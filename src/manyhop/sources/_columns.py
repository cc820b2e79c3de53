"""What a column holds, judged from its cells and its name."""

import re
from collections.abc import Sequence

from manyhop.sources._dates import parse_date
from manyhop.sources._decimal_comma import has_decimal_commas
from manyhop.sources._table import ColumnKind
from manyhop.sources._units import parse_number
from manyhop.sources._values import clean_cell, is_blank

_ENOUGH = 0.9  # share of the filled cells that must parse
_SAMPLE = 1_000  # cells that are looked at

_CODE_NAME = re.compile(
    r"\b(?:phones?|telephone|tel|mobile|fax|zip|post ?code|postal code"
    r"|isbn|issn|ean|upc|barcode)\b",
    re.IGNORECASE,
)
_YEAR_NAME = re.compile(
    r"\b(?:years?|yr|dates?|seasons?|founded|foundation|established|incorporated|formed|created"
    r"|opened|opening|closed|closure|built|completed|completion|constructed|construction|erected"
    r"|commissioned|decommissioned|launched|introduced|introduction|discovered|invented|born|birth"
    r"|died|death|debut|released?|published|publication|premiered?|first|last|since|from|to|until"
    r"|start|started|end|ended|joined|left|began|begun|ends|took office|elected"
    r"|inducted|retired|edition|term|period)\b",
    re.IGNORECASE,
)
_QUANTITY_NAME = re.compile(
    r"#|\b(?:numbers?|no|nos|total|count|score|points|pts|rating|elo|population|capacity|attendance"
    r"|elevation|altitude|height|depth|length|distance|weight|area|power|price|cost|votes|sales)\b",
    re.IGNORECASE,
)
_NO_RESULT = re.compile(r"dn[fsqpc]|ds?q|ret|wd|w/?o|nc|n/?c|abs|inj", re.IGNORECASE)
_CODE = re.compile(r"0[0-9]+")
_YEAR = re.compile(r"(?:ca?\.|circa)? ?[12][0-9]{3}")
_YEAR_AND_TWO = re.compile(r"[12][0-9]([0-9]{2})-([0-9]{2})")


def infer_kind(texts: Sequence[str], name: str = "") -> ColumnKind:
    """ "number" or "date" where nine in ten filled cells are that, otherwise "text".

    Years alone make dates where the column's name speaks of time ("Year", "Founded"), or where
    three or more differ, all lie between 1800 and 2050 and the name is no quantity's ("Rating").
    Codes (a leading zero, "Phone", "ZIP") and seasons ("2009-10") stay text; "DNF" and the like
    do not count against numbers unless they are the most.
    Example: ``infer_kind(["1,234", "56*", "—"])`` → ``"number"``
    """
    sample = [text for text in texts if text]
    sample = sample[:: len(sample) // _SAMPLE + 1]
    filled = [clean_cell(text) for text in sample if not is_blank(text)]
    if not filled or _CODE_NAME.search(name) or any(map(_CODE.fullmatch, filled)):
        return "text"
    enough = _ENOUGH * len(filled)
    years = [text for text in filled if _YEAR.fullmatch(text)]
    dates = [text for text in filled if parse_date(text)]
    if len(dates) + len(years) >= enough and not _are_seasons(dates):
        if len(dates) >= len(years) or _YEAR_NAME.search(name):
            return "date"
        if (
            len(years) == len(filled)
            and _look_like_years(years)
            and not _QUANTITY_NAME.search(name)
        ):
            return "date"
    commas = has_decimal_commas(filled)
    numbers = sum(parse_number(text, commas) is not None for text in filled)
    without = sum(_NO_RESULT.fullmatch(text) is not None for text in filled)
    return "number" if numbers >= max(without, _ENOUGH * (len(filled) - without)) else "text"


def _are_seasons(dates: Sequence[str]) -> bool:
    """Whether "2009-10" and its like mean two years, not a month: the second follows the first."""
    pairs = [match for text in dates if (match := _YEAR_AND_TWO.fullmatch(text))]
    return bool(pairs) and all(
        (int(first) + 1) % 100 == int(then) for first, then in (m.groups() for m in pairs)
    )


def _look_like_years(years: Sequence[str]) -> bool:
    numbers = {int(year[-4:]) for year in years}
    return len(numbers) > 2 and min(numbers) >= 1800 and max(numbers) <= 2050


# What a column's name tells: what else it is called, whether it holds persons, how it compares.

_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|[#*†‡]")
_SPACE = re.compile(r"\s+")

# What a column's name may be called instead; the first words say which names are meant.
_OTHER_WORDS = {
    "no|no.|num|nr": "number",
    "pos|pos.": "position|place|finish",
    "pts|pts.": "points",
    "position|rank|place|finish|standing": "position|rank|place|standing|finish",
    "name": "name|person|one",
    "player|athlete|competitor|driver|rider|swimmer|cyclist|runner": "player|athlete|person|racer",
    "opponent|opponents|opponent(s)|rival": "opponent|opposing team|team played|competitor",
    "team|club|squad": "team|club|side",
    "nation|country|nationality|nat.|nat": "country|nation|nationality",
    "attendance|crowd|spectators": "attendance|crowd|number of people attending|turnout",
    "result|outcome": "result|outcome|end result",
    "score": "score|final score|result",
    "venue|stadium|location|site|place|ground": "venue|location|place|site|stadium",
    "city|town|hometown|municipality": "city|town|place|hometown",
    "competition|tournament|event|championship": "competition|tournament|event|championship",
    "year|season": "year|season",
    "date|day": "date|day",
    "title|film|movie|song|single|album|show|series": "title|film|song|name|work|album|show",
    "role|character|part": "role|character|part",
    "time|duration|length": "time|duration|length",
    "votes": "votes|number of votes",
    "winner|champion|winners": "winner|champion|winning one",
    "runner-up|runners-up|second": "runner-up|second place",
    "type|category|class|kind": "type|category|kind|class",
    "notes|comments|remarks|note": "notes|comments|remarks",
    "party|political party": "party|political party|affiliation",
    "population": "population|number of people|number of inhabitants",
    "capacity": "capacity|number of seats",
    "area": "area|size",
    "director|directed by": "director|filmmaker",
    "writer|author|written by": "writer|author",
    "artist|singer|performer|band": "artist|singer|performer|musician|band",
    "goals": "goals|goals scored",
    "wins|won": "wins|games won|victories",
    "losses|lost": "losses|games lost|defeats",
    "played|games|matches": "games|games played|matches",
    "manufacturer|maker|builder|constructor": "manufacturer|maker|builder|company",
    "college|school|university|institution": "school|college|university|institution",
    "language": "language",
    "network|channel": "network|channel",
    "state|province|region|county|district": "state|region|county|area|district",
    "cost|price|budget": "cost|price|amount",
    "fare|toll|fee": "fare|cost|price",
    "elevation|height|altitude": "height|elevation",
    "episode": "episode",
    "surface": "surface",
    "round": "round",
    "week": "week",
    "total": "total|total number|overall number",
    "record": "record",
    "coach|manager": "coach|manager",
    "candidate": "candidate|politician",
    "station": "station|stop",
    "nickname|mascot": "nickname|mascot",
}
_SPOKEN = {
    name: tuple(words.split("|"))
    for names, words in _OTHER_WORDS.items()
    for name in names.split("|")
}

_PERSON = re.compile(
    r"\b(?:name|player|athlete|driver|rider|winner|director|writer|author|artist|singer|performer"
    r"|actor|actress|candidate|coach|manager|person|champion|president|mayor|governor|producer"
    r"|composer|swimmer|cyclist|competitor|host|captain|member|representative|senator|runner)\b",
    re.IGNORECASE,
)
_SPOT = re.compile(
    r"\b(?:venue|location|place|city|country|stadium|site|town|hometown|state|county|region|ground"
    r"|birthplace|headquarters)\b",
    re.IGNORECASE,
)

# (names of columns, words for the higher or highest value, words for the lower or lowest)
EXTREMES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"\b(?:{names})\b", re.IGNORECASE), high, low)
    for names, high, low in (
        ("length|distance|duration|time|span", "longest|longer", "shortest|shorter"),
        ("height|elevation|altitude|floors", "tallest|taller|highest", "shortest|lower|lowest"),
        ("area|size|population|capacity", "largest|larger|biggest|bigger", "smallest|smaller"),
        ("weight", "heaviest|heavier", "lightest|lighter"),
        ("age", "oldest|older", "youngest|younger"),
        ("cost|price|budget", "most expensive|more expensive", "cheapest|cheaper"),
        ("speed", "fastest|faster", "slowest|slower"),
        ("width|breadth", "widest|wider", "narrowest|narrower"),
        ("depth", "deepest|deeper", "shallowest|shallower"),
    )
)
_RANK = re.compile(r"\b(?:rank|ranking|pos|position|place|finish|seed|standing)\b", re.IGNORECASE)


def plain_name(name: str) -> str:
    """A column's name in lower case, without asides and marks.

    Example: ``plain_name("Length (m)")`` → ``"length"``
    """
    return _SPACE.sub(" ", _ASIDE.sub(" ", name)).strip().lower() or name.lower()


def other_names(name: str) -> tuple[str, ...]:
    """What a column, or the last word of its plain name, may be called; nothing where unknown.

    Example: ``other_names("nation")`` → ``("country", "nation", "nationality")``
    """
    return _SPOKEN.get(name, ())


def is_person(name: str) -> bool:
    """Whether a column's name asks for "who"."""
    return _PERSON.search(name) is not None


def is_spot(name: str) -> bool:
    """Whether a column's name asks for "where"."""
    return _SPOT.search(name) is not None


def is_rank(name: str) -> bool:
    """Whether the lowest number in a column is the best."""
    return _RANK.search(name) is not None
