"""Reading files of every kind into sources."""

from manyhop.sources.reading._reach import Reach
from manyhop.sources.reading._reading import read_file
from manyhop.sources.reading._skipped import Skipped
from manyhop.sources.reading._walk import FoundFile, walk

__all__ = ["FoundFile", "Reach", "Skipped", "read_file", "walk"]
