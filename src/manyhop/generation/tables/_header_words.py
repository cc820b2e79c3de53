"""How people speak of a column: other words for its name, and the words for much and little."""

import random
import re

from manyhop.sources import EXTREMES, ColumnKind, other_names, plain_name

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
    plain = plain_name(name)
    if chance.random() < 0.35 and (others := other_names(plain)):
        return chance.choice(others)
    words = plain.split()
    if len(words) > 1 and chance.random() < 0.2:
        if (others := other_names(words[-1])) and chance.random() < 0.5:
            words[-1] = chance.choice(others)
        else:
            del words[chance.randrange(len(words))]
    return " ".join(words)


def verb_for(name: str, chance: random.Random) -> str:
    """What one does with the amounts in a column: score, win, have."""
    for names, verb in _VERBS:
        if names.search(name) and chance.random() < 0.7:
            return verb
    return chance.choice(("had", "has", "had", "recorded", "have"))


def own_superlative(name: str, highest: bool, chance: random.Random) -> str | None:
    """The superlative that needs no noun: a height's "tallest"; None where there is none."""
    for names, high, low in EXTREMES:
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
    for names, high, low in EXTREMES:
        if names.search(name) and chance.random() < 0.3:
            words = (high if highest else low).split("|")
            return chance.choice(words)
    much = ("more", "higher", "greater", "larger", "a higher", "the most", "the highest", "more")
    little = ("less", "lower", "fewer", "smaller", "a lower", "the least", "the lowest")
    return chance.choice(much if highest else little)
