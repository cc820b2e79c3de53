"""What is derived from pixels, kept by their content so that nothing is computed twice."""

import sqlite3

import msgspec

from manyhop.collection._writer import Writer
from manyhop.errors import ManyhopError
from manyhop.models import PictureFeatures, examine_picture, examine_text, ocr_available
from manyhop.sources import Image, content_id


class PictureRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """Size, colours and a hash of a picture; ``text`` is None until it has been read."""

    features: PictureFeatures
    text: str | None = None


class Pictures:
    """The pictures table, written in the same transactions as the sources."""

    def __init__(self, writer: Writer, ocr: bool) -> None:
        self._writer = writer
        self._ocr = ocr and ocr_available()

    def with_text(self, image: Image) -> Image:
        """The image with the hash of its pixels, and the text in it where that can be read.

        A ``ManyhopError`` where there are no pixels to be had, or they do not decode.
        """
        try:
            pixels = image.pixels()
            record = self._record(pixels)
        except OSError as error:
            raise ManyhopError(f"the picture cannot be opened: {error.strerror}") from error
        text = image.text or record.text or ""
        return image.with_changes(text=text, content=content_id(pixels) if image.path else "")

    def _record(self, pixels: bytes) -> PictureRecord:
        content = content_id(pixels)
        record = stored_picture(self._writer.transaction, content)
        if record and (record.text is not None or not self._ocr):
            return record
        features = record.features if record else examine_picture(pixels)
        text = examine_text(pixels) if self._ocr else None
        record = PictureRecord(features, text)
        self._writer.transaction.execute(
            "INSERT OR REPLACE INTO pictures VALUES (?, ?)", (content, msgspec.json.encode(record))
        )
        return record


def stored_picture(database: sqlite3.Connection, content: str) -> PictureRecord | None:
    """What is known of the pixels with this content hash."""
    row = database.execute("SELECT features FROM pictures WHERE content = ?", (content,)).fetchone()
    return msgspec.json.decode(row[0], type=PictureRecord) if row else None
