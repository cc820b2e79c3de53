"""A page of a PDF as a picture, drawn in a worker: the file may be one that harms its reader."""

import io
import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from manyhop.confined import GaveUp, confined
from manyhop.errors import ManyhopError
from manyhop.sources.reading._dispatch import limits_for

_SCALE = 110 / 72  # of a point
_LONGEST = 2_400  # pixels of a side


def draw_pdf_page(path: Path, number: int) -> bytes:
    """A page, counted from 1, as PNG; a ``ManyhopError`` where it cannot be drawn at a fair cost.

    Example: ``draw_pdf_page(Path("report.pdf"), 3)``
    """
    call = confined(f"{__name__}:page", os.fsencode(path), number, limits=limits_for(path))
    try:
        return b"".join(call)
    except GaveUp as error:
        raise ManyhopError(f"page {number} of {path.name} {error}; save the file anew") from error


def page(path: bytes, number: int) -> Iterator[bytes]:
    """In the worker: the page as PNG."""
    import pypdfium2  # not in the process that asks

    try:
        with closing(pypdfium2.PdfDocument(os.fsdecode(path))) as document:
            if not 1 <= number <= len(document):
                raise ManyhopError(f"the file has no page {number}; index it again")
            found = document[number - 1]
            scale = min(_SCALE, _LONGEST / max(1.0, *found.get_size()))
            drawn = found.render(scale=scale).to_pil()
    except (pypdfium2.PdfiumError, OSError) as error:
        raise ManyhopError(f"the page cannot be drawn ({error}); index its file again") from error
    kept = io.BytesIO()
    drawn.convert("P").save(kept, "PNG", optimize=True)
    yield kept.getvalue()
