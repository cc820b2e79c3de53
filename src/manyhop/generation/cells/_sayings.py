"""What is said of things: after their noun, of one of them, and of several."""

import re

import msgspec

from manyhop.english import singular
from manyhop.generation.cells._cell_words import called, indefinite, tidy, with_article
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._moments import Happening
from manyhop.generation.cells._sheet import Sheet
from manyhop.generation.cells._turns import Turn, turn_of
from manyhop.sources import parse_date, parse_number

_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)? [A-Z][a-z]+\.?|[A-Z][a-z]+\.? \d{1,2}(?:st|nd|rd|th)?")
_ADJECTIVES = frozenset(("gold", "silver", "bronze"))


class Saying(msgspec.Struct, frozen=True):
    """A condition in words: "whose club was Ajax", "had Ajax as its club", "… as their club".

    ``owned`` follows "Which player's", ``reduced`` says that the relative has no pronoun, ``loose``
    that without naming the table nobody knows what is meant.
    """

    relative: str
    one: str
    many: str
    owned: str = ""
    reduced: bool = False
    loose: bool = False
    short: str = ""  # the noun with an adjective instead: "the longest {noun}"


def saying_is(sheet: Sheet, words: Words, row: int) -> Saying:
    """That a column says what the cell of a row says.

    Example: ``saying_is(sheet, club, 3).relative`` → ``"who played for Ajax"``
    """
    return saying_of(sheet, words, said_value(sheet, words, row))


def saying_of(sheet: Sheet, words: Words, value: str) -> Saying:
    """That a column says a value, which may be the hole ``[answer]``."""
    if words.rank:
        return _ranked(sheet, value)
    if words.kind == "number":
        return _measured(sheet, words, value)
    found = sheet.happening(words)
    if found and (words.kind == "date" or parse_date(value, bare_year=True)):
        return _happened(sheet, found, at(value))
    if is_bare_date(words):
        return _dated(sheet, at(value))
    if turn := turn_for(sheet, words):
        return _turned(sheet, turn, words, value)
    return owned(sheet, words, value)


def is_bare_date(words: Words) -> bool:
    """Whether a column says when, but not what happened then."""
    return words.noun.one in {"year", "season", "date"}


def said_value(sheet: Sheet, words: Words, row: int) -> str:
    """A value as a sentence says it: sports and medals small, some names with their article."""
    text = sheet.says(row, words.column)
    noun = words.noun.one
    if noun == "medal" and text.lower() in _ADJECTIVES:
        return f"a {text.lower()} medal"
    if noun in {"sport", "genre", "type", "status", "surface", "gender", "fuel", "result"}:
        return text.lower() if not any(word.isupper() for word in text.split()) else text
    if noun == "event" and re.match(r"(?:men|women|boys|girls|mixed|\d)", text, re.IGNORECASE):
        return f"the {text[0].lower()}{text[1:]}"
    if words.kind == "number":
        return amount(text, words)
    return with_article(text) if words.kind == "text" else tidy(text)


def amount(text: str, words: Words) -> str:
    """A figure with the unit that its header names, where it has none of its own.

    Example: ``amount("1,410", length)`` → ``"1,410 km"``
    """
    number = parse_number(text)
    unit = words.noun.unit
    if not unit or number is None or number.unit or " in " in words.noun.one:
        return text
    if unit in {"dollars", "US dollars"}:
        return f"${text}"
    return f"{text}%" if unit == "percent" else f"{text} {unit}"


def at(value: str) -> str:
    """A date with its preposition.

    Example: ``at("30 July 2017")`` → ``"on 30 July 2017"``
    """
    value = called(value)
    date = parse_date(value, bare_year=True)
    day = date.day if date else _DAY.fullmatch(value)
    return f"on {value}" if day else f"in {value}"


def listed(sheet: Sheet) -> Words:
    """The main column of a sheet that has one."""
    if sheet.main is None:
        raise ValueError(f"table {sheet.table.id} lists nothing that can be asked about")
    return sheet.main


def turn_for(sheet: Sheet, words: Words) -> Turn | None:
    """The turn of phrase for a column; a star's roles are played by the star."""
    main = listed(sheet)
    if sheet.star and words.noun.one in {"role", "character"} and main.sort == "work":
        return Turn(
            f"Which {words.noun.one} did {sheet.star} play in [answer]?",
            f"the {words.noun.one} that {sheet.star} played in [answer]",
            f"in which {sheet.star} played {{v}}",
            f"featured {sheet.star} as {{v}}",
            f"featured {sheet.star} as {{v}}",
        )
    return turn_of(words.noun.one, main.noun.one, main.sort)


def means_its_column(sheet: Sheet, words: Words, row: int) -> bool:
    """Whether what is said of a cell cannot be meant of another column: "in Northby"."""
    if turn_for(sheet, words) is None:
        return True
    return not sheet.is_said_elsewhere(row, words.column, listed(sheet).column)


def owned(sheet: Sheet, words: Words, value: str) -> Saying:
    """The way that suits every column: "whose club was Ajax"."""
    noun, was = words.noun.one, be(sheet)
    have, has = ("had", "had") if sheet.past else ("have", "has")
    its = "their" if is_person(sheet) else "its"
    return Saying(
        relative=f"whose {noun} {was} {value}",
        one=f"{has} {value} as {its} {noun}",
        many=f"{have} {value} as their {noun}",
        owned=f"{noun} {was} {value}",
    )


def who(sheet: Sheet) -> str:
    """The pronoun of what the table lists."""
    return "who" if is_person(sheet) else "that"


def be(sheet: Sheet) -> str:
    """The verb of one thing in the table's tense."""
    return "was" if sheet.past else "is"


def are(sheet: Sheet) -> str:
    """The verb of several things in the table's tense."""
    return "were" if sheet.past else "are"


def has(sheet: Sheet) -> str:
    """What one thing does with an amount, in the table's tense."""
    return "had" if sheet.past else "has"


def have(sheet: Sheet) -> str:
    """What several things do with an amount."""
    return "had" if sheet.past else "have"


def is_person(sheet: Sheet) -> bool:
    """Whether the table lists people."""
    return sheet.main is not None and sheet.main.sort in {"person", "player"}


def turned(sheet: Sheet, template: str, noun: str, value: str = "") -> str:
    """A turn of phrase with its places filled."""
    return (
        template.replace("{n}", noun)
        .replace("{v}", value)
        .replace("{who}", who(sheet))
        .replace("{who_one}", "that")
        .replace("{the_one}", f"the {noun}")
        .replace("{is}", be(sheet))
        .replace("{are}", are(sheet))
        .replace("{does}", "did" if sheet.past else "does")
        .replace("{serves}", "served" if sheet.past else "serves")
        .replace("{serve}", "served" if sheet.past else "serve")
        .replace("{manages}", "managed" if sheet.past else "manages")
        .replace("{manage}", "managed" if sheet.past else "manage")
        .replace("{plays}", "played" if sheet.past else "plays")
        .replace("{owns}", "owned" if sheet.past else "owns")
        .replace("{operates}", "operated" if sheet.past else "operates")
    )


def _turned(sheet: Sheet, turn: Turn, words: Words, value: str) -> Saying:
    noun = words.noun.one
    relative = turned(sheet, turn.relative, noun, value)
    return Saying(
        relative=relative,
        one=turned(sheet, turn.one, noun, value),
        many=turned(sheet, turn.many, noun, value),
        reduced=not turn.relative.startswith(("{who}", "that ", "in which", "where ")),
    )


def _happened(sheet: Sheet, found: Happening, when: str) -> Saying:
    return Saying(
        relative=f"{found.relative.replace('{who}', who(sheet))} {when}",
        one=f"{found.one} {when}",
        many=f"{found.many} {when}",
        reduced=not found.base,
        loose=True,
    )


def _dated(sheet: Sheet, when: str) -> Saying:
    """A bare year: when it was is all that is known."""
    main = listed(sheet)
    value = when.split(" ", 1)[1]
    if main.sort == "event" or main.noun.one in {
        "show",
        "production",
        "play",
        "episode",
        "title",
        "work",
    }:
        when = when if main.sort == "event" else f"from {value}"
        return Saying(
            relative=f"from {value}",
            one=f"{be(sheet)} {when}",
            many=f"{are(sheet)} {when}",
            reduced=True,
            loose=True,
        )
    return Saying(
        relative=f"listed for {value}",
        one=f"{be(sheet)} listed for {value}",
        many=f"{are(sheet)} listed for {value}",
        reduced=True,
        loose=True,
    )


def _ranked(sheet: Sheet, value: str) -> Saying:
    place = ordinal(value)
    return Saying(
        relative=f"ranked {place}",
        one=f"{be(sheet)} ranked {place}",
        many=f"{are(sheet)} ranked {place}",
        reduced=True,
        loose=True,
    )


def _measured(sheet: Sheet, words: Words, value: str) -> Saying:
    noun = words.noun
    if noun.one == "age":
        return Saying(
            relative=f"aged {value}",
            one=f"{be(sheet)} {value} years old",
            many=f"{are(sheet)} {value} years old",
            reduced=True,
            loose=True,
        )
    if words.counted:
        thing = f"{value} {noun.many if value != '1' else _single(noun.one)}"
    else:
        thing = f"{indefinite(noun.one)} of {value}"
    return Saying(
        relative=f"with {thing}",
        one=f"{has(sheet)} {thing}",
        many=f"{have(sheet)} {thing}",
        reduced=True,
        loose=True,
    )


def _single(counted: str) -> str:
    return singular(counted)


def ordinal(value: str) -> str:
    """A rank as it is said.

    Example: ``ordinal("3")`` → ``"3rd"``
    """
    if not value.isdigit():
        return value
    if value[-2:-1] == "1":
        return f"{value}th"
    return value + {"1": "st", "2": "nd", "3": "rd"}.get(value[-1], "th")
