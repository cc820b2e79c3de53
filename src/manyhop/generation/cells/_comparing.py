"""Comparisons of a table's things by its numbers and dates."""

import random
from functools import lru_cache
from typing import Literal

import msgspec

from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.cells._cell_words import with_article
from manyhop.generation.cells._deriving import pseudo_of, values_of
from manyhop.generation.cells._figures import two_rows
from manyhop.generation.cells._lookups import entities_of, property_lookup
from manyhop.generation.cells._orders import better, better_of, comparative
from manyhop.generation.cells._sayings import is_person, listed
from manyhop.generation.cells._sheet import Sheet
from manyhop.generation.tables import Better, Program


class ComparisonWords(msgspec.Struct, frozen=True):
    """Which of two things has the more or the less of a column.

    ``operation`` is what ``manyhop.programs.Compare`` calls it, ``word`` how people say it
    ("longer", "earlier", "more goals"). In ``asked`` and ``marked``, the question in English and in
    the pseudo-language, ``{a}`` and ``{b}`` stand for the things.
    """

    column: int
    operation: Literal["earliest", "latest", "smallest", "largest"]
    word: str
    asked: str
    marked: str
    noun: str
    person: bool

    def question(self, one: str, other: str) -> str:
        """The question about two things.

        Example: ``words.question("the Humber Bridge", "the bridge that opened in 1937")``
        """
        return self.asked.replace("{a}", one).replace("{b}", other)

    def pseudo(self, one: str, other: str) -> str:
        """The same in the pseudo-language."""
        return self.marked.replace("{a}", one).replace("{b}", other)


_SIGNS = {
    "latest": "MOST RECENT",
    "earliest": "EARLIER",
    "largest": "HIGHER",
    "smallest": "LOWER",
}


@lru_cache(maxsize=64)
def _sheet(topic_id: str, topic: "_ByIdentity") -> Sheet:
    return Sheet(topic.topic)


class _ByIdentity:
    """A topic that equals itself only, so that looking it up compares no cells."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic

    def __hash__(self) -> int:
        return id(self.topic)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.topic is self.topic


def sheet_of(topic: Topic) -> Sheet | None:
    """The sheet of a topic, kept for its next question; None where it lists nothing nameable."""
    if topic.table is None or len(topic.table.rows) < 3 or len(topic.table.columns) < 2:
        return None
    sheet = _sheet(topic.id, _ByIdentity(topic))
    return sheet if sheet.main else None


def context_for(topic: Topic) -> str:
    """The words that say which table a question is about; "" where there are none.

    Example: ``context_for(bridges)`` → ``"in the list of bridges in Hull"``
    """
    sheet = sheet_of(topic)
    return sheet.context if sheet else ""


def naming_column(topic: Topic) -> int:
    """The column whose cells name the rows; -1 where there is none."""
    sheet = sheet_of(topic)
    return sheet.main.column if sheet and sheet.main else -1


def ordered_columns(topic: Topic) -> list[int]:
    """The number and date columns by which a topic's things can be compared.

    Example: ``ordered_columns(bridges)`` → ``[1, 3]``
    """
    sheet = sheet_of(topic)
    return [words.column for words in sheet.measures] if sheet else []


def comparison(topic: Topic, column: int, chance: random.Random) -> ComparisonWords | None:
    """Words that compare two things by a column; None where its order means nothing.

    Example: ``comparison(bridges, 1, chance).asked`` → ``"Which bridge is longer, {a} or {b}?"``
    """
    sheet = sheet_of(topic)
    words = (
        next((each for each in sheet.measures if each.column == column), None) if sheet else None
    )
    if sheet is None or words is None:
        return None
    high = chance.random() < 0.6
    operation: Literal["earliest", "latest", "smallest", "largest"]
    if words.kind == "date":
        operation = "latest" if high else "earliest"
    else:
        operation = "largest" if high else "smallest"
    main, names = listed(sheet), sheet.view.names
    sign = _SIGNS[operation]
    return ComparisonWords(
        column=column,
        operation=operation,
        word=comparative(sheet, words, high),
        asked=chance.choice((*better(sheet, words, high), *better_of(sheet, words, high))),
        marked=f"which [{names[main.column]}] has {sign} [{names[column]}] : {{a}} or {{b}}?",
        noun=main.noun.one,
        person=is_person(sheet),
    )


def lookup_of(topic: Topic, thing: Thing, column: int) -> Single | None:
    """The question for what a column says of a thing; None where it cannot be asked.

    Example: ``lookup_of(bridges, humber, 1).whole`` → ``"How long is the Humber Bridge?"``
    """
    sheet = sheet_of(topic)
    words = next((each for each in sheet.others if each.column == column), None) if sheet else None
    if sheet is None or words is None:
        return None
    rows = [cell.row for cell in thing.cells if cell.column == listed(sheet).column]
    if not rows:
        return None
    return property_lookup(sheet, rows[0], words, random.Random(f"{topic.id} {thing.key} {column}"))


def compared_rows(sheet: Sheet, chance: random.Random) -> Single | None:
    """Which of two things of the table has the higher or lower value."""
    rows = two_rows(sheet, chance)
    if not sheet.measures or rows is None:
        return None
    words, main, high = chance.choice(sheet.measures), listed(sheet), chance.random() < 0.6
    program = Program(Better(main.column, rows, words.column, high), main.column)
    values = values_of(program, sheet.table)
    if not values:
        return None
    one, other = (with_article(sheet.says(row, main.column)) for row in rows)
    question = chance.choice(better(sheet, words, high))
    context = sheet.context
    if context and words.kind == "number" and is_person(sheet):
        asked, comma, either = question.partition(", ")
        question = f"{asked} {context}{comma}{either}"
    return Single(
        leaf="TableQ",
        question=question.replace("{a}", one).replace("{b}", other),
        query=Cells(sheet.table.id, program),
        values=values,
        entities=entities_of(sheet, values),
        pseudo=pseudo_of(program, sheet.table, sheet.view),
        noun=main.noun.one,
        nouns=main.noun.many,
        person=is_person(sheet),
    )
