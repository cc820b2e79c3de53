"""From the blocks of a document to sources: snippets, tables, images and procedures."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.sources._grid import table_from_grid
from manyhop.sources._json import AnySource
from manyhop.sources._procedure import Procedure
from manyhop.sources._snippet import Snippet
from manyhop.sources.reading._blocks import (
    Block,
    Code,
    Grid,
    Listing,
    Mark,
    Section,
    Shown,
    is_box,
    sections,
)
from manyhop.sources.reading._passages import snippets
from manyhop.sources.reading._procedures import take_procedures, without_repeats

_LONGEST_CAPTION = 200  # characters


def document(
    blocks: Iterable[Block], *, title: str, origin: str, known: Sequence[Procedure] = ()
) -> Iterator[AnySource]:
    """The sources in a document; what its ``known`` procedures say is not said again."""
    found = sections(_each_picture_once(list(blocks)), title)
    rest, procedures = take_procedures(without_repeats(known, found), title, origin)
    yield from known
    yield from procedures
    empty = not known and not procedures
    for section in rest:
        for source in _sources(section, title, origin):
            empty = False
            yield source
    if empty:
        yield _outline(found, title, origin)


def _each_picture_once(blocks: list[Block]) -> Iterator[Block]:
    """A picture shown several times is one image, with the first caption it has."""
    best: dict[str, Shown] = {}
    for block in blocks:
        if isinstance(block, Shown):
            known = best.setdefault(block.image.id, block)
            if not known.image.caption:
                best[block.image.id] = block
    for block in blocks:
        if not isinstance(block, Shown):
            yield block
        elif block.image.id in best:
            yield best.pop(block.image.id)


def _outline(found: Sequence[Section], title: str, origin: str) -> Snippet:
    """All there is to a document without a text: its headings."""
    lines = [section.headings[-1] for section in found if section.headings]
    if not lines:
        raise ManyhopError(f"{origin} holds no text; add some or leave it out")
    return Snippet(title=title, text="\n".join(lines), origin=origin)


def _announcement(paragraphs: Sequence[str]) -> str:
    """The line before a table that says what it shows."""
    last = paragraphs[-1] if paragraphs else ""
    return last[:-1] if last.endswith(":") and len(last) <= _LONGEST_CAPTION else ""


def _follows_label(paragraphs: Sequence[str], block: str) -> bool:
    return bool(paragraphs) and is_box(paragraphs[-1]) and not isinstance(block, Code)


def _sources(section: Section, title: str, origin: str) -> Iterator[AnySource]:
    paragraphs: list[str] = []
    meta: dict[str, Any] = {}

    def packed() -> Iterator[Snippet]:
        yield from snippets(
            paragraphs, title=title, origin=origin, headings=section.headings, meta=meta
        )
        paragraphs.clear()

    for block in section.blocks:
        if isinstance(block, Mark):
            yield from packed()
            meta = block.meta()
        elif isinstance(block, str):
            label = paragraphs.pop().rstrip(":") if _follows_label(paragraphs, block) else ""
            paragraphs.append(f"{label}: {block}" if label else block)
        elif isinstance(block, Listing):
            paragraphs.append("\n".join(block.paragraphs()))
        elif isinstance(block, Grid):
            yield table_from_grid(
                block.rows,
                title=title,
                caption=block.caption or _announcement(paragraphs),
                headings=section.headings,
                origin=origin,
                header=block.header,
                meta=meta,
            )
        elif isinstance(block, Shown):
            yield block.image
    yield from packed()
