"""What papers print about a data set: counts, lengths, words, openings, overlap; and its people."""

from manyhop.audit.description._counts import counts
from manyhop.audit.description._describing import describe, overlap, people
from manyhop.audit.description._wording import answer_tail, lengths, openings, topics

__all__ = [
    "answer_tail",
    "counts",
    "describe",
    "lengths",
    "openings",
    "overlap",
    "people",
    "topics",
]
