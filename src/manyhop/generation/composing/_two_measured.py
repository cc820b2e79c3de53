"""How people ask about the measures of two things: "Was one founded before the other?"."""

import re
from collections.abc import Sequence

import msgspec

from manyhop.generation._single import Single
from manyhop.generation.cells import greater

_DONE = re.compile(
    r"\b(?:year|when|(?:what|which) date) (was|were|did) \[answer\] ([a-z][a-z ]*)", re.IGNORECASE
)
_BIRTH = re.compile(r"\b(?:date|year) of birth of \[answer\]")
_COUNTED = re.compile(r"\bhow many ([^?]+?) (did|does) \[answer\] ([a-z]+)", re.IGNORECASE)
_SHOWN = re.compile(r"\bhow many ([^?]+?) are there ([io]n) (the \w+ (?:of|for)) \[answer\]", re.I)
_LIVING = re.compile(r"\bhow many ([a-z]+) ([a-z]+) in \[answer\]", re.IGNORECASE)
_DEGREE = re.compile(r"\bhow (\w+) (is|was) \[answer\]", re.IGNORECASE)
_NOUN = re.compile(r"the ([a-z][a-z -]*) of \[answer\]")
_DEGREES = {
    "long": ("longer", "shorter"),
    "tall": ("taller", "shorter"),
    "high": ("higher", "lower"),
    "deep": ("deeper", "shallower"),
    "wide": ("wider", "narrower"),
    "old": ("older", "younger"),
    "heavy": ("heavier", "lighter"),
}


class TwoMeasured(msgspec.Struct, frozen=True):
    """Questions about two things, ``{a}`` and ``{b}``.

    ``more`` and ``less`` ask whether the first has more (of dates: is later) or less; ``apart`` how
    much lies between them, where the first has more.
    """

    more: tuple[str, ...]
    less: tuple[str, ...]
    apart: tuple[str, ...]

    def with_tail(self, tail: str) -> "TwoMeasured":
        """The same with the words that name the table."""
        more, less, apart = (
            tuple(f"{form[:-1]}{tail}?" for form in forms)
            for forms in (self.more, self.less, self.apart)
        )
        return TwoMeasured(more, less, apart)


def two_dated(lookup: Single) -> TwoMeasured | None:
    """How to ask about the dates of two things; None where only nouns will do.

    Example: "In which year was [answer] founded?" → "Was {a} founded before {b}?"
    """
    question = lookup.question.replace(lookup.tail, "") if lookup.tail else lookup.question
    found = _DONE.search(question)
    if found:
        verb, done = found[1].lower(), found[2].strip()
    elif _BIRTH.search(question):
        verb, done = "was", "born"
    else:
        return _dated_by_noun(lookup)
    if "for which" in question.lower():
        return None
    whether = verb.capitalize()
    several = "did" if verb == "did" else "were"
    return TwoMeasured(
        more=(f"{whether} {{a}} {done} after {{b}}?", f"{whether} {{a}} {done} later than {{b}}?"),
        less=(
            f"{whether} {{a}} {done} before {{b}}?",
            f"{whether} {{a}} {done} earlier than {{b}}?",
        ),
        apart=(
            f"How many years after {{b}} {verb} {{a}} {done}?",
            f"How many years before {{a}} {verb} {{b}} {done}?",
            f"How many years apart {several} {{a}} and {{b}} {done}?",
        ),
    ).with_tail(lookup.tail)


def _dated_by_noun(lookup: Single) -> TwoMeasured | None:
    found = _NOUN.fullmatch(lookup.phrase.removesuffix(lookup.tail))
    if found is None:
        return None
    noun = found[1]
    return TwoMeasured(
        more=(f"Is the {noun} of {{a}} later than that of {{b}}?",),
        less=(f"Is the {noun} of {{a}} earlier than that of {{b}}?",),
        apart=(f"How many years lie between the {noun} of {{a}} and that of {{b}}?",),
    ).with_tail(lookup.tail)


def two_counted(lookup: Single) -> TwoMeasured | None:
    """How to ask about the numbers of two things; None where only nouns will do.

    Example: "How many goals did [answer] score?" → "Did {a} score more goals than {b}?"
    """
    question = lookup.question
    if found := _COUNTED.search(question):
        things, does, base = found.groups()
        return _pair(
            f"{does.capitalize()} {{a}} {base} {{more}} {things} than {{b}}?",
            (f"How many more {things} {does} {{a}} {base} than {{b}}?",),
        ).with_tail(lookup.tail)
    if found := _SHOWN.search(question):
        things, there, picture = found.groups()
        one, other = f"{there} {picture} {{a}}", f"{there} that of {{b}}"
        return _pair(
            f"Are there {{more}} {things} {one} than {other}?",
            (f"How many more {things} are there {one} than {other}?",),
        )
    if found := _LIVING.search(question):
        people, live = found.groups()
        return _pair(
            f"Do {{more}} {people} {live} in {{a}} than in {{b}}?",
            (f"How many more {people} {live} in {{a}} than in {{b}}?",),
        )
    found = _DEGREE.search(question)
    if found and found[1].lower() in _DEGREES:
        longer, shorter = _DEGREES[found[1].lower()]
        verb = found[2].lower()
        forms = tuple(f"{verb.capitalize()} {{a}} {each} than {{b}}?" for each in (longer, shorter))
        return TwoMeasured(
            forms[:1], forms[1:], (f"How much {longer} {verb} {{a}} than {{b}}?",)
        ).with_tail(lookup.tail)
    return _by_noun(lookup)


def _by_noun(lookup: Single) -> TwoMeasured | None:
    found = _NOUN.fullmatch(lookup.phrase.removesuffix(lookup.tail))
    if found is None or found[1].startswith("number of"):
        return None
    noun = found[1].split(" in ")[0]
    past = re.search(r"\bwas\b", lookup.question) is not None
    be, does = ("was", "Did") if past else ("is", "Does")
    more, less = (
        (
            f"{be.capitalize()} the {noun} of {{a}} {word} than that of {{b}}?",
            *([f"{does} {{a}} have a {word} {noun} than {{b}}?"] if _is_one(noun) else ()),
        )
        for word in (greater(noun, True), greater(noun, False))
    )
    return TwoMeasured(
        more,
        less,
        (
            f"What {be} the difference in {noun} between {{a}} and {{b}}?",
            f"How much {greater(noun, True)} {be} the {noun} of {{a}} than that of {{b}}?",
            f"By how much {does.lower()} the {noun} of {{a}} exceed that of {{b}}?",
        ),
    ).with_tail(lookup.tail)


def _is_one(noun: str) -> bool:
    return not noun.endswith("s") or noun.endswith("ss")


def _pair(whether: str, apart: Sequence[str]) -> TwoMeasured:
    more, fewer = (whether.replace("{more}", word) for word in ("more", "fewer"))
    return TwoMeasured((more,), (fewer,), tuple(apart))
