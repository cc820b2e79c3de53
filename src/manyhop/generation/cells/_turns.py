"""Turns of phrase for what columns say: a club is played for, a film is directed by somebody."""

import re
from collections.abc import Collection
from functools import lru_cache

import msgspec

from manyhop.generation.cells._sorts import Sort

# A turn of phrase, and those that many columns share.
#
# In a turn ``{n}`` stands for the column's noun, ``{v}`` for a value of it, ``{who}`` for the
# pronoun of what the table lists, ``{is}`` and ``{are}`` for the verb in the table's tense.


class Turn(msgspec.Struct, frozen=True):
    """How a column's value is asked for, stood for, and said of one thing and of several."""

    ask: str
    phrase: str
    relative: str
    one: str
    many: str


PERSONS: tuple[str, ...] = ("person", "player")
THINGS: tuple[str, ...] = ("place", "work", "team", "event", "thing")


def active(ask: str, phrase: str, verb: str) -> Turn:
    """A turn whose verb is the same for one and for several."""
    return Turn(ask, phrase, f"{{who}} {verb}", verb, verb)


def passive(verb: str, past: str) -> Turn:
    """A turn of somebody who made it: "Who directed [answer]?", "directed by Lang"."""
    return Turn(
        f"Who {verb} [answer]?",
        "{the_one} of [answer]",
        f"{past} by {{v}}",
        f"was {past} by {{v}}",
        f"were {past} by {{v}}",
    )


FROM = Turn(
    "Which {n} {is} [answer] from?",
    "the {n} that [answer] {is} from",
    "from {v}",
    "{is} from {v}",
    "{are} from {v}",
)
REPRESENTED = active(
    "Which {n} did [answer] represent?", "the {n} that [answer] represented", "represented {v}"
)
IN = Turn(
    "In which {n} {is} [answer]?",
    "the {n} where [answer] {is} located",
    "in {v}",
    "{is} in {v}",
    "{are} in {v}",
)
WHERE = Turn(
    "Where {is} [answer] located?",
    "the place where [answer] {is} located",
    "located in {v}",
    "{is} located in {v}",
    "{are} located in {v}",
)
HELD = Turn(
    "In which {n} was [answer] held?",
    "the {n} where [answer] was held",
    "held in {v}",
    "was held in {v}",
    "were held in {v}",
)
BASED = Turn(
    "In which {n} {is} [answer] based?",
    "the {n} where [answer] {is} based",
    "based in {v}",
    "{is} based in {v}",
    "{are} based in {v}",
)
AT = Turn(
    "At which {n} was [answer] held?",
    "the {n} where [answer] was held",
    "held at {v}",
    "was held at {v}",
    "were held at {v}",
)

BASED_WHERE = msgspec.structs.replace(
    BASED, ask="Where {is} [answer] based?", phrase="the place where [answer] {is} based"
)
HELD_WHERE = msgspec.structs.replace(
    HELD, ask="Where was [answer] held?", phrase="the place where [answer] was held"
)


_CLUBS = r"club|team|(?:\w+ )?(?:club|team)|franchise"
_CITIES = (
    r"city|town|city or town|town or city|state|county|province|region|municipality|district"
    r"|suburb|island|borough|canton|townland|locality|ward"
    r"|parish|department|neighbou?rhood|local government area|territory|prefecture|post town"
)

# (nouns of columns, sorts that the table lists, nouns that it lists or "" for all, the turn)
_TURNS: tuple[tuple[str, Collection[str], str, Turn], ...] = (
    (
        r"(?:former|previous|new|college|nfl|mls|previous) (?:club|team)",
        PERSONS,
        "",
        Turn("", "", "", "", ""),
    ),
    (
        rf"{_CITIES}|location|place|country",
        ("thing",),
        "opponent",
        Turn(
            "Where did the match against [answer] take place?",
            "the place of the match against [answer]",
            "met in {v}",
            "was met in {v}",
            "were met in {v}",
        ),
    ),
    (
        r"venue|stadium|ground|arena",
        ("thing",),
        "opponent",
        Turn(
            "At which {n} did the match against [answer] take place?",
            "the {n} of the match against [answer]",
            "met at {v}",
            "was met at {v}",
            "were met at {v}",
        ),
    ),
    (
        r"constructor|team|entrant",
        PERSONS,
        "driver|rider",
        active(
            "Which {n} did [answer] drive for?", "the {n} that [answer] drove for", "drove for {v}"
        ),
    ),
    (
        _CLUBS,
        ("player",),
        "player|footballer|goalkeeper|quarterback|pitcher",
        active(
            "Which {n} did [answer] play for?", "the {n} that [answer] played for", "played for {v}"
        ),
    ),
    (
        _CLUBS,
        PERSONS,
        "(?:team )?manager",
        Turn(
            "Which {n} {does} [answer] manage?",
            "the {n} that [answer] {manages}",
            "of {v}",
            "{manages} {v}",
            "{manage} {v}",
        ),
    ),
    (
        rf"{_CLUBS}|tenant",
        ("place",),
        "ground|stadium|venue|arena|ballpark",
        Turn(
            "Which {n} {plays} at [answer]?",
            "the {n} that {plays} at [answer]",
            "where {v} {plays}",
            "{is} home to {v}",
            "{are} home to {v}",
        ),
    ),
    (r"country|nation", ("player",), "", REPRESENTED),
    (r"country|nation|home country|country of origin", ("person", "team", "work"), "", FROM),
    (r"country|nation", ("place",), "", IN),
    (
        r"hometown|residence|home city",
        PERSONS,
        "",
        msgspec.structs.replace(
            FROM, ask="Where {is} [answer] from?", phrase="the place where [answer] {is} from"
        ),
    ),
    (
        r"school|college|university|high school|institution",
        PERSONS,
        "",
        active("Which {n} did [answer] attend?", "the {n} that [answer] attended", "attended {v}"),
    ),
    (
        r"sport",
        PERSONS,
        "",
        active(
            "In which sport did [answer] compete?",
            "the sport in which [answer] competed",
            "competed in {v}",
        ),
    ),
    (
        r"event",
        PERSONS,
        "",
        active(
            "In which event did [answer] compete?",
            "the event in which [answer] competed",
            "competed in {v}",
        ),
    ),
    (
        r"medal",
        (*PERSONS, "team"),
        "",
        active("Which medal did [answer] win?", "the medal that [answer] won", "won {v}"),
    ),
    (
        r"role|character|part",
        PERSONS,
        "",
        active("Which {n} did [answer] play?", "the {n} that [answer] played", "played {v}"),
    ),
    (
        r"constituency|riding|electorate|district|electoral district|state|county",
        ("person",),
        "representative|senator|member|deputy|mp|legislator|(?:.* )?minister|incumbent",
        REPRESENTED,
    ),
    (
        r"horse",
        PERSONS,
        "jockey",
        active("Which horse did [answer] ride?", "the horse that [answer] rode", "rode {v}"),
    ),
    (
        r"location|place|site|headquarters",
        ("place", "thing"),
        r"(?!(?:.* )?(?:category|award|statistic|prize|dance|character)$).*",
        WHERE,
    ),
    (
        r"island",
        ("place",),
        "",
        Turn(
            "On which island {is} [answer]?",
            "the island where [answer] {is} located",
            "on {v}",
            "{is} on {v}",
            "{are} on {v}",
        ),
    ),
    (_CITIES, ("place",), "", IN),
    (r"location|headquarters", ("team",), "", BASED_WHERE),
    (r"location|place", ("event",), "", HELD_WHERE),
    (_CITIES, ("team",), "", BASED),
    (rf"{_CITIES}|host city|country", ("event",), "", HELD),
    (r"venue|stadium|arena|circuit|track|course|ground", ("event",), "", AT),
    (
        r"Games",
        PERSONS,
        "",
        active(
            "At which Games did [answer] compete?",
            "the Games at which [answer] competed",
            "competed at {v}",
        ),
    ),
    (
        r"city served",
        THINGS,
        "",
        Turn(
            "Which city {does} [answer] serve?",
            "the city that [answer] {serves}",
            "serving {v}",
            "{serves} {v}",
            "{serve} {v}",
        ),
    ),
    (r"director", ("work",), "", passive("directed", "directed")),
    (
        r"writer|author|screenwriter|lyricist|songwriter",
        ("work", "thing"),
        "",
        passive("wrote", "written"),
    ),
    (r"composer", ("work",), "", passive("composed", "composed")),
    (r"producer|production company|studio", ("work",), "", passive("produced", "produced")),
    (r"publisher", THINGS, "", passive("published", "published")),
    (r"developer", THINGS, "", passive("developed", "developed")),
    (
        r"artist|singer|performer|band|performing artist",
        ("work",),
        "(?:.* )?(?:song|single|album|track|record|hit|title)",
        passive("performed", "performed"),
    ),
    (r"architect|designer", THINGS, "", passive("designed", "designed")),
    (r"manufacturer|maker", THINGS, "", passive("made", "made")),
    (r"builder|constructor", THINGS, "", passive("built", "built")),
    (
        r"owner",
        THINGS,
        "",
        Turn(
            "Who {owns} [answer]?",
            "the owner of [answer]",
            "owned by {v}",
            "{is} owned by {v}",
            "{are} owned by {v}",
        ),
    ),
    (
        r"operator",
        THINGS,
        "",
        Turn(
            "Who {operates} [answer]?",
            "the operator of [answer]",
            "operated by {v}",
            "{is} operated by {v}",
            "{are} operated by {v}",
        ),
    ),
    (r"trainer", THINGS, "", passive("trained", "trained")),
    (r"sculptor", THINGS, "", passive("sculpted", "sculpted")),
    (r"painter", THINGS, "", passive("painted", "painted")),
    (
        r"network|channel|original network",
        ("work",),
        "",
        Turn(
            "On which {n} did [answer] air?",
            "the {n} on which [answer] aired",
            "that aired on {v}",
            "aired on {v}",
            "aired on {v}",
        ),
    ),
    (
        r"label|record label",
        ("work",),
        "",
        Turn(
            "Which {n} released [answer]?",
            "the {n} that released [answer]",
            "released on {v}",
            "was released on {v}",
            "were released on {v}",
        ),
    ),
    (
        r"language|original language",
        ("work",),
        "film|show|movie|production|series",
        Turn(
            "In which language was [answer] made?",
            "the language of [answer]",
            "in {v}",
            "was in {v}",
            "were in {v}",
        ),
    ),
)
_COMPILED = tuple(
    (re.compile(nouns, re.IGNORECASE), sorts, re.compile(mains or ".*", re.IGNORECASE), turn)
    for nouns, sorts, mains, turn in _TURNS
)


@lru_cache(maxsize=16_384)
def turn_of(noun: str, main: str, sort: Sort) -> Turn | None:
    """The turn of phrase for a column of a table that lists ``main``; None where there is none.

    Example: ``turn_of("club", "footballer", "player").ask`` → ``"Which club did … play for?"``
    """
    for nouns, sorts, mains, turn in _COMPILED:
        if nouns.fullmatch(noun) and sort in sorts and mains.fullmatch(main):
            return turn if turn.ask else None
    return None
