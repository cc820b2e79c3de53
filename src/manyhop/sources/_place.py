"""Where inside a source: a span of text, a cell, a step, or a region of a picture."""

import msgspec


class Span(msgspec.Struct, frozen=True, tag="span"):
    """Characters ``start`` to ``end`` (exclusive) of a snippet's text."""

    start: int
    end: int


class CellAt(msgspec.Struct, frozen=True, tag="cell"):
    """One cell of a table; the first row under the header is row 0."""

    row: int
    column: int


class StepAt(msgspec.Struct, frozen=True, tag="step", omit_defaults=True):
    """One step of a procedure, or a span of its text, or one of its images."""

    step: int
    span: Span | None = None
    image: int | None = None


class Region(msgspec.Struct, frozen=True, tag="region", omit_defaults=True):
    """A picture, or a box in it: left, top, right, bottom as shares of its size (0..1)."""

    box: tuple[float, float, float, float] | None = None


Place = Span | CellAt | StepAt | Region


class Citation(msgspec.Struct, frozen=True):
    """A place in a source and what stands there.

    Example: ``snippet.cite(Span(0, 5))`` → ``Citation("3f2a…", Span(0, 5), "Paris")``
    """

    source_id: str
    place: Place
    quote: str
