"""Questions over a topic's table, of all forms, with answers that execution proves."""

import random
from collections.abc import Callable

from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.cells._checks import check
from manyhop.generation.cells._choices import bounded_choice, choice, superlative, told_of_chosen
from manyhop.generation.cells._comparing import compared_rows, sheet_of
from manyhop.generation.cells._figures import count, difference, total
from manyhop.generation.cells._lookups import main_lookup, property_lookup
from manyhop.generation.cells._sheet import Sheet

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
