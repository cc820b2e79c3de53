"""Pages of PDF files as pictures; a hostile file costs its page, not the process that asks."""

import io
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image as Pillow
from tests.collection.hostile_files import FONT, WORDS, form_that_draws_itself, pdf, stream

from manyhop.errors import ManyhopError
from manyhop.sources.reading import draw_pdf_page


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def size(png: bytes) -> tuple[int, int]:
    with Pillow.open(io.BytesIO(png)) as picture:
        return picture.size


def test_a_page_is_drawn(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pdf", pdf(stream(WORDS), FONT, stream(b"")))
    assert size(draw_pdf_page(path, 1)) == (612, 306)
    with pytest.raises(ManyhopError, match="no page 2; index it again"):
        draw_pdf_page(path, 2)


def test_a_form_that_draws_itself_costs_itself_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "form.pdf", form_that_draws_itself())
    with suppress(ManyhopError):  # some versions of the library break down, and none may harm us
        draw_pdf_page(path, 1)
    good = written(tmp_path / "good.pdf", pdf(stream(WORDS), FONT, stream(b"")))
    assert size(draw_pdf_page(good, 1))


BOXES = [b"[0 0 90000 90000]", b"[0 0 90000 1]", b"[-1e30 -1e30 1e30 1e30]"]


@pytest.mark.parametrize("box", BOXES)
def test_a_page_of_any_size_is_no_larger_than_a_screen(tmp_path: Path, box: bytes) -> None:
    path = written(tmp_path / "large.pdf", pdf(stream(WORDS), FONT, stream(b""), box=box))
    assert max(size(draw_pdf_page(path, 1))) <= 2_401


@pytest.mark.parametrize("content", [b"", b"%PDF-1.4 nothing", b"\0" * 999])
def test_what_is_no_pdf_is_said(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ManyhopError, match="cannot be drawn"):
        draw_pdf_page(written(tmp_path / "a.pdf", content), 1)
