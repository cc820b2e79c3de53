"""What the rules share: how they ask for sub-questions, and how words become questions.

A rule takes a question apart. It hands every sub-question, in plain words, to ``ask``, which may
take that one apart again and gives a program. In a draft all questions stand as ``TextQ``; whom
they go to is decided once the draft is whole.
"""

import re
from collections.abc import Callable

from manyhop.english import (
    AUXILIARIES,
    PREPOSITIONS,
    bare,
    finite_at,
    forms,
    is_form,
    is_participle,
    tidy,
    word_set,
)
from manyhop.programs import Known, Program, fill, literal

Ask = Callable[[str], Program]
Rule = Callable[[str, Ask], Program | None]

HOLE = "[answer]"
IRREGULAR = word_set("people men women children feet teeth mice geese")
_SINGULAR = ("ss", "us", "is", "'s")
_ENDS = " \t?.!,;:"
_QUANTITY = re.compile(
    r"^(?:about |around |the year |the end of )?[$£€¥]?(?:\d[\d.,]*|(?:january|february|march|"
    r"april|may|june|july|august|september|october|november|december)\b)(?:[\s\w%°/.,-]*)$",
    re.IGNORECASE,
)
_DO = word_set("do does did")
_HAVE = {"has": "does", "have": "do", "had": "did"}
_HAPPENING = word_set("opened closed began started ended died appeared debuted premiered")
_OPENING = word_set("that which who whose and to where not when or")
_MANNER = word_set("also only never once still first")


def trimmed(question: str) -> str:
    """A user's question as the rules take it: tidy, without a question mark or holes.

    Example: ``trimmed("Is the tower red ?")`` → ``"Is the tower red"``
    """
    return literal(tidy(question)).strip(_ENDS)


def as_question(text: str) -> str:
    """Words as a question. Example: ``as_question("who built it")`` → ``"Who built it?"``"""
    words = " ".join(text.split()).strip(_ENDS)
    return words[:1].upper() + words[1:] + "?"


def known(text: str) -> Known:
    """What a question says itself, without the article of a name.

    Example: ``known("the Humber Bridge")`` → ``Known("Humber Bridge")``
    """
    plain = fill(text.strip(_ENDS), ())
    return Known(re.sub(r"^[Tt]he (?=[A-Z\d])", "", plain) or plain)


def is_quantity(text: str) -> bool:
    """Whether words are a number or a date and name no thing.

    Example: ``is_quantity("May 1900")``, and not ``is_quantity("the Forth Bridge")``
    """
    return bool(_QUANTITY.match(text)) and not re.search(r"\d [A-Z]\w+ [A-Z]", text)


def is_plural(noun: str) -> bool:
    """Whether the last word of a noun phrase is a plural, by its ending.

    Example: ``is_plural("red bridges")``
    """
    last = bare(noun.split()[-1]) if noun.split() else ""
    return last in IRREGULAR or (last.endswith("s") and not last.endswith(_SINGULAR))


def base_form(word: str, *kinds: str) -> str:
    """The base of a verb in one of these forms; nothing where it is none that is known.

    Example: ``base_form("opened", "past")`` → ``"open"``
    """
    for found, kind in forms(bare(word)):
        if kind in kinds:
            return found.base
    regular = len(word) > 4 and word.islower() and word.endswith("ed") and "past" in kinds
    return re.sub(r"(?<=e)d$|ed$", "", word) if regular else ""


# What a clause says of a noun, in the words that follow "which …" in a question.


def predicated(words: list[str]) -> str:
    """What a relative clause says: "Strauss designed" → "did Strauss design".

    Nothing where it has no verb, so that it cannot be whole.
    """
    first = bare(words[0])
    if first in AUXILIARIES:
        return " ".join(words) if len(words) > 1 else ""
    verbal = words[0].islower() and finite_at(words[:1]) == 0
    other = first in _MANNER or first in PREPOSITIONS or first.endswith(("ly", "s"))
    if verbal or (words[0].islower() and other):
        return " ".join(words)
    return asked(words)


def asked(words: list[str]) -> str:
    """A statement as what follows its asking word: "X starred" → "did X star"."""
    at = _verb_at(words)
    if at is None:
        return ""
    subject, low, rest = words[:at], bare(words[at]), words[at + 1 :]
    after = bare(rest[0]) if rest else ""
    if low in _DO and not is_form(after, "base"):
        return " ".join([low, *subject, "do", *rest])
    if low in _HAVE and not is_form(after, "participle") and after != "been":
        return " ".join([_HAVE[low], *subject, "have", *rest])
    if low in AUXILIARIES:
        return " ".join([low, *subject, *rest]) if rest else ""
    for kind, auxiliary in (("past", "did"), ("third", "does"), ("base", "do")):
        if base := base_form(low, kind):
            return " ".join([auxiliary, *subject, base, *rest])
    return ""


def _verb_at(words: list[str]) -> int | None:
    """The verb of a statement, not one inside its subject: "the man painted by X *was* born"."""
    at = finite_at(words, 1)
    if at is not None and at + 1 < len(words):
        inside = {bare(word) for word in words[1:at]} & word_set("that which who where whose")
        if bare(words[at + 1]) != "by" and not inside and words[at].islower():
            return at
        later = [i for i in range(at + 1, len(words)) if words[i] in AUXILIARIES]
        return later[0] if later else None
    return at


def finite(participle: str, noun: str) -> str:
    """The finite form of a participle after a noun: featuring → features, made → was made.

    Example: ``finite("designed", "bridges")`` → ``"were designed"``
    """
    many = is_plural(noun)
    if participle in _HAPPENING:
        return participle
    if not participle.endswith("ing"):
        return f"{'were' if many else 'was'} {participle}"
    known = [found for found, kind in forms(participle) if kind == "ing"]
    if not known or participle in {"wearing", "holding"}:
        return f"{'are' if many else 'is'} {participle}"
    return known[0].base if many else known[0].third


def is_finite(word: str) -> bool:
    """Whether a word may be the verb of a question. Example: ``is_finite("has")``"""
    low = bare(word)
    return word.islower() and (low in AUXILIARIES or is_form(low, "third", "past"))


def is_done(word: str) -> bool:
    """Whether a word looks like what was done to a thing. Example: ``is_done("designed")``"""
    return is_participle(word) and not word.endswith("ing")


def main_verb(words: list[str], start: int) -> int | None:
    """Where after a description the question goes on: at "also" or a verb that joins no clause.

    Example: ``main_verb("the team that won was red".split(), 3)`` → ``4``
    """
    places = range(start + 1, len(words) - 1)
    for at in places:
        if bare(words[at]) == "also" and bare(words[at - 1]) not in _OPENING:
            return at
    for at in places:
        before = bare(words[at - 1])
        joined = before in AUXILIARIES | _OPENING
        since = {bare(word) for word in words[start + 1 : at]} & {"when", "where", "because"}
        if not joined and not since and bare(words[at]) in AUXILIARIES:
            return at
    return None
