"""The noun phrase after what or which, and how a value stands in for it."""

import re
from collections.abc import Sequence

from manyhop.models.embedded.saying._phrasing import MASS, article, with_article, without_article
from manyhop.models.embedded.saying._words import (
    ADJECTIVES,
    NUMBERS,
    PREPOSITIONS,
    bare,
    is_name,
    word_set,
)

_QUALITIES = word_set(
    "color colors colour colours colored coloured shape shapes size material materials "
    "pattern texture gender sex condition"
)
_KINDS = word_set("kind kinds type types sort sorts style variety form")
_SELECTING = word_set(
    "left right first second third fourth last top bottom middle center centre upper lower "
    "inner outer front back other"
)
_PARTS = word_set(
    "side end part half corner edge section area portion parts floor member wing sides"
)
_NAMED = word_set(
    "brand company name title team city country league state street river movie film song "
    "album book language nationality month"
)
_WRITTEN = word_set(
    "word words letter letters text phrase number numbers initials symbol year date numeral "
    "numerals"
)


def standing_for(noun: Sequence[str], value: str, *, mentioned: bool) -> str:
    """A value as the subject or place that a noun phrase asked for.

    Example: ``standing_for(["figure"], "left", mentioned=False)`` is ``"the left figure"``
    """
    low, core = bare(value), core_of(noun)
    if len(noun) > 1 and noun[0].endswith(("'s", "s'")):
        return " ".join([f"{value}'s", *noun[1:]])
    if mentioned or not noun:
        return value if mentioned else with_article(value)
    if bare(core[-1]) in _NAMED:
        return value + _place_of(noun)
    if not is_kind(noun) and (low in _SELECTING or (_describes(low) and not is_quality(noun))):
        return f"the {value} {' '.join(core)}{_place_of(noun)}"
    if is_kind(noun) and _describes(low):
        return object_for(noun, value, mentioned=False)
    if is_quality(noun) and bare(core[0]) in _QUALITIES and len(core) > 1:
        return object_for(noun, value, mentioned=False)
    if is_quality(noun):
        return (f"{article(value)} {value}" if low in _FIGURES else value) + _place_of(noun)
    if _written(noun, value):
        return f"the {' '.join(core)} {value}"
    if bare(core[-1]) in {"numerals", "numbers"} and " " not in value:
        return f"{value} {' '.join(core)}"
    return _with_noun_article(core, value) + _place_of(noun)


def object_for(noun: Sequence[str], value: str, *, mentioned: bool) -> str:
    """A value as the object that a noun phrase asked for.

    Example: ``object_for(["color", "hat"], "red", mentioned=False)`` is ``"a red hat"``
    """
    low, core = bare(value), core_of(noun)
    if mentioned or not noun:
        return value if mentioned else with_article(value)
    if bare(core[-1]) in _NAMED:
        return value
    if low in _SELECTING and not is_kind(noun):
        return f"the {value} {' '.join(core)}"
    if _written(noun, value):
        return f"the {' '.join(core)} {value}"
    if not _describes(low) and not (is_quality(noun) and len(core) > 1):
        return _with_noun_article(core, value)
    if bare(core[0]) in _QUALITIES and len(core) > 1:
        core = core[1:]
    if bare(core[0]) in {"color", "colour"}:
        return f"the {bare(core[0])} {value}"
    if bare(core[0]) in {"colors", "colours"}:
        return value
    phrase = f"{value} {' '.join(core)}"
    countable = not core[-1].endswith("s") and bare(core[-1]) not in MASS and low not in NUMBERS
    return f"{article(value)} {phrase}" if countable else phrase


def complement_for(noun: Sequence[str], value: str, *, mentioned: bool) -> str:
    """A value as what something is said to be.

    Example: ``complement_for(["shape"], "circle", mentioned=False)`` is ``"a circle"``
    """
    if mentioned:
        return value
    if bare(value) in _FIGURES:
        return f"{article(value)} {value}"
    if is_quality(noun) and len(noun) > 1 and bare(noun[0]) in _QUALITIES:
        return value if bare(noun[1]) in PREPOSITIONS else f"{value} {' '.join(noun[1:])}"
    return value if noun else with_article(value)


def core_of(noun: Sequence[str]) -> list[str]:
    """A noun phrase up to its first preposition, its kind left out.

    Example: ``core_of(["kind", "of", "hat", "on", "it"])`` is ``["hat"]``
    """
    words = list(noun)
    if is_kind(words):
        words = words[2:]
    end = next((i for i, word in enumerate(words) if i and bare(word) in PREPOSITIONS), len(words))
    return words[:end]


def is_kind(noun: Sequence[str]) -> bool:
    """Whether a phrase asks for a kind of thing: type of boat."""
    return len(noun) > 2 and bare(noun[0]) in _KINDS and bare(noun[1]) == "of"


def is_quality(noun: Sequence[str]) -> bool:
    """Whether a phrase asks for a colour, a shape or the like."""
    core = core_of(noun)
    return bool(core) and (bare(core[0]) in _QUALITIES or bare(core[-1]) in _QUALITIES)


def number_of_things(value: str) -> str:
    """Whether a value is surely plural, surely singular, or "" where that can't be told.

    Example: ``number_of_things("palm trees")`` is ``"plural"``
    """
    words = without_article(value).split()
    names = [word for word in words if is_name(word)]
    if re.search(r"[^,] and |; and ", value) and len(names) in {0, len(words) - 1}:
        return "plural"
    if not words or " and " in value or "," in value:
        return ""
    head = re.sub(r" (of|on|in|with|from|at|by|for) .*", "", value).split()[-1]
    if head.endswith("s") and not head.endswith(("ss", "us", "is", "'s")):
        return "plural" if head.islower() else ""
    if head.lower() in {"people", "men", "women", "children", "feet", "teeth", "antennae"}:
        return "plural"
    return "singular" if head.islower() or is_name(words[-1]) else ""


def _with_noun_article(core: Sequence[str], value: str) -> str:
    """The asked-for noun at a value's end wants an article: flag → the Italian flag."""
    last = bare(value.split()[-1])
    if len(value.split()) > 1 and core and last == bare(core[-1]) and is_name(value):
        return f"the {value}"
    return with_article(value)


def _place_of(noun: Sequence[str]) -> str:
    """The phrase after an asked-for noun that its answer keeps: café *on the square*."""
    if is_kind(noun) or bare(noun[0]) == "of":
        return ""
    at = next((i for i, word in enumerate(noun) if i and bare(word) in PREPOSITIONS), None)
    if at is None or (bare(noun[at]) == "of" and bare(noun[at - 1]) not in _PARTS):
        return ""
    return " " + " ".join(noun[at:])


def _written(noun: Sequence[str], value: str) -> bool:
    """Whether a value is quoted after its noun: the word OPEN, the year 1932."""
    last = bare(core_of(noun)[-1])
    digits = not last.startswith("num") or any(letter.isdigit() for letter in value)
    return last in _WRITTEN and digits and "and" not in value.split()


def _describes(low: str) -> bool:
    """Whether a value only says what something is like: red, serrated, seven."""
    return low in ADJECTIVES or low in NUMBERS or (" " not in low and low.endswith(_DESCRIBING))


_DESCRIBING = ("ed", "ous", "ular", "ical", "ish", "less", "like", "shaped")


_FIGURES = word_set(
    "circle triangle rectangle star heart diamond cross cone dome cylinder sphere pyramid "
    "crescent arch spiral hexagon octagon pentagon cube semicircle trapezoid ring globe"
)
