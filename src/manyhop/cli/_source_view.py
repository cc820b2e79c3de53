"""How a source looks in a terminal, in a few lines."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from manyhop.cli._console import shorten
from manyhop.cli._excerpt import excerpt, telling
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
