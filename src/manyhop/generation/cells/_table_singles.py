"""Questions over a topic's table, of all forms, with answers that execution proves."""

import random
from collections.abc import Callable

from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.cells._cell_words import with_article
from manyhop.generation.cells._choices import bounded_choice, choice, superlative, told_of_chosen
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._comparing import compared_rows, sheet_of
from manyhop.generation.cells._deriving import pseudo_of, values_of
from manyhop.generation.cells._figures import count, difference, total
from manyhop.generation.cells._forms import placed
from manyhop.generation.cells._lookups import is_loose, main_lookup, property_lookup
from manyhop.generation.cells._sayings import be, listed, said_value, saying_of
from manyhop.generation.cells._sheet import Sheet
from manyhop.generation.tables import Condition, Program, Where

_BASE = {
    "played": "play",
    "drove": "drive",
    "represented": "represent",
    "attended": "attend",
    "competed": "compete",
    "won": "win",
    "rode": "ride",
    "aired": "air",
    "opened": "open",
    "closed": "close",
    "died": "die",
    "featured": "feature",
    "took": "take",
    "left": "leave",
    "joined": "join",
    "retired": "retire",
    "made": "make",
    "managed": "manage",
}


def check(sheet: Sheet, chance: random.Random) -> Single | None:
    """Whether a column says something of a thing: true, or what it says of another."""
    main = listed(sheet)
    row, claim = chance.randrange(len(sheet)), chance.randrange(len(sheet))
    fit = [words for words in sheet.others if words.kind == "text" or words in sheet.measures]
    if not fit or not sheet.names_row(row, main.column):
        return None
    words = chance.choice(fit)
    claim = row if chance.random() < 0.5 else claim
    if not _can_be_claimed(sheet, words, claim) or not sheet.view.is_filled(row, words.column):
        return None
    program = Program(Where((Condition(main.column, "is", row),)), words.column, "check", claim)
    values = values_of(program, sheet.table)
    if not values:
        return None
    name = with_article(sheet.says(row, main.column))
    value = said_value(sheet, words, claim)
    loose = is_loose(sheet, words) or saying_of(sheet, words, value).loose
    return Single(
        leaf="TableQ",
        question=placed(_asked(sheet, words, name, value), sheet.context, chance, loose),
        query=Cells(sheet.table.id, program),
        values=values,
        entities=("",),
        pseudo=pseudo_of(program, sheet.table, sheet.view),
        noun="answer",
    )


def _asked(sheet: Sheet, words: Words, name: str, value: str) -> str:
    saying = saying_of(sheet, words, value)
    first, _, rest = saying.one.partition(" ")
    if not saying.owned and first in {"is", "was"}:
        return f"{first.capitalize()} {name} {rest}?"
    if not saying.owned and first in _BASE:
        return f"Did {name} {_BASE[first]} {rest}?"
    if not saying.owned and first in {"had", "has"}:
        return f"{'Did' if first == 'had' else 'Does'} {name} have {rest}?"
    was = be(sheet).capitalize()
    of = "against" if listed(sheet).noun.one == "opponent" else "of"
    return f"{was} {value} the {words.noun.one} {of} {name}?"


def _can_be_claimed(sheet: Sheet, words: Words, row: int) -> bool:
    if words.kind == "text":
        return sheet.quotable(row, words.column)
    return (
        sheet.view.is_filled(row, words.column) and len(sheet.says(row, words.column).split()) < 4
    )


_TRIES = 4  # throws of the dice for each question wanted


def table_singles(topic: Topic, chance: random.Random, limit: int = 60) -> list[Single]:
    """Up to ``limit`` different questions over a topic's table.

    Example: ``table_singles(bridges, random.Random("7 bridges"))[0].question``
    """
    sheet = sheet_of(topic)
    if sheet is None or not sheet.others:
        return []
    found: dict[object, Single] = {}
    makers, weights = zip(*_FORMS, strict=True)
    for maker in chance.choices(makers, weights, k=_TRIES * limit):
        single = maker(sheet, chance)
        if single is not None:
            found.setdefault((single.query, "[answer]" in single.question), single)
        if len(found) == limit:
            break
    return list(found.values())


def _property(sheet: Sheet, chance: random.Random) -> Single | None:
    row, words = chance.randrange(len(sheet)), chance.choice(sheet.others)
    return property_lookup(sheet, row, words, chance)


def _main(sheet: Sheet, chance: random.Random) -> Single | None:
    row, words = chance.randrange(len(sheet)), chance.choice(sheet.others)
    return main_lookup(sheet, row, words, chance)


def _two_conditions(sheet: Sheet, chance: random.Random) -> Single | None:
    return choice(sheet, chance, 2)


_FORMS: tuple[tuple[Callable[[Sheet, random.Random], Single | None], float], ...] = (
    (_property, 24),
    (_main, 16),
    (choice, 18),
    (_two_conditions, 9),
    (superlative, 9),
    (bounded_choice, 8),
    (told_of_chosen, 10),
    (count, 5),
    (total, 5),
    (difference, 3),
    (compared_rows, 5),
    (check, 6),
)
