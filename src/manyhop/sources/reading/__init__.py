"""Reading files of every kind into sources."""

from manyhop.sources.reading._dispatch import read_file
from manyhop.sources.reading._pdf_drawing import draw_pdf_page
from manyhop.sources.reading._reach import Reach, Skipped
from manyhop.sources.reading._walk import FoundFile, walk

__all__ = ["FoundFile", "Reach", "Skipped", "draw_pdf_page", "read_file", "walk"]
