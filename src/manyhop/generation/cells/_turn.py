"""A turn of phrase, and those that many columns share.

In a turn ``{n}`` stands for the column's noun, ``{v}`` for a value of it, ``{who}`` for the pronoun
of what the table lists, ``{is}`` and ``{are}`` for the verb in the table's tense.
"""

import msgspec


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
