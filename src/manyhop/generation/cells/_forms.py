"""Whole questions from what is said of things."""

import random
import re
from collections.abc import Sequence
from itertools import pairwise

from manyhop.generation.cells._sayings import Saying, be, is_person, listed
from manyhop.generation.cells._sheet import Sheet

_NAMED_ANYWAY = 0.15  # how often a question names its table though it need not


def joined(sayings: Sequence[Saying]) -> Saying:
    """Several things said at once: "from Norway who played for Ajax"."""
    if len(sayings) == 1:
        return sayings[0]
    ordered = sorted(sayings, key=lambda saying: not saying.reduced)
    relative = ordered[0].relative
    for before, saying in pairwise(ordered):
        together = before.reduced and not saying.reduced
        relative += f"{' ' if together else ' and '}{saying.relative}"
    return Saying(
        relative=relative,
        one=" and ".join(saying.one for saying in ordered),
        many=" and ".join(saying.many for saying in ordered),
        reduced=all(saying.reduced for saying in sayings),
        loose=any(saying.loose for saying in sayings),
    )


def which(sheet: Sheet, saying: Saying, several: bool, chance: random.Random) -> str:
    """A question for the things of which something is so.

    Example: ``which(sheet, saying, False, chance)`` → ``"Which player's club was Ajax?"``
    """
    noun = listed(sheet).noun
    if several:
        return f"Which {noun.many} {saying.many}?"
    throw = chance.random()
    if saying.short and throw < 0.4:
        return f"What {be(sheet)} {saying.short.replace('{noun}', noun.one)}?"
    if saying.owned and throw < 0.5:
        return f"Which {owner(noun.one)} {saying.owned}?"
    if is_person(sheet) and (throw > 0.75 or noun.one == "person"):
        return f"Who {saying.one}?"
    return f"Which {noun.one} {saying.one}?"


def standing(sheet: Sheet, saying: Saying, several: bool) -> str:
    """A phrase that stands for the things: "the player whose club was Ajax"."""
    noun = listed(sheet).noun
    if saying.short and not several:
        return saying.short.replace("{noun}", noun.one)
    return f"the {noun.many if several else noun.one} {saying.relative}"


def owner(noun: str) -> str:
    """A noun that owns something: "player's"."""
    return f"{noun}'" if noun.endswith("s") else f"{noun}'s"


def placed(question: str, context: str, chance: random.Random) -> str:
    """A question with the phrase that says which table is meant, at its end or its beginning."""
    if not context:
        return question
    if chance.random() < 0.35:
        small = question[0].lower() + question[1:] if _OPENERS.match(question) else question
        return f"{context[0].upper()}{context[1:]}, {small}"
    return f"{question[:-1]} {context}?"


_OPENERS = re.compile(r"(?:Wh\w+|How|In|At|On|For|To|Was|Is|Did|Does|Has|Had) ")


def context_for(sheet: Sheet, loose: bool, chance: random.Random) -> str:
    """The context phrase where a question needs it, and now and then where it does not."""
    if loose or chance.random() < _NAMED_ANYWAY:
        return sheet.context
    return ""
