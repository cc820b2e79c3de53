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
    ordered = sorted(sayings, key=_lateness)
    relative = ordered[0].relative
    for before, saying in pairwise(ordered):
        together = before.reduced and (not saying.reduced or saying.relative.startswith("with "))
        relative += f"{' ' if together else ' and '}{saying.relative}"
    return Saying(
        relative=relative,
        one=_and([saying.one for saying in ordered]),
        many=_and([saying.many for saying in ordered]),
        reduced=all(saying.reduced for saying in sayings),
        loose=any(saying.loose for saying in sayings),
    )


def _and(verbs: Sequence[str]) -> str:
    """Verbs in a row, "had" and "was" not said twice."""
    said = verbs[0]
    for before, verb in pairwise(verbs):
        first, _, rest = verb.partition(" ")
        same = before.startswith(f"{first} ") and first in {"had", "has", "have", "was", "were"}
        said += f" and {rest if same else verb}"
    return said


def _lateness(saying: Saying) -> int:
    """What stands next to the noun first: "from Norway", "with 20 goals", "who played for Ajax"."""
    if not saying.reduced:
        return 2
    return 1 if saying.relative.startswith("with ") else 0


def which(sheet: Sheet, saying: Saying, several: bool, chance: random.Random) -> str:
    """A question for the things of which something is so.

    Example: ``which(sheet, saying, False, chance)`` → ``"Which player's club was Ajax?"``
    """
    noun = listed(sheet).noun
    if several:
        return f"Which {noun.many} {saying.many}?"
    throw = chance.random()
    if saying.short and throw < 0.4 and noun.one != "person":
        who = "Who" if is_person(sheet) else "What"
        return f"{who} {be(sheet)} {saying.short.replace('{noun}', noun.one)}?"
    if saying.owned and throw < 0.5 and not noun.one.endswith("s"):
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


def placed(question: str, context: str, chance: random.Random, loose: bool = True) -> str:
    """A question with the phrase that says which table is meant, at its end or its beginning.

    A question that needs no such phrase is told it now and then, at its beginning.
    """
    if not context or (not loose and chance.random() > _NAMED_ANYWAY):
        return question
    if not loose or chance.random() < 0.35:
        return opened(context, question)
    return f"{question[:-1]} {context}?"


def opened(context: str, question: str) -> str:
    """A question that begins with where it looks.

    Example: ``opened("in the 2019 season", "Who won?")`` → ``"In the 2019 season, who won?"``
    """
    return f"{context[0].upper()}{context[1:]}, {small(question)}"


def small(question: str) -> str:
    """A question as it goes on in a sentence: its first word small."""
    return question[0].lower() + question[1:] if _OPENERS.match(question) else question


def tail_of(context: str, loose: bool) -> str:
    """What a phrase ends with where it must say which table is meant."""
    return f" {context}" if context and loose else ""


_OPENERS = re.compile(r"(?:Wh\w+|How|In|At|On|For|To|By|Of|Was|Is|Did|Does|Has|Had) ")
