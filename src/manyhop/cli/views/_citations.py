"""The sources behind an answer, each with what is quoted from it."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from PIL import Image as Pillow
from PIL import ImageOps
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from manyhop.cli._console import shorten
from manyhop.errors import ManyhopError
from manyhop.sources import (
    AnySource,
    CellAt,
    Citation,
    Image,
    Place,
    Procedure,
    Snippet,
    Span,
    StepAt,
    Table,
)

Lookup = Callable[[str], AnySource]
"""The source with an id; a ``ManyhopError`` where there is none."""


def citations_view(
    citations: Sequence[Citation], lookup: Lookup, console: Console
) -> Iterator[RenderableType]:
    """Every cited source once, in order, with the numbers of the citations of it."""
    by_source: dict[str, dict[int, Citation]] = {}
    for number, citation in enumerate(citations, start=1):
        by_source.setdefault(citation.source_id, {})[number] = citation
    for id, of_source in by_source.items():
        marks = numbered(list(of_source))
        try:
            source = lookup(id)
        except ManyhopError:  # gone since
            yield _head(marks, id, "", "; ".join(one.quote for one in of_source.values()))
            continue
        yield _head(marks, source.title or source.id, source.kind, source.whereabouts)
        body = _body(source, [one.place for one in of_source.values()], lookup, console)
        yield Padding(body, (0, 0, 0, 4), expand=False)


def numbered(numbers: Sequence[int]) -> str:
    """The citations' numbers as the rationale names them.

    Example: ``numbered([1, 2, 3, 7])`` → ``"[1–3] [7]"``
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"[{run[0]}]" if len(run) == 1 else f"[{run[0]}–{run[-1]}]" for run in runs)


def _head(marks: str, title: str, kind: str, origin: str) -> Text:
    head = Text.assemble((f"{marks} ", "bold cyan"), (shorten(title, 60), "bold"))
    return head.append(f"  {kind}", style="cyan").append(f"  {origin}", style="dim")


def _body(
    source: AnySource, places: list[Place], lookup: Lookup, console: Console
) -> RenderableType:
    match source:
        case Snippet():
            spans = [place for place in places if isinstance(place, Span)]
            return cited_sentences(source.text, spans, console)
        case Table():
            cells = [place for place in places if isinstance(place, CellAt)]
            return cited_cells(source, cells, console)
        case Image():
            return _picture(source, console)
        case Procedure():
            steps = [place for place in places if isinstance(place, StepAt)]
            return Group(*_steps(source, steps, lookup, console))


def _picture(image: Image, console: Console) -> RenderableType:
    written = f"written in it: {shorten(image.text, 120)}" if image.text else ""
    words = Text(shorten(image.caption or image.title))
    for line, style in ((written, ""), (image.path, "dim")):
        if line:
            words.append(f"\n{line}", style=style)
    small = thumbnail(image, console)
    if small is None:
        return words
    beside = Grid.grid(padding=(0, 2, 0, 0))
    beside.add_column(no_wrap=True)
    beside.add_column(overflow="fold")
    beside.add_row(small, words)
    return beside


def _steps(
    procedure: Procedure, places: Sequence[StepAt], lookup: Lookup, console: Console
) -> Iterator[RenderableType]:
    total = len(procedure.steps)
    for number in sorted({place.step for place in places}):
        step = procedure.steps[number]
        of_step = [place for place in places if place.step == number]
        spans = [place.span or Span(0, len(step.text)) for place in of_step if place.image is None]
        line = Text.assemble((f"Step {number + 1} of {total}  ", "cyan"))
        line.append(f"{step.title}: " if step.title and step.text else step.title, style="bold")
        if step.text:
            line.append(cited_sentences(step.text, [span for span in spans if span.end], console))
        yield line
        for image in {place.image: None for place in of_step if place.image is not None}:
            yield _step_picture(step.images[image], lookup, console)


def _step_picture(id: str, lookup: Lookup, console: Console) -> RenderableType:
    try:
        image = lookup(id)
    except ManyhopError:
        return Text(f"picture {id}", style="dim")
    return _picture(image, console) if isinstance(image, Image) else Text(id, style="dim")


_ROWS = 6
_COLUMNS = 5
_WIDTH = 30


def cited_cells(table: Table, cells: Sequence[CellAt], console: Console) -> RenderableType:
    """A small table: the cited rows in order, with the cited columns and what else there is room
    for, the first column before all, as it says what a row is about.
    """
    rows = sorted({cell.row for cell in cells})
    columns = _columns(table, cells)
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        is_number = table.columns[column].kind == "number"
        name = Text(shorten(table.columns[column].name, _WIDTH))
        grid.add_column(name, justify="right" if is_number else "left", max_width=_WIDTH)
    for row in rows[:_ROWS]:
        grid.add_row(*(_cell(table, CellAt(row, column), cells, console) for column in columns))
    left = len(rows) - _ROWS
    more = Text(f"… and {left} more row{'s' * (left > 1)}", style="dim")
    return Group(grid, more) if left > 0 else grid


def _columns(table: Table, cells: Sequence[CellAt]) -> list[int]:
    every = range(len(table.columns))
    cited = {cell.column for cell in cells}
    first = sorted(every, key=lambda column: (column not in cited, column))
    wanted = {0, *first[: max(_COLUMNS - 1, len(cited))]}
    if len(wanted) < _COLUMNS:
        wanted.update(first[:_COLUMNS])
    return sorted(wanted)


def _cell(table: Table, at: CellAt, cited: Sequence[CellAt], console: Console) -> Text:
    text = shorten(table.quote(at), 3 * _WIDTH)
    return quoted(text, [(0, len(text))] if at in cited else [], console)


# The sentences around quoted spans.

_END = re.compile(r"""[.!?]["'”’)\]]*\s+(?=["'“‘(\[]?[A-Z0-9À-Þ])|\n\s*\n""")
_SHORT_FOR = re.compile(r"(?:^|[\s(.])(?:[A-Z]|Dr|Mr|Mrs|Ms|St|No|Jr|Sr|vs|ca|c)\.\s*$")
_WIDEST = 320


def cited_sentences(text: str, spans: Sequence[Span], console: Console) -> Text:
    """Whole sentences with the spans marked in them; what is left out is a "…".

    Example: ``cited_sentences("It is long. It opened in 1981.", [Span(25, 29)], console)`` is,
    without colours, ``… It opened in «1981».``
    """
    shown, end = Text(), 0
    for start, stop in _stretches(text, sorted(spans, key=lambda span: span.start)):
        if start > end:
            shown.append(" … " if shown else "… ")
        part = text[start:stop].rstrip()
        places = [(span.start - start, span.end - start) for span in spans if span.end > start]
        shown.append(quoted(part, places, console))
        end = stop
    return shown.append(" …") if text[end:].strip() else shown


def sentences(text: str) -> list[tuple[int, int]]:
    """Where each sentence begins and ends, the white space after it included.

    Example: ``sentences("Dr. Roe came. She won.")`` → ``[(0, 14), (14, 22)]``
    """
    ends = [end for end in (found.end() for found in _END.finditer(text)) if _is_end(text, end)]
    places = sorted({0, *ends, len(text)})
    return list(pairwise(places))


def _is_end(text: str, end: int) -> bool:
    return not _SHORT_FOR.search(text, max(0, end - 12), end)


def _stretches(text: str, spans: Sequence[Span]) -> list[tuple[int, int]]:
    """The parts of the text to show, in order and apart from each other."""
    stretches: list[tuple[int, int]] = []
    every = sentences(text)
    for span in spans:
        around = [part for part in every if part[0] < span.end and span.start < part[1]]
        start, stop = _narrowed(text, around[0][0], around[-1][1], span)
        if stretches and start <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(stop, stretches[-1][1]))
        else:
            stretches.append((start, stop))
    return stretches


def _narrowed(text: str, start: int, stop: int, span: Span) -> tuple[int, int]:
    """As much around the span as fits, cut between words."""
    if stop - start <= _WIDEST:
        return start, stop
    room = max(40, (_WIDEST - (span.end - span.start)) // 2)
    if span.start - start > room:
        start = text.rfind(" ", start, span.start - room) + 1 or span.start
    if stop - span.end > room:
        stop = text.find(" ", span.end + room, stop) + 1 or stop
    return start, stop


_STYLE = "black on yellow"


def quoted(text: str, places: Sequence[tuple[int, int]], console: Console) -> Text:
    """The text on one line with what stands at the places marked.

    Example: ``quoted("It opened in 1981.", [(13, 17)], console)`` is, without colours,
    ``It opened in «1981».``
    """
    shown, end = Text(), 0
    for start, stop in sorted(places):
        start, stop = max(start, end), min(stop, len(text))
        if start >= stop:
            continue
        shown.append(_line(text[end:start]))
        shown.append(_mark(_line(text[start:stop]), console))
        end = stop
    return shown.append(_line(text[end:]))


def _mark(text: str, console: Console) -> Text:
    return Text(text, style=_STYLE) if console.color_system else Text(f"«{text}»")


def _line(text: str) -> str:
    return text.replace("\n", " ")


_THUMBNAIL_COLUMNS = 24
_LINES = 8
_MANY_COLOURS = {"256", "truecolor"}


def thumbnail(image: Image, console: Console) -> Text | None:
    """The picture, where the console is a terminal with colours and the pixels can be had.

    Example: ``thumbnail(image, Console()) or image.path``
    """
    if not console.is_terminal or console.color_system not in _MANY_COLOURS:
        return None
    if console.options.ascii_only:
        return None
    try:
        return _drawn(_small(image.pixels()))
    except (ManyhopError, OSError, ValueError, SyntaxError, Pillow.DecompressionBombError):
        return None


def _small(pixels: bytes) -> Pillow.Image:
    """The picture on white, in its own proportions, with an even number of rows."""
    with Pillow.open(io.BytesIO(pixels)) as picture:
        picture.draft("RGB", (8 * _THUMBNAIL_COLUMNS, 8 * _THUMBNAIL_COLUMNS))
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    paper = Pillow.alpha_composite(Pillow.new("RGBA", upright.size, "white"), upright)
    scale = min(_THUMBNAIL_COLUMNS / paper.width, 2 * _LINES / paper.height)
    width, lines = round(paper.width * scale), round(paper.height * scale / 2)
    size = (max(1, width), 2 * max(1, lines))
    return paper.convert("RGB").resize(size, Pillow.Resampling.LANCZOS)


def _drawn(picture: Pillow.Image) -> Text:
    colours = picture.tobytes().hex()
    width, height = picture.size

    def point(x: int, y: int) -> str:
        start = 6 * (y * width + x)
        return f"#{colours[start : start + 6]}"

    lines = [
        Text.assemble(*(("▀", f"{point(x, y)} on {point(x, y + 1)}") for x in range(width)))
        for y in range(0, height, 2)
    ]
    return Text("\n").join(lines)
