"""Questions for what a table says of one thing, with a hole for the thing."""

import random

import msgspec

from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing
from manyhop.generation.cells._cell_words import folded, is_answer, tidy, with_article
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._deriving import pseudo_of, values_of
from manyhop.generation.cells._forms import placed, standing, tail_of, which
from manyhop.generation.cells._nouns import said_unit
from manyhop.generation.cells._orders import degrees_of, did
from manyhop.generation.cells._sayings import (
    Saying,
    be,
    is_person,
    listed,
    means_its_column,
    said_value,
    saying_of,
    turn_for,
    turned,
)
from manyhop.generation.cells._sheet import Sheet
from manyhop.generation.tables import Condition, Program, Where
from manyhop.programs import Value
from manyhop.sources import CellAt

MOST_VALUES = 8  # an answer of more is a list that nobody asks for

_HOW = {
    "length": "long",
    "height": "tall",
    "elevation": "high",
    "altitude": "high",
    "depth": "deep",
    "width": "wide",
    "age": "old",
    "weight": "heavy",
}
_OF_THE_DAY = frozenset(
    ("year", "season", "date", "medal", "score", "event", "time", "result", "rank")
)


def property_lookup(sheet: Sheet, row: int, words: Words, chance: random.Random) -> Single | None:
    """What a column says of the thing that a row is about: "What is the height of [answer]?"."""
    main = listed(sheet)
    thing = sheet.thing_at(row, main.column)
    if thing is None or not _means_row(sheet, thing, row) or not _tells(sheet, row, words.column):
        return None
    program = Program(Where((Condition(main.column, "is", row),)), words.column)
    values = values_of(program, sheet.table)
    question, phrase = asking(sheet, words, chance)
    loose = is_loose(sheet, words) and not (sheet.star and sheet.star in question)
    tail = tail_of(sheet.context, loose)
    if not values or folded(values[0].text) in folded(thing.name):
        return None
    return Single(
        leaf="TableQ",
        question=placed(question, sheet.context, chance, loose),
        phrase=phrase + tail,
        tail=tail,
        query=Cells(sheet.table.id, program),
        values=values,
        entities=entities_of(sheet, values),
        pseudo=pseudo_of(program, sheet.table, sheet.view, hole=main.column),
        noun=words.noun.one,
        nouns=words.noun.many,
        person=words.sort in {"person", "player"},
        subject=thing.name,
        subject_said=with_article(sheet.says(row, main.column)),
        subject_entity=thing.key,
    )


def main_lookup(sheet: Sheet, row: int, words: Words, chance: random.Random) -> Single | None:
    """Of what a column says a thing: "Which player's club was [answer]?"."""
    main = listed(sheet)
    thing = sheet.thing_at(row, words.column)
    if words.kind != "text" or thing is None or not sheet.quotable(row, words.column):
        return None
    if folded(thing.name) != folded(sheet.view.text(row, words.column)):
        return None
    if not means_its_column(sheet, words, row):
        return None
    program = Program(Where((Condition(words.column, "is", row),)), main.column)
    values = values_of(program, sheet.table)
    if not 0 < len(values) <= MOST_VALUES or not all(is_answer(value.text) for value in values):
        return None
    if any(folded(thing.name) in folded(value.text) for value in values):
        return None
    saying = saying_of(sheet, words, "[answer]")
    return msgspec.structs.replace(
        which_things(sheet, program, values, saying, chance, hole=words.column),
        subject=thing.name,
        subject_said=said_value(sheet, words, row),
        subject_entity=thing.key,
    )


def which_things(
    sheet: Sheet,
    program: Program,
    values: tuple[Value, ...],
    saying: Saying,
    chance: random.Random,
    hole: int = -1,
) -> Single:
    """The question which of the table's things are as the saying says, in all its forms."""
    main, several = listed(sheet), len(values) > 1
    tail = tail_of(sheet.context, saying.loose)
    return Single(
        leaf="TableQ",
        question=placed(which(sheet, saying, several, chance), sheet.context, chance, saying.loose),
        phrase=standing(sheet, saying, several) + tail,
        relative=saying.relative + tail,
        predicate=saying.many + tail,
        tail=tail,
        query=Cells(sheet.table.id, program),
        values=values,
        entities=entities_of(sheet, values),
        pseudo=pseudo_of(program, sheet.table, sheet.view, hole=hole),
        noun=main.noun.one,
        nouns=main.noun.many,
        person=is_person(sheet),
    )


def asking(sheet: Sheet, words: Words, chance: random.Random) -> tuple[str, str]:
    """A question for a column's value of [answer], and the phrase that stands for the value."""
    main, noun, was = listed(sheet), words.noun.one, be(sheet)
    if words.counted:
        verb, _, base = did(sheet, words)
        many = words.noun.many
        do = "did" if verb == base or sheet.past or verb not in {"has", "have"} else "does"
        return (
            f"How many {many} {do} [answer] {base}?",
            f"the number of {many} that [answer] {verb}",
        )
    found = sheet.happening(words)
    if found and words.kind == "date":
        years = all(len(row[words.column]) <= 4 for row in sheet.view.texts)
        when = "In what year" if years and chance.random() < 0.6 else "When"
        unit = "year" if years else "date"
        verb = found.one if found.base else f"was {found.past}"
        return (
            f"{when} {found.asked}?",
            f"the {unit} in which [answer] {verb}"
            if years
            else f"the date on which [answer] {verb}",
        )
    if turn := turn_for(sheet, words):
        ask, phrase = (turned(sheet, each, noun) for each in (turn.ask, turn.phrase))
        return ask, phrase
    if words.kind == "number" and sheet.has_bare_figures(words) and said_unit(words.noun):
        unit = said_unit(words.noun)
        amount = f"the {noun}" if " in " in noun else f"the {noun} in {unit}"
        return f"What {was} {amount} of [answer]?", f"{amount} of [answer]"
    adjective = noun in _HOW and words.kind == "number" and degrees_of(noun, main)
    if adjective and chance.random() < 0.6:
        return f"How {_HOW[noun]} {was} [answer]?", f"the {noun} of [answer]"
    if noun == "year" and main.sort == "work":
        return f"What year {was} [answer] from?", f"the year that [answer] {was} from"
    if noun in {"year", "season"} and words.kind != "number":
        return (
            f"For which {noun} {was} [answer] listed?",
            f"the {noun} for which [answer] {was} listed",
        )
    of = "against" if main.noun.one == "opponent" else "of"
    who = "Who" if words.sort in {"person", "player"} else "What"
    if is_person(sheet) and chance.random() < 0.4:
        return f"{who} {was} [answer]'s {noun}?", f"[answer]'s {noun}"
    return f"{who} {was} the {noun} {of} [answer]?", f"the {noun} {of} [answer]"


def is_loose(sheet: Sheet, words: Words) -> bool:
    """Whether a value holds for one occasion only, so that the question must name it."""
    if words.noun.one in _OF_THE_DAY or words.rank:
        told = sheet.happening(words)
        return told is None or told.past == "won"
    return words.kind == "number" and listed(sheet).sort in {"person", "player", "team"}


def entities_of(sheet: Sheet, values: tuple[Value, ...]) -> tuple[str, ...]:
    """The keys of the things that values name, "" where one names none."""
    found: list[str] = []
    for value in values:
        place = value.citations[0].place
        thing = sheet.thing_at(place.row, place.column) if isinstance(place, CellAt) else None
        found.append(thing.key if thing else "")
    return tuple(found)


def _means_row(sheet: Sheet, thing: Thing, row: int) -> bool:
    """Whether a thing's name means one row and nothing else in the table."""
    main = listed(sheet).column
    return (
        sheet.names_row(row, main)
        and folded(thing.name) == folded(sheet.view.text(row, main))
        and all(cell.row == row for cell in thing.cells)
        and bool(tidy(thing.name))
    )


def _tells(sheet: Sheet, row: int, column: int) -> bool:
    return sheet.view.is_filled(row, column) and is_answer(sheet.view.text(row, column))
