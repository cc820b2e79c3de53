"""Questions that are answered by a figure reckoned from several cells."""

import random
import re

from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation.cells._cell_words import folded, with_article
from manyhop.generation.cells._choices import bounded, conditions_of
from manyhop.generation.cells._columns import Words
from manyhop.generation.cells._deriving import pseudo_of, values_of
from manyhop.generation.cells._forms import placed
from manyhop.generation.cells._nouns import said_unit
from manyhop.generation.cells._orders import did
from manyhop.generation.cells._sayings import Saying, be, listed
from manyhop.generation.cells._sheet import Sheet
from manyhop.generation.tables import Condition, Operation, Pair, Program, Where
from manyhop.programs import Value

_DIGITS = re.compile(r"\s*\d[\d,.]*\s*")
_MOST_ROWS = 25  # that a person would count or add up
_NO_MEAN = ("year", "date")
_ADDED = ("area", "population", "capacity", "attendance", "enrollment", "length", "votes")


def count(sheet: Sheet, chance: random.Random) -> Single | None:
    """How many things meet a condition."""
    found = bounded(sheet, chance) if chance.random() < 0.4 else conditions_of(sheet, chance, 1)
    if found is None:
        return None
    conditions, saying = found
    program = Program(Where(conditions), listed(sheet).column, "count")
    values = values_of(program, sheet.table)
    if (
        not values
        or not 2 <= int(values[0].text) <= _MOST_ROWS
        or not _are_distinct(sheet, program)
    ):
        return None
    nouns = listed(sheet).noun.many
    context = sheet.context
    forms = (
        f"How many {nouns} {saying.many}?",
        f"What {be(sheet)} the number of {nouns} {saying.relative}?",
    )
    question = forms[chance.random() < 0.15]
    phrase = f"the number of {nouns} {saying.relative} {context}"
    return _single(sheet, program, placed(question, context, chance), phrase.strip(), "number")


def total(sheet: Sheet, chance: random.Random) -> Single | None:
    """The sum or the average of a column, over all rows or those that meet a condition."""
    numbers = [words for words in sheet.measures if words.kind == "number"]
    if not numbers:
        return None
    words = chance.choice(numbers)
    operation: Operation = "sum" if _adds_up(words) and chance.random() < 0.5 else "average"
    conditions: tuple[Condition, ...] = ()
    saying: Saying | None = None
    if chance.random() < 0.75 or len(sheet) > _MOST_ROWS:
        found = conditions_of(sheet, chance, 1)
        if found is None or found[0][0].column == words.column:
            return None
        conditions, saying = found
    program = Program(Where(conditions), words.column, operation)
    values = values_of(program, sheet.table)
    if not values or not 2 <= len(values[0].citations) <= _MOST_ROWS or not _are_plain(values):
        return None
    nouns = listed(sheet).noun.many
    whom = f"the {nouns} {saying.relative}" if saying else f"the {nouns}"
    context = sheet.context
    question, phrase = _asked_total(sheet, words, operation, whom)
    return _single(
        sheet,
        program,
        placed(question, context, chance),
        f"{phrase} {context}".strip(),
        words.noun.one,
    )


def difference(sheet: Sheet, chance: random.Random) -> Single | None:
    """How much more one thing has than another."""
    numbers = [words for words in sheet.measures if words.kind == "number"]
    rows = two_rows(sheet, chance)
    if not numbers or rows is None:
        return None
    words, main = chance.choice(numbers), listed(sheet)
    program = Program(Pair(main.column, rows), words.column, "difference")
    values = values_of(program, sheet.table)
    if not values or values[0].text == "0" or not _are_plain(values):
        return None
    keys = sheet.view.keys[words.column]
    much, little = sorted(rows, key=lambda row: -(keys[row] or 0))
    one, other = (with_article(sheet.says(row, main.column)) for row in (much, little))
    context = sheet.context
    if words.counted:
        verb, _, base = did(sheet, words)
        do = "does" if verb == "has" else "did"
        question = f"How many more {words.noun.many} {do} {one} {base} than {other}?"
    else:
        question = f"What {be(sheet)} the difference in {words.noun.one} between {one} and {other}?"
    what = words.noun.many if words.counted else words.noun.one
    phrase = f"the difference in {what} between {one} and {other}"
    return _single(sheet, program, placed(question, context, chance), phrase, "difference")


def two_rows(sheet: Sheet, chance: random.Random) -> tuple[int, int] | None:
    """Two rows whose names name them, by chance."""
    main = listed(sheet)
    fit = [row for row in range(len(sheet)) if sheet.names_row(row, main.column)]
    if len(fit) < 2:
        return None
    one, other = chance.sample(fit, 2)
    return one, other


def _asked_total(sheet: Sheet, words: Words, operation: Operation, whom: str) -> tuple[str, str]:
    noun, was, unit = words.noun, be(sheet), said_unit(words.noun)
    one = f"{noun.one} in {unit}" if unit and " in " not in noun.one else noun.one
    if operation == "sum":
        amount = f"the total number of {noun.many}" if words.counted else f"the total {one}"
    else:
        amount = f"the average number of {noun.many}" if words.counted else f"the average {one}"
    return f"What {was} {amount} of {whom}?", f"{amount} of {whom}"


def _are_plain(values: tuple[Value, ...]) -> bool:
    """Whether all figures that were reckoned with are bare digits, so that the result is too."""
    return all(
        _DIGITS.fullmatch(citation.quote) for value in values for citation in value.citations
    )


def _adds_up(words: Words) -> bool:
    return words.counted or words.noun.one.split()[-1] in _ADDED


def _are_distinct(sheet: Sheet, program: Program) -> bool:
    """Whether the rows are as many things as rows."""
    cells = values_of(program, sheet.table)[0].citations
    return len({folded(citation.quote) for citation in cells}) == len(cells)


def _single(sheet: Sheet, program: Program, question: str, phrase: str, noun: str) -> Single:
    return Single(
        leaf="TableQ",
        question=question,
        phrase=phrase,
        query=Cells(sheet.table.id, program),
        values=values_of(program, sheet.table),
        entities=("",),
        pseudo=pseudo_of(program, sheet.table, sheet.view),
        noun=noun,
    )
