"""One reader for each kind of source."""

from manyhop.readers._listing import listed
from manyhop.readers._naming import same_page
from manyhop.readers._picture_lists import PictureListReading
from manyhop.readers._pictures import PictureReading
from manyhop.readers._plain_values import plain_values
from manyhop.readers._procedure_questions import Asked, asked_of, described, number_asked
from manyhop.readers._procedures import ProcedureReading, step_using
from manyhop.readers._reader import Pages, Reader
from manyhop.readers._readers import Readers
from manyhop.readers._sentences import sentences
from manyhop.readers._steps import find_step, step_text
from manyhop.readers._tables import CellReader
from manyhop.readers._texts import TextReading

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
