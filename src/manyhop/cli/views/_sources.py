"""How a source looks in a terminal, in a few lines."""

import re
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from manyhop.cli._console import shorten
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

_ROWS = 3
_COLUMNS = 6
_WIDTH = 28


def view(source: AnySource, question: str = "", *, whole: bool = False) -> RenderableType:
    """A preview of what bears on a question, or with ``whole`` everything."""
    if isinstance(source, Snippet):
        body: RenderableType = Text(source.text) if whole else excerpt(source.text, question)
    elif isinstance(source, Table):
        body = _grid(source, question, whole)
    elif isinstance(source, Image):
        body = _picture(source)
    else:
        body = _steps(source, question, whole)
    return Padding(body, (0, 0, 0, 4), expand=False)


def _grid(table: Table, question: str, whole: bool) -> RenderableType:
    columns = table.columns if whole else table.columns[:_COLUMNS]
    rows = list(table.rows)
    if not whole:
        lines = [" ".join(cell.text for cell in row) for row in rows]
        rows = [rows[number] for number in telling(lines, question, _ROWS)]
    grid = Grid(
        box=None,
        padding=(0, 2, 0, 0),
        pad_edge=False,
        title=table.caption or None,
        title_justify="left",
    )
    for column in columns:
        grid.add_column(
            Text(column.name),
            justify="right" if column.kind == "number" else "left",
            max_width=None if whole else _WIDTH,
            no_wrap=not whole,
            overflow="fold" if whole else "ellipsis",
        )
    for row in rows:
        grid.add_row(*(Text(cell.text) for cell in row[: len(columns)]))
    left = [(len(table.rows) - len(rows), "row"), (len(table.columns) - len(columns), "column")]
    more = [f"{number:,} more {word}{'s' * (number > 1)}" for number, word in left if number]
    return Group(grid, Text(f"… {', '.join(more)}", style="dim")) if more else grid


def _picture(image: Image) -> Text:
    written = f'in the picture: "{shorten(image.text, 80)}"' if image.text else ""
    return Text("\n".join(filter(None, (shorten(image.caption), written, image.path))))


def _steps(procedure: Procedure, question: str, whole: bool) -> Text:
    lines = [": ".join(filter(None, (step.title, step.text))) for step in procedure.steps]
    shown = range(len(lines)) if whole else telling(lines, question, _ROWS)
    text = [f"{at + 1}. {lines[at] if whole else shorten(lines[at], 100)}" for at in shown]
    left = len(lines) - len(shown)
    return Text("\n".join([*text, *([f"… {left} more step{'s' * (left > 1)}"] if left else [])]))


# The part of a source that bears on a question.

_WORD = re.compile(r"\w+")
_TELLING = 4  # shorter words rarely tell what a question is about
_ROOT = 5  # letters that two forms of a word have in common


def pattern(question: str) -> re.Pattern[str] | None:
    """What finds the question's longer words and numbers in a text, in any ending.

    Example: ``pattern("Which bridges?").search("the bridge")`` matches.
    """
    words = [word for word in _WORD.findall(question) if len(word) >= _TELLING or word.isdigit()]
    roots = sorted({re.escape(word[:_ROOT]) for word in words})
    return re.compile(rf"\b(?:{'|'.join(roots)})\w*", re.IGNORECASE) if roots else None


def excerpt(text: str, question: str, width: int = 240) -> Text:
    """The stretch of a text with most of the question's words in it, these in bold."""
    line, found = " ".join(text.split()), pattern(question)
    if found is None or len(line) <= width:
        return _marked(shorten(line, width), found)
    matches = [(match.start(), match[0][:_ROOT].lower()) for match in found.finditer(line)]
    best = max(
        (start for start, _ in matches),
        key=lambda start: len({word for at, word in matches if 0 <= at - start < width * 0.8}),
        default=0,
    )
    start = _beginning(line, best) if best > width // 3 else 0
    return _marked(("…" if start else "") + shorten(line[start:], width), found)


def telling(lines: Sequence[str], question: str, number: int) -> list[int]:
    """Which lines to show where only some fit: those with most of the question's words, in order.

    Example: ``telling(["Forth", "Humber", "Tower"], "How long is the Humber?", 1)`` → ``[1]``
    """
    found = pattern(question)
    hits = [len(set(found.findall(line.lower()))) if found else 0 for line in lines]
    best = sorted(range(len(lines)), key=lambda at: (-hits[at], at))[:number]
    return sorted(best)


def _beginning(line: str, at: int) -> int:
    """The start of the sentence that holds a place, or of a word shortly before it."""
    sentence = max(line.rfind(mark, 0, at) for mark in (". ", "! ", "? ")) + 2
    return sentence if sentence > 1 and at - sentence < 80 else line.rfind(" ", 0, at - 40) + 1


def _marked(line: str, found: re.Pattern[str] | None) -> Text:
    text = Text(line)
    if found:
        text.highlight_regex(found, "bold")
    return text
