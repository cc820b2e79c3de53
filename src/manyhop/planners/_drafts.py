"""What the rules share: how they ask for sub-questions, and how these are written.

A rule takes a question apart. It hands every sub-question, in plain words, to ``ask``, which may
take that one apart again and gives a program. In a draft all questions stand as ``TextQ``; whom
they go to is decided once the draft is whole.
"""

import re
from collections.abc import Callable

from manyhop.english import bare, forms, tidy, word_set
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
