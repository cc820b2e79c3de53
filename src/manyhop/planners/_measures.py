"""What is measured when things are compared: a question about one of them, and which end wins."""

import re
from typing import NamedTuple

from manyhop.english import AUXILIARIES, uninverted
from manyhop.planners._clauses import HOLE, base_form, is_plural
from manyhop.programs import Comparison


class Measure(NamedTuple):
    """A question with a hole for the thing, and what the winner has.

    Example: ``Measure("How tall is [answer]?", "largest")``
    """

    question: str
    wins: Comparison


_SIZES: dict[str, tuple[str, Comparison]] = {
    "taller": ("tall", "largest"),
    "tallest": ("tall", "largest"),
    "higher": ("high", "largest"),
    "highest": ("high", "largest"),
    "lower": ("high", "smallest"),
    "longer": ("long", "largest"),
    "longest": ("long", "largest"),
    "shorter": ("long", "smallest"),
    "shortest": ("long", "smallest"),
    "larger": ("large", "largest"),
    "largest": ("large", "largest"),
    "bigger": ("large", "largest"),
    "biggest": ("large", "largest"),
    "smaller": ("large", "smallest"),
    "smallest": ("large", "smallest"),
    "wider": ("wide", "largest"),
    "widest": ("wide", "largest"),
    "narrower": ("wide", "smallest"),
    "deeper": ("deep", "largest"),
    "deepest": ("deep", "largest"),
    "heavier": ("heavy", "largest"),
    "heaviest": ("heavy", "largest"),
    "lighter": ("heavy", "smallest"),
    "faster": ("fast", "largest"),
    "fastest": ("fast", "largest"),
    "slower": ("fast", "smallest"),
    "thicker": ("thick", "largest"),
    "thinner": ("thick", "smallest"),
    "farther": ("far", "largest"),
    "steeper": ("steep", "largest"),
}
_AGES: dict[str, Comparison] = {
    "older": "earliest",
    "oldest": "earliest",
    "younger": "latest",
    "youngest": "latest",
    "newer": "latest",
    "newest": "latest",
}
_PRICES: dict[str, Comparison] = {
    "cheaper": "smallest",
    "dearer": "largest",
    "costlier": "largest",
    "more expensive": "largest",
    "less expensive": "smallest",
}
_TIMES: dict[str, Comparison] = {
    "first": "earliest",
    "earlier": "earliest",
    "earliest": "earliest",
    "sooner": "earliest",
    "later": "latest",
    "latest": "latest",
    "last": "latest",
    "most recently": "latest",
    "more recently": "latest",
    "the most recent": "latest",
    "more recent": "latest",
}
_AMOUNTS: dict[str, Comparison] = {
    **dict.fromkeys(("higher", "highest", "larger", "largest", "greater", "greatest"), "largest"),
    **dict.fromkeys(("bigger", "biggest", "longer", "longest", "better", "wider"), "largest"),
    **dict.fromkeys(("lower", "lowest", "smaller", "smallest", "shorter", "shortest"), "smallest"),
}
_COUNTS: dict[str, Comparison] = {
    "more": "largest",
    "most": "largest",
    "the most": "largest",
    "fewer": "smallest",
    "less": "smallest",
    "the fewest": "smallest",
    "the least": "smallest",
}


def _any(words: dict[str, Comparison]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_HAS = re.compile(
    rf"^(?:has|have|had) (?:an? |the )?(?:much )?(?P<word>{_any(_AMOUNTS)}) (?P<what>.+)$"
)
_HAS_DATE = re.compile(
    rf"^(?:has|have|had) (?:an? |the )?(?P<word>{_any(_TIMES)}|most recent) (?P<what>.+)$"
)
_HAS_MORE = re.compile(rf"^(?P<has>has|have|had) (?P<word>{_any(_COUNTS)}) (?P<what>.+)$")
_TIMED = re.compile(rf"^(?P<before>.+?),? (?P<word>{_any(_TIMES)})(?P<after> (?!and\b).+)?$")
_BE = re.compile(r"^(?P<be>is|are|was|were) (?:the )?(?P<word>(?:more |less )?\w+)(?P<rest> .*)?$")


def size_question(word: str, *, thing: str = HOLE, person: bool = False) -> Measure | None:
    """What a comparative asks of a thing.

    Example: ``size_question("taller")`` → ``Measure("How tall is [answer]?", "largest")``
    """
    if word in _SIZES:
        size, wins = _SIZES[word]
        return Measure(f"How {size} is {thing}?", wins)
    if word in _AGES:
        return Measure(f"When was {thing} {'born' if person else 'built and opened'}?", _AGES[word])
    if word in _PRICES:
        return Measure(f"How much did {thing} cost?", _PRICES[word])
    return None


def measure(predicate: str, *, person: bool = False) -> Measure | None:
    """What a predicate such as "is taller", "opened first" or "has more towers" compares by.

    Example: ``measure("opened earlier")`` → ``Measure("When did [answer] open?", "earliest")``
    """
    return _by_having(predicate) or _by_being(predicate, person) or _by_time(predicate)


def _by_having(predicate: str) -> Measure | None:
    if found := _HAS.match(predicate):
        if is_plural(found["what"]) and found["word"] in _SIZES:
            size, wins = _SIZES[found["word"]]
            return Measure(f"How {size} are the {found['what']} of {HOLE}?", wins)
        return Measure(f"What is the {found['what']} of {HOLE}?", _AMOUNTS[found["word"]])
    if found := _HAS_DATE.match(predicate):
        wins = _TIMES.get(found["word"], "latest")
        return Measure(f"What is the {found['what']} of {HOLE}?", wins)
    if found := _HAS_MORE.match(predicate):
        do = "did" if found["has"] == "had" else "does"
        return Measure(f"How many {found['what']} {do} {HOLE} have?", _COUNTS[found["word"]])
    return None


def _by_being(predicate: str, person: bool) -> Measure | None:
    found = _BE.match(predicate)
    if not found:
        return None
    word, rest = found["word"].lower(), (found["rest"] or "").strip()
    size = size_question(word, person=person)
    if size is None:
        return None
    return size._replace(question=f"{size.question[:-1]} {rest}".strip() + "?") if rest else size


def _by_time(predicate: str) -> Measure | None:
    found = _TIMED.match(predicate)
    if not found:
        return None
    words, wins = found["before"].split(), _TIMES[found["word"]]
    words += (found["after"] or "").split()
    first, rest = words[0].lower(), " ".join(words[1:])
    if first in {"came", "comes", "happened", "is", "was", "are"} and not rest:
        return Measure(f"When was {HOLE}?", wins)
    if first in {"is", "are", "was", "were"}:
        return Measure(f"When {first} {HOLE} {rest}?", wins)
    if first in {"did", "does", "do"}:
        return _by_object(words, wins)
    if base := base_form(words[0], "past"):
        return Measure(f"When did {HOLE} {base} {rest}".strip() + "?", wins)
    if first not in AUXILIARIES and (base := base_form(words[0], "third")):
        return Measure(f"When does {HOLE} {base} {rest}".strip() + "?", wins)
    return None


def _by_object(words: list[str], wins: Comparison) -> Measure | None:
    """ "did Puccini compose first": the thing is what the verb does something to."""
    clause = uninverted(words)
    if clause is None:
        return None
    subject, did = " ".join(clause.subject), " ".join(clause.predicate)
    return Measure(f"When {clause.auxiliary} {subject} {did} {HOLE}?", wins)
