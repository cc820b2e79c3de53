"""The sources behind an answer, each with what is quoted from it."""

from collections.abc import Callable, Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from manyhop.cli._cited_cells import cited_cells
from manyhop.cli._cited_sentences import cited_sentences
from manyhop.cli._console import shorten
from manyhop.cli._thumbnail import thumbnail
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
