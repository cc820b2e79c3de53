"""Rows of the tables that stand in documents, read like sentences: an option and what it does."""

import math
import re
from collections.abc import Iterator, Sequence

import msgspec

from manyhop.asking._gathered import shares, stems_of
from manyhop.asking._look import Look
from manyhop.asking._passages import Passages
from manyhop.asking._proposal import Proposal
from manyhop.collection import question_terms
from manyhop.programs import TableQ, Value
from manyhop.sources import CellAt, Citation, Table

TABLES = 6  # that are gone through
ROWS = 300  # of a table at most: a longer one is data, not text
JUDGED = 12  # entries that the reranker judges
PROPOSED = 3
READ = 1  # entries of several cells in which the reader looks for the one
_SHOWN = 400  # letters of an entry that the reranker sees
_SAID = 45  # words of an entry that is told as a sentence
_NAME = 5  # words of a column's name
_LEAST = 0.3  # share of the question's words that an entry and what stands above it have
_SHORT = 8  # words of a cell that is an answer whole
_REPEATED = 0.7  # share of a cell's words in the question that makes it tell nothing new
_UNNAMED = re.compile(r"column \d+$")


class Entry(msgspec.Struct, frozen=True):
    """Cells that say something together: a row, or a column's name with its only cell."""

    table: Table
    row: int
    columns: tuple[int, ...]
    rank: int  # of its table
    shared: float = 0.0
    judged: float = 0.0

    def header(self, column: int) -> str:
        """What stands above a cell, where the table says it."""
        if _headed_by_row(self.table):
            return self.table.rows[0][column].text.strip()
        name = self.table.columns[column].name
        return "" if _UNNAMED.match(name) else name

    def cell(self, column: int) -> str:
        """What stands in a cell."""
        return self.table.rows[self.row][column].text.strip()

    def parts(self) -> Iterator[tuple[int, str]]:
        """Column by column what is told of it."""
        for column in self.columns:
            if words := self.cell(column):
                header = self.header(column)
                yield column, f"{header}: {words}" if header else words

    @property
    def told(self) -> str:
        """The entry as a line."""
        return "; ".join(words for _, words in self.parts())

    @property
    def score(self) -> float:
        """What entries are ordered by."""
        return self.judged + 4 * self.shared

    def value(self, column: int, words: str = "") -> Value:
        """A cell, or words of it, cited."""
        cited: tuple[Citation, ...] = (self.table.cite(CellAt(self.row, column)),)
        return Value(words or self.cell(column), 1.0, cited, self.table.title)


def entry_answers(passages: Passages) -> Iterator[Proposal]:
    """Propose the best entries: what they say beside the question's words, and one cell of it."""
    look = passages.look
    entries = _judged(look)
    best = passages.units[0].judged if passages.units else -5.0
    likely = [entry for entry in entries if entry.shared >= _LEAST]
    for rank, entry in enumerate(likely[:PROPOSED]):
        others = [each.score for each in entries if each is not entry]
        signs = {
            "unit": entry.judged / 4,
            "shared": entry.shared,
            "lead": (entry.score - max(others, default=entry.score - 4)) / 4,
            "over text": (entry.judged - best) / 4,
            "table": 1 / (1 + entry.rank),
            "rows": math.log(1 + len(entry.table.rows)),
            "length": math.log(1 + len(entry.told.split())),
            "first": float(rank == 0),
        }
        new = _telling(look.text, entry)
        signs["cells"] = float(len(new))
        said = entry.told if len(entry.told.split()) <= _SAID else ""
        yield _proposal(look, "entry", entry, [entry.value(column) for column in new], signs, said)
        if rank < READ and len(new) > 1:
            yield from _cell(look, entry, signs)


def _proposal(
    look: Look, way: str, entry: Entry, values: Sequence[Value], signs: dict[str, float], said: str
) -> Proposal:
    return Proposal(
        way=way,
        values=tuple(values),
        program=TableQ(look.text),
        signs=signs,
        sources=(entry.table,),
        sentence=said,
    )


def _cell(look: Look, entry: Entry, signs: dict[str, float]) -> Iterator[Proposal]:
    """The one cell in which the reader finds the answer, whole where it is short."""
    reading = look.models.text_reader.read(look.text, [f"{entry.table.title}\n{entry.told}"])[0]
    start = reading.start - len(entry.table.title) - 1
    if start < 0 or not reading.text.strip():
        return
    at = 0
    for column, words in entry.parts():
        if at <= start < at + len(words):
            cell = entry.cell(column)
            short = len(cell.split()) <= _SHORT or reading.text.strip() not in cell
            value = entry.value(column, "" if short else reading.text.strip())
            more = {"reader": min(max(reading.score, -10.0), 10.0) / 4}
            said = _said(look.text, entry, column)
            yield _proposal(look, "entry cell", entry, [value], signs | more, said)
            return
        at += len(words) + 2


def _said(question: str, entry: Entry, column: int) -> str:
    """One cell with its column's name, and with the cell that says which row the question means."""
    asked = set(question_terms(question))
    parts = dict(entry.parts())
    others = [other for other in parts if other != column]
    row = max(others, key=lambda other: len(stems_of(entry.cell(other)) & asked), default=None)
    told = parts[column] if row is None else f"{entry.cell(row)}, {parts[column]}"
    return told if len(told.split()) <= _SAID else ""


def _telling(question: str, entry: Entry) -> list[int]:
    """The columns that do not but repeat the question."""
    asked = set(question_terms(question))
    columns = [column for column, _ in entry.parts()]
    stems = {column: stems_of(entry.cell(column)) for column in columns}
    new = [
        column
        for column in columns
        if not stems[column] or len(stems[column] & asked) < _REPEATED * len(stems[column])
    ]
    return new or columns


def _judged(look: Look) -> list[Entry]:
    """The entries of the tables that were found, best first."""
    found = [
        entry
        for rank, table in enumerate(look.sources("table")[:TABLES])
        if isinstance(table, Table) and table.whole is None and len(table.rows) <= ROWS
        for entry in _entries(table, rank)
    ]
    if not found:
        return []
    asked = set(question_terms(look.text))
    above = {entry.rank: stems_of(_above(entry.table)) for entry in found}
    said = [stems_of(entry.told) for entry in found]
    share = shares(asked, [own | above[e.rank] for e, own in zip(found, said, strict=True)])
    shared = [
        (share(own | above[entry.rank]) + share(own), n)
        for n, (entry, own) in enumerate(zip(found, said, strict=True))
    ]
    kept = [
        msgspec.structs.replace(found[n], shared=amount / 2)
        for amount, n in sorted(shared, key=lambda each: -each[0])[:JUDGED]
    ]
    shown = [f"{_above(entry.table)}\n{entry.told[:_SHOWN]}" for entry in kept]
    judged = look.models.reranker.score(look.text, shown)
    kept = [
        msgspec.structs.replace(entry, judged=score)
        for entry, score in zip(kept, judged, strict=True)
    ]
    return sorted(kept, key=lambda entry: -entry.score)


def _headed_by_row(table: Table) -> bool:
    """Whether the first row names columns that have no names: short cells over several rows."""
    first = [cell.text.split() for cell in table.rows[0]]
    return (
        len(first) > 2
        and len(table.rows) > 2
        and all(_UNNAMED.match(column.name) for column in table.columns)
        and all(0 < len(words) <= _NAME for words in first)
    )


def _above(table: Table) -> str:
    return "\n".join(filter(None, (table.title, *table.headings, table.caption)))


def _entries(table: Table, rank: int) -> Iterator[Entry]:
    """Row by row; a table of one row tells column by column."""
    every = tuple(range(len(table.columns)))
    if len(table.rows) == 1 and len(every) > 2:
        for column in every:
            if table.rows[0][column].text.strip():
                yield Entry(table, 0, (column,), rank)
        return
    for number, row in enumerate(table.rows):
        if any(cell.text.strip() for cell in row) and (number or not _headed_by_row(table)):
            yield Entry(table, number, every, rank)
