"""What of a source is shown, and what is marked in it: the parts that the templates draw."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from markupsafe import Markup, escape

from manyhop.sources import CellAt, Place, Procedure, Region, Span, StepAt, Table


class Room(msgspec.Struct, frozen=True):
    """How much of a source there is room for: characters, rows, columns and steps."""

    text: int = 900
    rows: int = 8
    columns: int = 8
    steps: int = 14
    step: int = 320
    first_row: int = 0


class CellShown(msgspec.Struct, frozen=True):
    """A cell's words, and whether they are cited."""

    text: str
    cited: bool


class RowShown(msgspec.Struct, frozen=True):
    """A row, and whether rows before it are left out."""

    gap: bool
    cells: tuple[CellShown, ...]


class Grid(msgspec.Struct, frozen=True):
    """The part of a table that is shown; ``more`` says in words what is not."""

    heads: tuple[str, ...]
    rows: tuple[RowShown, ...]
    more: str


class StepShown(msgspec.Struct, frozen=True):
    """A step with what is cited of it marked."""

    number: int
    title: str
    text: Markup
    images: str


class Steps(msgspec.Struct, frozen=True):
    """The steps that are shown, and how many are not."""

    steps: tuple[StepShown, ...]
    left: int


def cut(text: str, limit: int) -> str:
    """A text that is too long, ended by a "…"."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def spans_of(places: Iterable[Place]) -> list[Span]:
    """The spans among some places."""
    return [place for place in places if isinstance(place, Span)]


def rectangles(places: Iterable[Place]) -> list[Markup]:
    """The cited boxes of a picture, in hundredths of its sides, as attributes of a ``rect``."""
    found = []
    for place in places:
        if isinstance(place, Region) and place.box:
            left, top, right, bottom = (min(max(100 * edge, 0), 100) for edge in place.box)
            found.append(
                Markup(
                    f'x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" '
                    f'height="{bottom - top:.2f}"'
                )
            )
    return found


def marked(text: str, spans: Iterable[Span], limit: int = 900) -> Markup:
    """Text with its spans marked; a long one is cut to what stands around the first.

    Example: ``marked("a < b", [Span(0, 1)])`` → ``"<mark>a</mark> &lt; b"``
    """
    cited = sorted((s.start, min(s.end, len(text))) for s in spans if 0 <= s.start < len(text))
    begin = max(0, cited[0][0] - limit // 3) if cited and len(text) > limit else 0
    end = min(len(text), begin + limit)
    pieces, at = ["… " if begin else ""], begin
    for start, stop in cited:
        start, stop = max(start, at), min(stop, end)
        if start < stop:
            pieces += [escape(text[at:start]), Markup("<mark>{}</mark>").format(text[start:stop])]
            at = stop
    return Markup().join([*pieces, text[at:end], " …" if end < len(text) else ""])


def grid_of(
    table: Table, places: Iterable[Place] = (), words: Sequence[str] = (), room: Room | None = None
) -> Grid:
    """The rows and columns with cited cells and with ``words``, and others while there is room."""
    room = room or Room()
    cited = {(place.row, place.column) for place in places if isinstance(place, CellAt)}
    telling = cited | set(_cells_saying(table, words))
    rows = _chosen(table.length, {row for row, _ in telling}, room.rows, room.first_row)
    columns = _chosen(len(table.columns), {column for _, column in telling}, room.columns)
    shown = tuple(
        RowShown(
            gap=row > before + 1,
            cells=tuple(
                CellShown(table.quote(CellAt(row, at)), (row, at) in cited) for at in columns
            ),
        )
        for before, row in zip([room.first_row - 1, *rows], rows, strict=False)
    )
    left = (table.length - len(rows), "row"), (len(table.columns) - len(columns), "column")
    more = ", ".join(f"{n:,} more {word}{'s' * (n > 1)}" for n, word in left if n)
    return Grid(tuple(table.columns[at].name for at in columns), shown, more)


def steps_of(procedure: Procedure, places: Iterable[Place] = (), room: Room | None = None) -> Steps:
    """The cited steps, and others while there is room."""
    room = room or Room()
    cited = [place for place in places if isinstance(place, StepAt)]
    shown = []
    for at in _chosen(len(procedure.steps), {place.step for place in cited}, room.steps):
        step = procedure.steps[at]
        here = [place for place in cited if place.step == at]
        text = marked(step.text, [place.span for place in here if place.span], room.step)
        if any(place.span is None for place in here):
            text = Markup("<mark>{}</mark>").format(text)
        shown.append(StepShown(at + 1, step.title, text, ", ".join(step.images)))
    return Steps(tuple(shown), len(procedure.steps) - len(shown))


def _cells_saying(table: Table, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    wanted = {word.strip().casefold() for word in words}
    for row, cells in enumerate(table.rows if wanted else ()):
        for column, cell in enumerate(cells):
            if cell.text.strip().casefold() in wanted:
                yield row, column


def _chosen(count: int, cited: set[int], most: int, first: int = 0) -> list[int]:
    """The cited numbers below ``count``, and others from ``first`` on up to ``most`` in all."""
    kept = sorted(number for number in cited if 0 <= number < count)[:most]
    others = [n for n in range(first, min(count, first + 2 * most)) if n not in kept]
    return sorted([*kept, *others[: most - len(kept)]])
