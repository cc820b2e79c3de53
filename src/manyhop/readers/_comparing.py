"""Comparing a given thing with one that the question names: the table has both rows.

"Which opened first, the Humber Bridge or the bridge with red towers?", with the Golden Gate given,
is asked whole of the table; only the cells to compare must be found, and code compares them.
"""

import re
from functools import partial

from manyhop.programs import Compare, Comparison, TableQ, Value, execute
from manyhop.readers._naming import folded
from manyhop.readers._rows_about import Part
from manyhop.sources import CellAt, Table, parse_date, parse_number

_WORDS: dict[Comparison, str] = {
    "earliest": "first earlier earliest older oldest sooner before",
    "latest": "last later latest newer newest younger youngest recent recently after",
    "largest": "more most larger largest longer longest higher highest taller tallest bigger "
    "biggest greater greatest heavier further farther",
    "smallest": "fewer fewest less least smaller smallest shorter shortest lower lowest lighter",
}
_DATED = frozenset({"earliest", "latest"})
_STEM = 4  # letters by which "opened" and "opening" are alike


def comparison(question: str) -> Comparison | None:
    """How a question compares, by the first word that tells.

    Example: ``comparison("Which opened first?")`` → ``"earliest"``
    """
    known = {word: operation for operation, words in _WORDS.items() for word in words.split()}
    return next((known[word] for word in folded(question).split() if word in known), None)


def compared(question: str, table: Table, part: Part, names: int, chance: float) -> list[Value]:
    """The row that wins, named by its cell in column ``names``; nothing where that can't be told.

    All cells that were compared are cited.
    """
    operation = comparison(question)
    alone = len(part.rows) < 2 or not any(part.about)
    if operation is None or alone or re.search(r"\bor\b|\bthan\b|\bbetween\b", question) is None:
        return []
    column = _measure(question, part.table, names, dates=operation in _DATED)
    if column is None:
        return []
    values = [
        Value(
            table.rows[row][column].text,
            chance,
            (table.cite(CellAt(row, column)),),
            about=table.rows[row][names].text,
        )
        for row in part.rows
    ]
    asked = Compare(operation, (TableQ("What is to be compared?"),))
    return list(execute(asked, lambda *_: values).values)


def _measure(question: str, table: Table, names: int, *, dates: bool) -> int | None:
    """The column of dates, or of numbers, whose name is likest to the question's words."""
    read = partial(parse_date, bare_year=True) if dates else parse_number
    stems = {word[:_STEM] for word in folded(question).split() if len(word) >= _STEM}

    def shared(column: int) -> int:
        return sum(w[:_STEM] in stems for w in folded(table.columns[column].name).split())

    fit = [
        column
        for column in range(len(table.columns))
        if column != names and all(read(row[column].text) for row in table.rows)
    ]
    return (
        max(fit, key=lambda column: (shared(column), _kind(table, column, dates))) if fit else None
    )


def _kind(table: Table, column: int, dates: bool) -> bool:
    return table.columns[column].kind == ("date" if dates else "number")
