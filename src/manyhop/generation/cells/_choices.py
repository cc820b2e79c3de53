"""Questions which things of a table are so, and for what else is said of them."""

import random

from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation.cells._cell_words import folded, is_answer
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._deriving import pseudo_of, values_of
from manyhop.generation.cells._forms import joined, placed, standing, tail_of
from manyhop.generation.cells._lookups import (
    MOST_VALUES,
    asking,
    entities_of,
    is_loose,
    which_things,
)
from manyhop.generation.cells._orders import Bound, bound, extreme
from manyhop.generation.cells._sayings import Saying, listed, means_its_column, saying_is
from manyhop.generation.cells._sheet import Sheet
from manyhop.generation.tables import Condition, Extreme, Program, Where, rows_of
from manyhop.programs import Value

_BOUNDS: tuple[Bound, ...] = ("more", "more", "less", "less", "from", "to")


def conditions_of(
    sheet: Sheet, chance: random.Random, count: int
) -> tuple[tuple[Condition, ...], Saying] | None:
    """Conditions that a row meets, in words; None where its cells cannot be quoted."""
    row = chance.randrange(len(sheet))
    fit = [
        words
        for words in sheet.others
        if _can_be_said(sheet, words, row) and (count == 1 or words.kind != "number")
    ]
    if len(fit) < count:
        return None
    chosen = chance.sample(fit, count)
    conditions = tuple(Condition(words.column, "is", row) for words in chosen)
    if count > 1 and not _all_needed(sheet, conditions):
        return None
    return conditions, joined([saying_is(sheet, words, row) for words in chosen])


def bounded(sheet: Sheet, chance: random.Random) -> tuple[tuple[Condition, ...], Saying] | None:
    """A condition that some rows' numbers or dates meet and some do not."""
    if not sheet.measures:
        return None
    words, row = chance.choice(sheet.measures), chance.randrange(len(sheet))
    text = sheet.says(row, words.column)
    if sheet.view.keys[words.column][row] is None or len(text.split()) > 4:
        return None
    relation = chance.choice(_BOUNDS)
    if words.kind == "date" and relation in {"from", "to"}:
        relation = "more" if relation == "from" else "less"
    condition = Condition(words.column, relation, row)
    return (condition,), bound(sheet, words, relation, text)


def choice(sheet: Sheet, chance: random.Random, count: int = 1) -> Single | None:
    """The things that meet one condition or two."""
    found = conditions_of(sheet, chance, count)
    return _chosen(sheet, Where(found[0]), found[1], chance) if found else None


def bounded_choice(sheet: Sheet, chance: random.Random) -> Single | None:
    """The things with more or less than something, with a condition beside it now and then."""
    found = bounded(sheet, chance)
    if found is None:
        return None
    conditions, saying = found
    if chance.random() < 0.3 and (other := conditions_of(sheet, chance, 1)):
        if other[0][0].column == conditions[0].column:
            return None
        conditions, saying = (*other[0], *conditions), joined((other[1], saying))
        if not _all_needed(sheet, conditions):
            return None
    return _chosen(sheet, Where(conditions), saying, chance)


def superlative(sheet: Sheet, chance: random.Random) -> Single | None:
    """The thing with the highest or lowest value, of all or of those that meet a condition."""
    if not sheet.measures:
        return None
    words, high = chance.choice(sheet.measures), chance.random() < 0.6
    saying = extreme(sheet, words, high)
    selection = Extreme(words.column, high)
    if chance.random() < 0.3 and (other := conditions_of(sheet, chance, 1)):
        if other[0][0].column == words.column or not other[1].reduced:
            return None
        selection = Extreme(words.column, high, other[0])
        saying = _among(other[1], saying)
    return _chosen(sheet, selection, saying, chance)


def told_of_chosen(sheet: Sheet, chance: random.Random) -> Single | None:
    """What a column says of the one thing that meets conditions, or has the highest value."""
    selection: Where | Extreme
    if sheet.measures and chance.random() < 0.5:
        words, high = chance.choice(sheet.measures), chance.random() < 0.6
        selection, saying = Extreme(words.column, high), extreme(sheet, words, high)
        taken = {words.column}
    else:
        found = conditions_of(sheet, chance, 1)
        if found is None:
            return None
        selection, saying = Where(found[0]), found[1]
        taken = {condition.column for condition in found[0]}
    free = [words for words in sheet.others if words.column not in taken and not words.rank]
    if not free:
        return None
    asked = chance.choice(free)
    return _told(sheet, selection, saying, asked, chance)


def _told(
    sheet: Sheet, selection: Where | Extreme, saying: Saying, asked: Words, chance: random.Random
) -> Single | None:
    main = listed(sheet)
    which_one = values_of(Program(selection, main.column), sheet.table)
    program = Program(selection, asked.column)
    values = values_of(program, sheet.table)
    if len(which_one) != 1 or len(values) != 1 or not is_answer(values[0].text):
        return None
    question, phrase = asking(sheet, asked, chance)
    if "[answer]'s" in question or ("represent" in question and "represent" in saying.relative):
        return None
    one = standing(sheet, saying, several=False)
    question, phrase = (form.replace("[answer]", one) for form in (question, phrase))
    loose = saying.loose or is_loose(sheet, asked)
    tail = tail_of(sheet.context, loose)
    return Single(
        leaf="TableQ",
        question=placed(question, sheet.context, chance, loose),
        phrase=phrase + tail,
        tail=tail,
        query=Cells(sheet.table.id, program),
        values=values,
        entities=entities_of(sheet, values),
        pseudo=pseudo_of(program, sheet.table, sheet.view),
        noun=asked.noun.one,
        nouns=asked.noun.many,
        person=asked.sort in {"person", "player"},
    )


def _chosen(
    sheet: Sheet, selection: Where | Extreme, saying: Saying, chance: random.Random
) -> Single | None:
    main = listed(sheet)
    program = Program(selection, main.column)
    values = values_of(program, sheet.table)
    if not 0 < len(values) <= MOST_VALUES or len(values) == len(sheet):
        return None
    if not all(is_answer(value.text) for value in values) or _gives_away(sheet, program, values):
        return None
    return which_things(sheet, program, values, saying, chance)


def _among(group: Saying, best: Saying) -> Saying:
    """The best of a group: "from Norway scored the most goals"."""
    return Saying(
        relative=f"{group.relative} {best.relative}",
        one=f"{group.relative} {best.one}",
        many=f"{group.relative} {best.many}",
        loose=group.loose or best.loose,
    )


def _gives_away(sheet: Sheet, program: Program, values: tuple[Value, ...]) -> bool:
    """Whether a condition quotes what stands in an answer: the school of Northby in Northby."""
    assert isinstance(program.selection, Where | Extreme)
    quoted = [
        folded(sheet.view.text(condition.row, condition.column))
        for condition in program.selection.conditions
        if sheet.view.kinds[condition.column] == "text"
    ]
    return any(text in folded(value.text) for text in quoted for value in values)


def _all_needed(sheet: Sheet, conditions: tuple[Condition, ...]) -> bool:
    """Whether each condition leaves more rows than all of them together."""
    together = len(rows_of(Where(conditions), sheet.view))
    return all(len(rows_of(Where((each,)), sheet.view)) > together for each in conditions)


def _can_be_said(sheet: Sheet, words: Words, row: int) -> bool:
    """Whether a cell can stand in a condition: a name, a date, a rank or a count."""
    if words.kind == "text":
        told = words.noun.one not in {"year", "date"} or any(
            map(str.isdigit, sheet.view.text(row, words.column))
        )
        quotable = told and sheet.quotable(row, words.column)
        return quotable and means_its_column(sheet, words, row)
    if not sheet.view.is_filled(row, words.column):
        return False
    if words.kind == "number":
        return (
            words.rank and sheet.view.text(row, words.column).isdigit()
        ) or words in sheet.measures
    timed = sheet.happening(words) or words.noun.one.endswith(("year", "date", "season"))
    return bool(timed) and len(sheet.says(row, words.column).split()) <= 4
