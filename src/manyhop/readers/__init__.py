"""One reader for each kind of source."""

from manyhop.readers._reader import Reader

__all__ = ["Reader"]
