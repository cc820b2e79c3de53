"""The noun that a header stands for, one of it and several; headers that are no words have none."""

import re
from functools import lru_cache

import msgspec

from manyhop.english import plural, singular
from manyhop.generation.cells._cell_words import tidy


class Noun(msgspec.Struct, frozen=True):
    """One of a thing, several, and the unit that the header names.

    Example: ``noun_of("Length (km)")`` → ``Noun("length", "lengths", "km")``
    """

    one: str
    many: str
    unit: str = ""


_FULL = {
    "pos": "position",
    "pts": "points",
    "point": "points",
    "nat": "nationality",
    "pop": "population",
    "dob": "date of birth",
    "alt": "altitude",
    "elev": "elevation",
    "apps": "appearances",
    "att": "attendance",
    "const": "constituency",
    "conf": "conference",
    "div": "division",
    "gp": "games played",
    "mfr": "manufacturer",
    "yr": "year",
    "yrs": "years",
    "rnd": "round",
    "avg": "average",
    "max": "maximum",
    "min": "minimum",
    "est": "established",
    "orig": "original",
    "dist": "distance",
    "dept": "department",
    "temp": "temperature",
    "qual": "qualifying time",
    "lga": "local government area",
    "max capacity": "maximum capacity",
    "title(s)": "title",
    "win": "wins",
    "won": "wins",
    "lost": "losses",
    "drawn": "draws",
    "draw": "draws",
    "played": "games played",
    "loss": "losses",
    "gold": "gold medals",
    "silver": "silver medals",
    "bronze": "bronze medals",
    "call letters": "call sign",
    "callsign": "call sign",
    "date opened": "opening date",
    "date of opening": "opening date",
    "year opened": "opening year",
    "voice": "voice actor",
    "starring": "star",
    "cast": "cast",
    "country of origin": "country",
    "estab": "established",
    "owned by": "owner",
    "recruited from": "previous club",
    "from": "",
    "to": "",
    "moving to": "new club",
    "moving from": "former club",
    "succeeded by": "successor",
    "serves": "",
    "via": "",
    "second": "runner-up",
    "third": "third-place finisher",
    "third place": "third-place finisher",
    "runners-up": "runner-up",
    "directed by": "director",
    "written by": "writer",
    "produced by": "producer",
    "original airdate": "original air date",
    "home city": "city",
    "city and state": "city",
    "city or town": "city or town",
    "town or city": "town or city",
    "home town": "hometown",
    "year of death": "died",
    "year of birth": "born",
    "opponents": "opponent",
    "rival": "opponent",
    "icao": "ICAO code",
    "iata": "IATA code",
    "dia": "diameter",
    "named after": "namesake",
    "matches won": "wins",
    "games won": "wins",
    "matches lost": "losses",
    "games lost": "losses",
    "matches drawn": "draws",
    "matches played": "matches",
    "event year": "year",
    "class year": "class year",
    "against": "opponent",
}
_NO_WORDS = re.compile(
    r"notes?|ref(?:erence)?s?\.?|remarks?|comments?|descriptions?|summary|details|image|photo"
    r"|picture|logo|website|external links?|links?|sources?|citations?|coordinates|notability"
    r"|notable|meaning.*|reason.*|relation.*|no\.?|nos\.?|number|num|#|s\.?no\.?|id|index|key|isbn"
    r"|video|map|flag|symbol|column \d+|other.*|achievements?|known for|significance|change"
    r"|information|text|gap|diff(?:erence)?|±|\+/-|url|e-?mail|phone|fax|order|lap|subject.*"
    r"|.*\bnotes\b.*|.*\breferences?\b.*|makeup|guests/segments|q|w|l|d|t|date of action"
    r"|cut|grades|nominees|dates|at least.*|qualified.*|wiki.*|page|abbreviation|abbr|code|class"
    r"|overall|classified|start|end|pick|pick #|years|lifespan|life|years active|berth|attended"
    r"|years participating|.+ (?:no|nos|number|id)\.?",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"\([^)]*\)?|\[[^\]]*\]?|[*†‡§^#]")
_OF_A_LAND = re.compile(
    r"(?!Mus|Polit|Guard|Comed|Libr|Med|Guard|Cust|Finish|Parish|Techn|Stat|Physi)[A-Z][a-z]+"
    r"(?:ian|ean|ish|ese|eli|rican|French|German|Dutch|Greek|Roman)|French|German|Dutch|Greek|Thai"
)
_OWN = re.compile(r"(?:common|scientific|full|official|first|last|original|real|birth|other)\b")
_CLAUSE = re.compile(
    r".*\b(?:as|on|by|for|to|from|at|in|with|after|if|when|that|which|per|and|vs|also|of the)\b.*"
)
_COUNTED = re.compile(
    r"\b(?:points|goals|wins|losses|draws|games|matches|titles|medals|votes|seats|runs|wickets"
    r"|episodes|passengers|appearances|caps|assists|rebounds|tries|laps|floors|storeys|stories"
    r"|students|members|employees|inhabitants|rides|turbines|rooms|beds|pages|platforms|stations"
    r"|deaths|victims|sales|starts|poles|podiums|awards|nominations|championships|teams|players"
    r"|tracks|songs|cars|starters|units|books|copies|units sold|games played|yards|touchdowns"
    r"|receptions|carries|tackles|interceptions|steals|blocks|visitors|viewers|movements|lanes"
    r"|screens|locations|stores|branches|crew|casualties|aces|home runs|hits|innings|trophies"
    r"|seasons|years|weeks|days|hours|men|women|people|males|females|boys|girls|participants"
    r"|competitors|entries|delegates|councillors|villages|islands|species)$",
    re.IGNORECASE,
)


@lru_cache(maxsize=8_192)
def noun_of(header: str) -> Noun | None:
    """The noun of a header, in lower case unless it is a name; None where it is no word.

    Example: ``noun_of("Country/City")`` → ``Noun("country", "countries")``
    """
    text = tidy(header)
    if _NO_WORDS.fullmatch(text):
        return None
    unit = unit_of(text)
    text = _ASIDE.sub(" ", without_unit(text))
    text = re.split(r"\s*[/|;]\s*|\s*,\s*", text)[0]
    text = re.sub(r"\s+", " ", text).strip(" .:-'")
    words = [_lowered(word) for part in text.split(" - ") for word in _full(part).split()]
    text = re.sub(r"^(?:total |the )?(?:number )?of ", "", " ".join(words))
    text = _FULL.get(text.lower().replace(" .", "").rstrip("."), text)
    text = re.sub(r"['’]s? name$|^\w+['’]s (?=\w)| (?:with|per) .*$", "", text)
    if "'" in text:
        return None
    if _CLAUSE.fullmatch(text) and not text.startswith("name on"):
        return None
    if _NO_WORDS.fullmatch(text) or not re.fullmatch(r"[^\W\d_](?:[^\W\d_]|['’ .-])*", text):
        return None
    if len(text) < 3 or len(text.split()) > 4 or text.isupper():
        return None
    if (named := re.fullmatch(r"(.+) name|name of (?:the )?(.+)", text)) and not _OWN.match(text):
        text = named[1] or named[2]
    if _COUNTED.search(text):
        return Noun(text, text, unit)
    if text.split()[-1] == "area":
        unit = squared(unit)
    one = singular(text)
    return Noun(one, plural(one), unit)


def is_counted(noun: Noun) -> bool:
    """Whether a number of it is a count of things: goals, votes, seats."""
    return _COUNTED.search(noun.many) is not None


def said_unit(noun: Noun) -> str:
    """The unit of a noun as it is said after "in"."""
    return spelled_out(noun.unit)


def comes_from_a_land(word: str) -> bool:
    """Whether a word is written with a capital because it comes from a land's name: Spanish."""
    return _OF_A_LAND.fullmatch(word) is not None


def _lowered(word: str) -> str:
    """A header's word in lower case unless it is written like NFL or comes from a land's name."""
    if (word.isupper() and 1 < len(word) < 5) or comes_from_a_land(word):
        return word
    return word.lower()


def _full(part: str) -> str:
    """A part of a header with its abbreviation written out."""
    return _FULL.get(part.lower(), part) if part.lower() in {"apps", "pts", "avg"} else part


# The unit that a header names, and how people say it.

_UNIT = re.compile(
    r"\(\s*(?:in\s+)?(km|m|mi|miles|ft|feet|cm|mm|kg|lb|lbs|t|tonnes|tons|mw|kw|gw|mph|km/h|hp"
    r"|km²|km2|sq\.? ?km|sq\.? ?mi|acres|ha|hectares|years|minutes|seconds|metres|meters|usd"
    r"|us\$|\$|£|€|[$£€] ?(?:million|billion)|%|millions?|billions?|million usd|in millions|mi²|m²"
    r"|thousands)\s*\)",
    re.IGNORECASE,
)
_TRAILING_UNIT = re.compile(r" (?:km²|km|mi|sq mi|m²|ha|mm|cm|kg)$")
_UNITS_SAID = {
    "ft": "feet",
    "mi": "miles",
    "lb": "pounds",
    "lbs": "pounds",
    "mw": "MW",
    "kw": "kW",
    "gw": "GW",
    "km2": "km²",
    "sq km": "km²",
    "sq. km": "km²",
    "usd": "US dollars",
    "us$": "US dollars",
    "$": "dollars",
    "£": "pounds",
    "€": "euros",
    "%": "percent",
    "million": "million",
    "millions": "million",
    "billion": "billion",
    "billions": "billion",
    "million usd": "million US dollars",
    "in millions": "million",
    "thousands": "thousand",
    "t": "tonnes",
    "ha": "hectares",
}
_SQUARE = {"km": "km²", "m": "m²", "miles": "mi²", "mi": "mi²"}
_LONG_UNITS = {
    "m": "metres",
    "km": "kilometres",
    "cm": "centimetres",
    "mm": "millimetres",
    "kg": "kilograms",
    "km²": "square kilometres",
    "mi²": "square miles",
    "m²": "square metres",
    "sq mi": "square miles",
    "MW": "megawatts",
    "kW": "kilowatts",
    "GW": "gigawatts",
    "percent": "",
    "million": "millions",
    "billion": "billions",
    "thousand": "thousands",
    "million US dollars": "millions of US dollars",
}


def unit_of(header: str) -> str:
    """The unit that a header names, "" for none.

    Example: ``unit_of("Height (ft)")`` → ``"feet"``
    """
    match = _UNIT.search(header)
    if match is None:
        trailing = _TRAILING_UNIT.search(header)
        return _UNITS_SAID.get(trailing[0].strip(), trailing[0].strip()) if trailing else ""
    unit = re.sub(r"^[$£€] ?", "", match[1]) if len(match[1]) > 2 else match[1]
    return _UNITS_SAID.get(unit.lower(), unit)


def without_unit(header: str) -> str:
    """A header without the unit at its end: "Area km²" is an area."""
    return _TRAILING_UNIT.sub("", header)


def squared(unit: str) -> str:
    """The unit of an area whose header forgets that it is square."""
    return _SQUARE.get(unit, unit)


def spelled_out(unit: str) -> str:
    """The unit after "in": "metres"; "" where there is none or it is not said so."""
    return _LONG_UNITS.get(unit, unit if unit.isalpha() else "")
