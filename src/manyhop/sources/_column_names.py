"""What a column's name tells: what else it is called, whether it holds persons, how it compares."""

import re

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
