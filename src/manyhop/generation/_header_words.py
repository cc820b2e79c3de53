"""How people speak of a column: other words for its name, and the words for much and little."""

import random
import re

from manyhop.sources import ColumnKind

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
_EXTREMES: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"\b(?:{names})\b", re.IGNORECASE), high, low)
    for names, high, low in (
        ("length|distance|duration|time", "longest|longer", "shortest|shorter"),
        ("height|elevation|altitude|floors", "tallest|taller|highest", "shortest|lower|lowest"),
        ("area|size|population|capacity", "largest|larger|biggest|bigger", "smallest|smaller"),
        ("weight", "heaviest|heavier", "lightest|lighter"),
        ("age", "oldest|older", "youngest|younger"),
        ("cost|price|budget", "most expensive|more expensive", "cheapest|cheaper"),
        ("speed", "fastest|faster", "slowest|slower"),
        ("depth", "deepest|deeper", "shallowest|shallower"),
    )
)
_RANK = re.compile(r"\b(?:rank|ranking|pos|position|place|finish|seed|standing)\b", re.IGNORECASE)
_VERBS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(?:points|goals|pts|runs|tries|touchdowns)\b", re.IGNORECASE), "scored"),
    (re.compile(r"\b(?:gold|silver|bronze|medals|wins|titles|awards)\b", re.IGNORECASE), "won"),
    (re.compile(r"\b(?:votes|seats|grossed)\b", re.IGNORECASE), "received"),
    (re.compile(r"\b(?:laps)\b", re.IGNORECASE), "completed"),
    (re.compile(r"\b(?:games|matches|played|caps)\b", re.IGNORECASE), "played"),
)


def spoken(name: str, chance: random.Random) -> str:
    """A column's name as it may be said.

    Example: ``spoken("Pos.", chance)`` → ``"position"``
    """
    plain = _SPACE.sub(" ", _ASIDE.sub(" ", name)).strip().lower() or name.lower()
    if chance.random() < 0.35 and plain in _SPOKEN:
        return chance.choice(_SPOKEN[plain])
    words = plain.split()
    if len(words) > 1 and chance.random() < 0.2:
        if words[-1] in _SPOKEN and chance.random() < 0.5:
            words[-1] = chance.choice(_SPOKEN[words[-1]])
        else:
            del words[chance.randrange(len(words))]
    return " ".join(words)


def plural(noun: str) -> str:
    """More than one of it.

    Example: ``plural("city")`` → ``"cities"``
    """
    if noun.endswith(("s", ")")):
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("ch", "sh", "x")) else "s")


def is_person(name: str) -> bool:
    """Whether a column's name asks for "who"."""
    return _PERSON.search(name) is not None


def is_spot(name: str) -> bool:
    """Whether a column's name asks for "where"."""
    return _SPOT.search(name) is not None


def is_rank(name: str) -> bool:
    """Whether the lowest number in a column is the best."""
    return _RANK.search(name) is not None


def verb_for(name: str, chance: random.Random) -> str:
    """What one does with the amounts in a column: score, win, have."""
    for names, verb in _VERBS:
        if names.search(name) and chance.random() < 0.7:
            return verb
    return chance.choice(("had", "has", "had", "recorded", "have"))


def own_superlative(name: str, highest: bool, chance: random.Random) -> str | None:
    """The superlative that needs no noun: a height's "tallest"; None where there is none."""
    for names, high, low in _EXTREMES:
        if names.search(name):
            words = (high if highest else low).split("|")
            return chance.choice([word for word in words if word.endswith("st") or " " in word])
    return None


def superlative(kind: ColumnKind, highest: bool, chance: random.Random) -> str:
    """The word for the highest or lowest value of a column of that kind."""
    if kind == "date":
        late = ("latest", "most recent", "last", "newest")
        return chance.choice(late if highest else ("earliest", "first", "oldest"))
    high = ("highest", "most", "largest", "greatest", "biggest", "top", "the maximum", "most")
    return chance.choice(high if highest else ("lowest", "least", "fewest", "smallest", "minimum"))


def comparative(name: str, kind: ColumnKind, highest: bool, chance: random.Random) -> str:
    """The word for the higher or lower of two values."""
    if kind == "date":
        late = ("later", "more recent", "most recent", "later")
        return chance.choice(late if highest else ("earlier", "older", "first", "earliest"))
    for names, high, low in _EXTREMES:
        if names.search(name) and chance.random() < 0.3:
            words = (high if highest else low).split("|")
            return chance.choice(words)
    much = ("more", "higher", "greater", "larger", "a higher", "the most", "the highest", "more")
    little = ("less", "lower", "fewer", "smaller", "a lower", "the least", "the lowest")
    return chance.choice(much if highest else little)
