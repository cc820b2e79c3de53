"""One reader for each kind of source."""

from manyhop.readers._picture_lists import PictureListReading
from manyhop.readers._pictures import PictureReading
from manyhop.readers._procedures import (
    Asked,
    ProcedureReading,
    asked_of,
    described,
    find_step,
    number_asked,
    step_text,
    step_using,
)
from manyhop.readers._reader import Pages, Reader, listed, same_page
from manyhop.readers._readers import Readers
from manyhop.readers._tables import CellReader, plain_values
from manyhop.readers._texts import TextReading, sentences

__all__ = [
    "Asked",
    "CellReader",
    "Pages",
    "PictureListReading",
    "PictureReading",
    "ProcedureReading",
    "Reader",
    "Readers",
    "TextReading",
    "asked_of",
    "described",
    "find_step",
    "listed",
    "number_asked",
    "plain_values",
    "same_page",
    "sentences",
    "step_text",
    "step_using",
]
