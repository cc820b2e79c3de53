"""Presentations of PowerPoint."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pptx
from pptx.exc import PackageNotFoundError
from pptx.oxml.ns import qn

from manyhop.errors import ManyhopError
from manyhop.sources._json import AnySource
from manyhop.sources._table import Cell
from manyhop.sources.reading._archive import check_archive
from manyhop.sources.reading._blocks import Block, Grid, Heading, Mark, Shown
from manyhop.sources.reading._document import document
from manyhop.sources.reading._numbering import Item, item, listings
from manyhop.sources.reading._pictures import picture_in
from manyhop.sources.reading._rows import has_header, written
from manyhop.sources.reading._titles import title_from_name

_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")


def read_pptx(path: Path, origin: str) -> Iterator[AnySource]:
    """The sources in a presentation, each with its slide's number in ``meta["slide"]``.

    Example: ``list(read_pptx(Path("talk.pptx"), "talk.pptx"))``
    """
    check_archive(path, "presentation", ".pptx")
    try:
        opened = pptx.Presentation(str(path))
    except (KeyError, ValueError, PackageNotFoundError) as error:
        raise ManyhopError(
            f"{path.name}: is damaged or no presentation; save it again as .pptx"
        ) from error
    slides = list(opened.slides)
    named = (_title(slide) for slide in slides[:1])
    title = next(filter(None, named), "") or opened.core_properties.title or title_from_name(path)
    parts = (
        part
        for number, slide in enumerate(slides, 1)
        for part in _Slide(slide, title, origin).parts(number)
    )
    yield from document(listings(parts), title=title, origin=origin)


def _title(slide: Any) -> str:
    shape = slide.shapes.title
    return " ".join(shape.text_frame.text.split()) if shape is not None else ""


class _Slide:
    """What stands on one slide."""

    def __init__(self, slide: Any, title: str, origin: str) -> None:
        self._slide = slide
        self._title = title
        self._origin = origin

    def parts(self, number: int) -> Iterator[Item | Block]:
        """Its title, then its shapes from the top down, then the speaker's notes."""
        yield Mark("slide", number)
        heading = _title(self._slide)
        yield Heading(1 if heading == self._title else 2, heading)
        titled = self._slide.shapes.title
        for shape in _in_order(self._slide.shapes):
            if titled is None or shape.shape_id != titled.shape_id:
                yield from self._shape(shape)
        if self._slide.has_notes_slide:
            frame = self._slide.notes_slide.notes_text_frame
            if frame is not None and frame.text.strip():
                yield f"Notes: {frame.text.strip()}"

    def _shape(self, shape: Any) -> Iterator[Item | Block]:
        if hasattr(shape, "shapes"):  # a group
            for inner in _in_order(shape.shapes):
                yield from self._shape(inner)
        elif getattr(shape, "has_table", False):
            rows = [[Cell(text) for text in row] for row in _rows(shape.table)]
            yield Grid(rows, header=has_header(rows))
        elif getattr(shape, "has_chart", False):
            yield from _chart(shape.chart)
        elif getattr(shape, "has_text_frame", False):
            yield from _paragraphs(shape)
        else:
            yield from self._picture(shape)

    def _picture(self, shape: Any) -> Iterator[Shown]:
        try:
            found = shape.image
            known = found.content_type in _PICTURES
        except (AttributeError, KeyError, ValueError):  # no picture, or one that is elsewhere
            return
        named = shape._element.find(f".//{qn('p:cNvPr')}")
        words = (named.get("descr") or "") if named is not None else ""
        image = picture_in(
            found.blob if known else b"",
            caption=" ".join(words.split()),
            title=self._title,
            origin=self._origin,
        )
        if image:
            yield Shown(image, image.id)


def _in_order(shapes: Iterable[Any]) -> list[Any]:
    return sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0))


def _paragraphs(shape: Any) -> Iterator[Item | Block]:
    """The paragraphs of a shape; those of a placeholder for text are a list."""
    listed = shape.is_placeholder and "SUBTITLE" not in str(shape.placeholder_format.type)
    lines = [line for line in shape.text_frame.paragraphs if line.text.strip()]
    count = 0
    waiting: Item | None = None
    for line in lines:
        text = " ".join(line.text.split())
        if waiting and line.level:
            waiting.more.append(f"- {text}")
            continue
        if waiting:
            yield waiting
            waiting = None
        properties = line._p.pPr
        if properties is not None and properties.find(qn("a:buAutoNum")) is not None:
            count += 1
            waiting = Item(count, text)
        elif listed and len(lines) > 1:
            waiting = item(text, None, starts_chunk=True) or Item(0, text)
        else:
            yield item(text, None, starts_chunk=True) or text
    if waiting:
        yield waiting


def _rows(table: Any) -> Iterator[list[str]]:
    """The rows of a table; what spans several places stands in each of them."""
    rows = [list(row.cells) for row in table.rows]
    texts = [[" ".join(cell.text.split()) for cell in row] for row in rows]
    for at, row in enumerate(rows):
        for column, cell in enumerate(row):
            if cell.is_merge_origin:
                for below in range(at, min(at + cell.span_height, len(rows))):
                    for beside in range(column, min(column + cell.span_width, len(row))):
                        texts[below][beside] = texts[at][column]
    yield from texts


def _chart(chart: Any) -> Iterator[Block]:
    """The figures behind a chart."""
    try:
        caption = chart.chart_title.text_frame.text.strip() if chart.has_title else ""
        plot = chart.plots[0]
        names = [str(name) for name in plot.categories]
        series = [(str(one.name), [written(value) for value in one.values]) for one in plot.series]
    except (AttributeError, IndexError, KeyError, ValueError):
        return
    if names and series:
        header = [Cell("category"), *(Cell(name) for name, _ in series)]
        body = [
            [Cell(name), *(Cell(values[at] if at < len(values) else "") for _, values in series)]
            for at, name in enumerate(names)
        ]
        yield Grid([header, *body], caption)
