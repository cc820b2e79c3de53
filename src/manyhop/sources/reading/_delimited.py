"""Tables from CSV, TSV and their kin."""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from manyhop.errors import ManyhopError
from manyhop.sources._grid import LONG, long_table, table_from_grid
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell, Link
from manyhop.sources.reading._above import lines_above, said_above
from manyhop.sources.reading._encoding import read_text
from manyhop.sources.reading._rows import check_width, has_header
from manyhop.sources.reading._titles import title_from_name

_DELIMITERS = "\t;|,"  # of two that fit alike, the rarer in prose
_SAMPLE = 1 << 18  # characters from which the delimiter is judged
_MOST_FILLING = 20_000_000  # empty cells that may be added to short rows
_LONGEST_LINE = 4_000_000  # characters

_LINK = re.compile(r"\[([^\[\]\n]+)\]\(([a-z][a-z0-9+.-]*:[^\s()]+|[^\s()]*[./#][^\s()]*)\)", re.I)


def read_delimited(path: Path, origin: str) -> Iterator[AnySource]:
    """The table in a file of comma-, tab-, semicolon- or bar-separated values.

    A cell's ``[text](address)`` becomes its text and a link. Over 10,000 rows go to disk.
    Example: ``next(read_delimited(Path("bridges.csv"), "bridges.csv")).columns``
    """
    text = read_text(path)
    delimiter = "\t" if path.suffix.lower() == ".tsv" else _delimiter(text, path.name)
    count, width = _size(text, delimiter, path.name)
    title = title_from_name(path)
    rows = _rows(text, delimiter, path.name)
    first = [list(map(_cell, row)) for row in islice(rows, LONG)]
    above = lines_above(first)
    caption, first = said_above(first[:above]), first[above:]
    header = has_header(first)
    if count <= LONG:
        yield table_from_grid(first, title=title, caption=caption, origin=origin, header=header)
        return
    rows = islice(_rows(text, delimiter, path.name), above, None)
    names = next(rows) if header else []
    names += [""] * (width - len(names))
    body = (list(map(_plain, row)) if "](" in "".join(row) else row for row in rows)
    yield long_table(names, body, title=title, caption=caption, origin=origin)


def _lines(text: str, name: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        if end - start > _LONGEST_LINE:
            raise ManyhopError(
                f"{name}: has a line of {end - start:,} characters, too long for a table; "
                "put each row on a line of its own"
            )
        yield text[start:end]
        start = end


def _rows(text: str, delimiter: str, name: str) -> Iterator[list[str]]:
    """The rows with something in them."""
    reader = csv.reader(_lines(text, name), delimiter=delimiter)
    try:
        for row in reader:
            check_width(len(row), name)
            if any(map(str.strip, row)):
                yield row
    except csv.Error as error:
        raise ManyhopError(
            f"{name}, line {reader.line_num}: cannot be read as a table ({error}); "
            "check that every quotation mark is closed"
        ) from error


def _size(text: str, delimiter: str, name: str) -> tuple[int, int]:
    """How many rows there are, and how many cells in the longest."""
    count = width = cells = 0
    for row in _rows(text, delimiter, name):
        count, width, cells = count + 1, max(width, len(row)), cells + len(row)
    if not count:
        raise ManyhopError(f"{name}: has only empty cells; fill it or leave the file out")
    if count * width > _MOST_FILLING + 2 * cells:
        raise ManyhopError(
            f"{name}: has rows of {cells // count:,} and of {width:,} cells; "
            "give all the same number"
        )
    return count, width


def _delimiter(text: str, name: str) -> str:
    """The delimiter that cuts most rows to the same number of cells, more than one."""

    def evenness(delimiter: str) -> float:
        try:
            widths = Counter(map(len, _rows(text[:_SAMPLE], delimiter, name)))
        except ManyhopError:
            return 0.0
        [(width, rows)] = widths.most_common(1) or [(0, 0)]
        return rows / widths.total() if width > 1 else 0.0

    even = {delimiter: evenness(delimiter) for delimiter in _DELIMITERS}
    return max(even, key=even.__getitem__) if any(even.values()) else ","


def _plain(text: str) -> str:
    return _cell(text).text


def _cell(text: str) -> Cell:
    if "](" not in text:
        return Cell(text)
    links = tuple(Link(text=match[1], url=match[2]) for match in _LINK.finditer(text))
    return Cell(_LINK.sub(r"\1", text), links)
