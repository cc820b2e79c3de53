"""How a source looks in a terminal, in a few lines."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from manyhop.cli._console import shorten
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

_ROWS = 3
_COLUMNS = 6
_WIDTH = 28


def view(source: AnySource, *, whole: bool = False) -> RenderableType:
    """A preview, or with ``whole`` everything."""
    if isinstance(source, Snippet):
        body: RenderableType = Text(source.text if whole else shorten(source.text))
    elif isinstance(source, Table):
        body = _grid(source, whole)
    elif isinstance(source, Image):
        body = _picture(source)
    else:
        body = _steps(source, whole)
    return Padding(body, (0, 0, 0, 4), expand=False)


def _grid(table: Table, whole: bool) -> RenderableType:
    columns = table.columns if whole else table.columns[:_COLUMNS]
    rows = table.rows if whole else table.rows[:_ROWS]
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


def _steps(procedure: Procedure, whole: bool) -> Text:
    steps = procedure.steps if whole else procedure.steps[:_ROWS]
    lines = []
    for number, step in enumerate(steps, start=1):
        words = ": ".join(filter(None, (step.title, step.text)))
        lines.append(f"{number}. {words if whole else shorten(words, 100)}")
    if len(procedure.steps) > len(steps):
        left = len(procedure.steps) - len(steps)
        lines.append(f"… {left} more step{'s' * (left > 1)}")
    return Text("\n".join(lines))
