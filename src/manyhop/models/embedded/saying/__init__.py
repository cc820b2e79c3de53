"""Saying: questions and values as sentences, and the check that nothing else is said."""

from manyhop.models.embedded.saying._check import contains, faults, invented
from manyhop.models.embedded.saying._phrasing import listed, lowered, sentence, tidy, tidy_value
from manyhop.models.embedded.saying._rationales import rationale
from manyhop.models.embedded.saying._statements import statement
from manyhop.models.embedded.saying._sub_questions import sub_questions

__all__ = [
    "contains",
    "faults",
    "invented",
    "listed",
    "lowered",
    "rationale",
    "sentence",
    "statement",
    "sub_questions",
    "tidy",
    "tidy_value",
]
