"""Reading the text that stands in a picture (extra ``vision``)."""

import io
import os
from functools import cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from manyhop.errors import ManyhopError
from manyhop.models.embedded._pixels import PICTURE_FORMATS, reduced

_LEAST_CONFIDENCE = 0.5
_MOST_THREADS = 8  # each takes memory in all three networks, and the worker has a limit
_LEAST_CHARACTERS = 2  # a lone sign is mostly a misread window or wheel


class _Line(NamedTuple):
    text: str
    left: float
    top: float
    bottom: float


def ocr_available() -> bool:
    """Whether the extra that reads text in pictures is installed."""
    return find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None


def read_text_in_image(pixels: bytes) -> str:
    """The lines of text in an encoded picture, in reading order; ``""`` where there is none.

    Example: ``read_text_in_image(Path("sign.png").read_bytes())`` → ``"HUMBER BRIDGE\\n1981"``
    """
    if not ocr_available():
        raise ManyhopError(
            "reading text in pictures needs the vision extra: pip install 'manyhop[vision]'"
        )
    found = ocr_engine()(as_array(pixels))
    if found.txts is None:
        return ""
    lines = [
        _Line(text, box[:, 0].min(), box[:, 1].min(), box[:, 1].max())
        for text, score, box in zip(found.txts, found.scores, found.boxes, strict=True)
        if score >= _LEAST_CONFIDENCE and sum(map(str.isalnum, text)) >= _LEAST_CHARACTERS
    ]
    return "\n".join(line.text for line in _in_reading_order(lines))


@cache
def ocr_engine() -> Any:
    from rapidocr import RapidOCR

    threads = min(_MOST_THREADS, os.cpu_count() or 1)
    return RapidOCR(
        params={
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        }
    )


def as_array(pixels: bytes) -> Any:
    import numpy as np
    from PIL import Image

    try:
        with Image.open(io.BytesIO(pixels), formats=PICTURE_FORMATS) as picture:
            colours = np.asarray(reduced(picture).convert("RGB"))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); save it again") from error
    return colours[:, :, ::-1].copy()  # the engine wants blue first


def _in_reading_order(lines: list[_Line]) -> list[_Line]:
    """From top to bottom, and from left to right what stands at one height."""
    rows: list[list[_Line]] = []
    for line in sorted(lines, key=lambda line: line.top):
        middle = (line.top + line.bottom) / 2
        if rows and middle < rows[-1][0].bottom:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.left)]
