"""Answers to what, which, who and whose: the value takes the asking words' place."""

import re
from collections.abc import Sequence
from itertools import pairwise

from manyhop.english._circumstances import one, singular, stated_with
from manyhop.english._clauses import Clause, finite_at, gap_at, uninverted
from manyhop.english._phrasing import MASS, article, with_article, without_article
from manyhop.english._verbs import forms, inflect, is_form, is_participle
from manyhop.english._words import (
    ADJECTIVES,
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    MANNER,
    MODAL,
    NUMBERS,
    PREPOSITIONS,
    PRONOUNS,
    bare,
    is_name,
    word_set,
)


def identified(words: Sequence[str], value: str, *, mentioned: bool = False) -> str | None:
    """A question from what, which or who on, with the value in its place.

    ``mentioned`` says that the question names the value itself, as one to choose from.
    Example: ``identified("who built the canal".split(), "Lesseps")``
    """
    asked, rest = bare(words[0]), list(words[1:])
    if not rest:
        return None
    if asked == "whose":
        return " ".join([f"{value}'s", *rest]) if finite_at(rest, 1) else None
    at = finite_at(rest, _noun_start(asked, rest))
    if at is None:
        return None
    noun, verb, tail = rest[:at], bare(rest[at]), rest[at + 1 :]
    if {bare(word) for word in noun} & _RELATIVE:
        return _without_clause(rest, at, value)
    if verb in AUXILIARIES and _object_asked(verb, tail):
        return _as_object(noun, verb, tail, value, mentioned)
    said = standing_for(noun, value, mentioned=mentioned)
    plural_name = mentioned and is_name(value) and number_of_things(value) != "singular"
    noun_kept = said.startswith("the ") and not said.startswith((value, f"the {value}"))
    verb_said = rest[at] if plural_name or noun_kept else agreeing(rest[at], said)
    return " ".join([said, verb_said, *tail])


def _without_clause(rest: Sequence[str], at: int, value: str) -> str | None:
    """The main clause alone: "which gate that shut in spring is green" → "… is green"."""
    low = [bare(word) for word in rest]
    clause = next(place for place, word in enumerate(low) if word in _RELATIVE)
    told = any(
        word in AUXILIARIES or is_form(word, "past", "third") for word in low[clause + 1 : at]
    )
    main = at if told else finite_at(rest, at + 1)
    if main is None or not _says_something(low[main:]):
        return None
    verb = agreeing(rest[main], value) if " and " in value else rest[main]
    return " ".join([value, verb, *rest[main + 1 :]])


def _says_something(words: Sequence[str]) -> bool:
    """Whether words say something of a subject before them, rather than ask for an object."""
    return not (words[0] in AUXILIARIES and _object_asked(words[0], words[1:]))


def placed(words: Sequence[str], value: str, *, mentioned: bool = False) -> str | None:
    """A question that begins with a preposition and which or what.

    Example: ``placed("in what year did it open".split(), "1994")``
    """
    preposition, rest = bare(words[0]), list(words[2:])
    at = finite_at(rest, 1) if rest and bare(rest[0]) not in AUXILIARIES else 0
    if at is None or at >= len(rest) or bare(rest[at]) not in AUXILIARIES:
        return None
    if bare(value.split()[0]) in PREPOSITIONS or bare(rest[0]) in _MANNERS:
        return stated_with(rest[at:], value)
    noun = rest[:at]
    dated = bool(noun) and bare(noun[-1]) in {"year", "century", "decade", "month"}
    said = value if dated else standing_for(noun, value, mentioned=mentioned)
    return stated_with(rest[at:], f"{preposition} {said}")


def in_its_place(words: Sequence[str], value: str) -> str | None:
    """A statement with which, what or how many in it, as quiz questions are put.

    Example: ``in_its_place("the tower stands in what city".split(), "Pisa")``
    """
    for at in range(len(words) - 1, 0, -1):
        low = bare(words[at])
        if low == "how" and at + 1 < len(words) and bare(words[at + 1]) == "many":
            lead = [*words[:at]]
            if bare(lead[0]) in PREPOSITIONS and bare(lead[-1]) not in PREPOSITIONS:
                lead[-1] += ","
            things = words[at + 2 :]
            things = singular(things) if one(value) else things
            return " ".join([*lead, value, *things])
        if low in {"what", "which"} or (low in {"who", "whom"} and at + 1 == len(words)):
            end = _noun_end(words, at + 1)
            named = not words[at - 1].islower() or bare(words[at - 1]) not in PREPOSITIONS
            said = standing_for(words[at + 1 : end], value, mentioned=named)
            return " ".join([*_before(words[:at]), said, *words[end:]])
    return None


def agreeing(verb: str, value: str) -> str:
    """The verb in the number of the value.

    Example: ``agreeing("grows", "palm trees")`` is ``"grow"``
    """
    low, number = verb.lower(), number_of_things(value)
    if number == "plural":
        changed = {"is": "are", "was": "were", "has": "have", "does": "do"}.get(low)
        third = [found.base for found, kind in forms(low) if kind == "third"]
        unknown = (
            low[:-1] if low.endswith("s") and not forms(low) and low not in AUXILIARIES else verb
        )
        return changed or (third[0] if third else unknown)
    if number == "singular":
        changed = {"are": "is", "were": "was", "have": "has", "do": "does"}.get(low)
        kinds = {kind for _, kind in forms(low)}
        plain = "base" in kinds and "past" not in kinds and low not in AUXILIARIES | BE
        return changed or (inflect(low, "third") if plain else verb)
    return verb


def _noun_start(asked: str, rest: Sequence[str]) -> int:
    """From where on to look for the verb; the word after what or which is rather a noun."""
    low = bare(rest[0])
    if asked == "who" or low in AUXILIARIES | PREPOSITIONS:
        return 0
    other = finite_at(rest, 1)
    if low.endswith("s") and len(rest) > 1 and not is_form(low, "base"):
        after = bare(rest[1])
        if after in {"a", "an", "the"} or (after in PREPOSITIONS - {"of"} and other is None):
            return 0
    near = other is not None and (bare(rest[other]) in AUXILIARIES and other < 4)
    return 0 if is_form(low, "third", "past") and not near else 1


_MANNERS = word_set("way manner direction position fashion")
_RELATIVE = word_set("that who which when where whose")


def _noun_end(words: Sequence[str], start: int) -> int:
    end = start
    while end < len(words) and bare(words[end]) not in _STOPS:
        if end > start and is_form(bare(words[end]), "past", "third"):
            break
        if end and words[end - 1].endswith(","):
            break
        end += 1
    return end


_STOPS = (PREPOSITIONS - {"of"}) | AUXILIARIES | CONJUNCTIONS


def _before(words: Sequence[str]) -> list[str]:
    return list(words[:-2]) if [bare(word) for word in words[-2:]] == ["at", "least"] else [*words]


def _object_asked(verb: str, tail: Sequence[str]) -> bool:
    """Whether a subject follows the auxiliary, so that something else was asked for."""
    if not tail:
        return False
    first = bare(tail[0])
    starts = first in DETERMINERS | PRONOUNS or is_name(tail[0])
    if verb in BE:
        closed = first in PREPOSITIONS | ADJECTIVES or is_participle(tail[0])
        plural = not closed and first.endswith("s") and not first.endswith("ss")
        both_in = first == "both" and len(tail) > 1 and bare(tail[1]) in PREPOSITIONS
        return (starts and first != "one" and not both_in) or plural
    if verb in DO:
        return first != "not"
    if verb in MODAL:
        return starts or not is_form(first, "base")
    return starts and (bare(tail[-1]) == "been" or is_form(bare(tail[-1]), "participle"))


def _as_object(
    noun: Sequence[str], verb: str, tail: Sequence[str], value: str, mentioned: bool
) -> str | None:
    if verb in BE and bare(tail[0]) == "there":
        said = object_for(noun, value, mentioned=mentioned)
        return " ".join(["there", agreeing(verb, said), said, *tail[1:]])
    clause = _ending(verb, tail) or uninverted([verb, *tail])
    if verb in BE and (clause is None or not _acts(clause.predicate, noun)):
        return " ".join([*tail, verb, complement_for(noun, value, mentioned=mentioned)])
    if clause is None:
        return None
    said_verb = clause.verbal
    head, after = ([], said_verb) if verb in DO else (said_verb[:1], said_verb[1:])
    while after and bare(after[0]) in {"both", "all", "not", "also", "be", "been"}:
        head, after = [*head, after[0]], after[1:]
    gap = gap_at(after)
    said = object_for(noun, value, mentioned=mentioned)
    return " ".join([*clause.subject, *head, *after[:gap], said, *after[gap:]])


def _ending(verb: str, tail: Sequence[str]) -> Clause | None:
    """The clause of a be-question that ends in its participle: … holding, … made of."""
    for at in range(len(tail) - 1, max(len(tail) - 4, 0), -1):
        before = tail[at - 1]
        tied = bare(before) in DETERMINERS or before.endswith("'s")
        if is_participle(tail[at]) and tail[at].islower() and not tied:
            ends = at + 1 == len(tail) and tail[at].endswith("ing")
            stranded = all(bare(word) in PREPOSITIONS for word in tail[at + 1 :])
            if verb in BE and (ends or (stranded and at + 1 < len(tail))):
                return Clause([*tail[:at]], verb, [*tail[at:]])
    return None


def _acts(predicate: Sequence[str], noun: Sequence[str]) -> bool:
    """Whether a predicate has room for the value: holding, made of, looking at."""
    if not predicate:
        return False
    low = [bare(word) for word in predicate]
    stranded = low[-1] in PREPOSITIONS or any(
        a in PREPOSITIONS and b in PREPOSITIONS - {"of"} and a != "out" for a, b in pairwise(low)
    )
    if low[0] in PREPOSITIONS:
        return low[-1] in PREPOSITIONS or (len(low) > 1 and low[1] in PREPOSITIONS - {"of"})
    if is_participle(low[0]) and low[0].endswith("ing"):
        closed = PREPOSITIONS | CONJUNCTIONS | MANNER | AUXILIARIES
        if len(low) > 1 and low[1] not in closed and not low[1].endswith("ly") and not stranded:
            return False
        return not (is_quality(noun) and len(noun) == 1 and len(low) > 1) or is_kind(noun)
    return stranded


# The noun phrase after what or which, and how a value stands in for it.

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


_FILE = re.compile(r"[^\s/]*[^\s/.]\.[A-Za-z][A-Za-z0-9]{1,4}")


def number_of_things(value: str) -> str:
    """Whether a value is surely plural, surely singular, or "" where that can't be told.

    Example: ``number_of_things("palm trees")`` is ``"plural"``
    """
    words = without_article(value).split()
    if _FILE.fullmatch(value):
        return "singular"
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
