"""Things that must be two ways at once: "Which bridges opened after 1930 have two towers?" """

import re

from manyhop.english import (
    AUXILIARIES,
    PREPOSITIONS,
    bare,
    finite_at,
    is_form,
    is_participle,
    word_set,
)
from manyhop.planners._clauses import is_done, main_verb
from manyhop.planners._descriptions import described
from manyhop.planners._drafts import Ask, is_plural
from manyhop.programs import Intersect, Program

_WHICH = re.compile(r"^(?P<asks>which|what|who)\b(?P<rest>.+)$", re.I)
_LINKS = word_set("that which who whose with where featuring")
_SEEN = re.compile(
    r"^(?P<look>bearded|bald|blonde?(?:[- ]haired)?|mustached|moustached|smiling|red[- ]haired|"
    r"dark[- ]haired|white[- ]haired|balding|tattooed) (?P<noun>\w+) (?P<rest>.+)$",
    re.I,
)
_BOTH = re.compile(r"^(?P<noun>.+?)(?<! with) both (?P<one>.+?) and (?P<other>.+)$", re.I)
_ALSO = re.compile(r"^(?P<one>.+?),?(?: and)? also (?P<other>.+)$", re.I)
_AND = re.compile(
    r"^(?P<one>.+?),? and (?P<other>(?:also )?(?:is|are|was|were|has|have|had|does|do|did|"
    r"features?|shows?|contains?|opened|won|played|starred|sang|wrote|directed)\b.+)$",
    re.I,
)


_ASKS_OBJECT = re.compile(r"\b(?:do|does|did)\b|\b(?:that|who|which) also\b", re.I)


def intersection(question: str, ask: Ask) -> Program | None:
    """Two questions with one asked noun, whose answers must agree.

    Example: ``intersection("Which towers are red and have clocks", ask)``
    """
    found = _WHICH.match(question)
    if not found:
        return None
    asks, rest = found["asks"].lower(), found["rest"].strip()
    pair = _by_look(rest) or _by_both(rest) or _by_link(rest) or _by_and(rest)
    if pair is None or len(rest.split()) > 60:
        return None
    one, other = (side if _WHICH.match(side) else f"{asks} {side}" for side in pair)
    return Intersect(ask(one), ask(other)) if one != other else None


def _by_look(rest: str) -> tuple[str, str] | None:
    """ "Which bearded player won": the player that is bearded, and won."""
    found = _SEEN.match(rest)
    if not found:
        return None
    be = "are" if is_plural(found["noun"]) else "is"
    return f"{found['noun']} {be} {found['look']}", f"{found['noun']} {found['rest']}"


def _by_both(rest: str) -> tuple[str, str] | None:
    """ "which plants grow both in A and B": a preposition of the first is the second's too."""
    found = _BOTH.match(rest) if bare(rest.split()[0]) not in AUXILIARIES else None
    if not found:
        return None
    first, other = found["one"].split()[0], found["other"]
    if bare(first) in PREPOSITIONS and bare(other.split()[0]) not in PREPOSITIONS:
        other = f"{first} {other}"
    return f"{found['noun']} {found['one']}", f"{found['noun']} {other}"


def _by_link(rest: str) -> tuple[str, str] | None:
    """ "which N that A also B", "which N with A has B": a description, then the verb."""
    words = rest.split()
    at = next((i for i, word in enumerate(words[:6]) if i and _opens(words, i)), None)
    if at is None or any(bare(word) in {"the", "of", "in", "did", "does"} for word in words[:at]):
        return None
    verb = main_verb(words, at + 1)
    noun, described_by = " ".join(words[:at]), " ".join(words[: verb or 0])
    inner = described(f"the {described_by}") if verb else None
    if verb is None or not inner:
        return None
    return inner, f"{noun} {' '.join(words[verb:])}".replace(" also ", " ", 1)


def _by_and(rest: str) -> tuple[str, str] | None:
    found = _ALSO.match(rest) or _AND.match(rest)
    noun = _noun(rest) if found and not _ASKS_OBJECT.search(rest) else ""
    one = found["one"].split() if found else []
    if not found or not noun or len(one) < 3 or bare(one[-1]) in AUXILIARIES or is_done(one[-1]):
        return None
    other = re.sub(r"^(?:also|that|which|who) ", "", found["other"])
    return found["one"], f"{noun} {other}"


def _noun(rest: str) -> str:
    """The asked noun: the words up to the first verb or preposition."""
    words = rest.split()
    if bare(words[0]) in AUXILIARIES or is_form(bare(words[0]), "past", "third"):
        return "one" if len(words) < 2 else ""
    verb = finite_at(words, 1)
    for at, word in enumerate(words):
        low = bare(word)
        if at == verb:
            return " ".join(words[:at])
        stops = low in AUXILIARIES | _LINKS | {"in", "on", "of", "from", "for", "at", "by", "did"}
        if at and (
            stops or (word.islower() and is_form(low, "past", "third") and not is_plural(low))
        ):
            return " ".join(words[:at])
    return ""


def _opens(words: list[str], at: int) -> bool:
    """Whether a description of the asked noun begins here."""
    low = bare(words[at])
    return low in _LINKS or (words[at].islower() and is_participle(low) and at + 1 < len(words))
