"""Saying: questions and values as sentences, and the check that nothing else is said."""

from manyhop.models.embedded.saying._check import contains, faults, invented
from manyhop.models.embedded.saying._clauses import finite_at
from manyhop.models.embedded.saying._inversion import Clause, uninverted
from manyhop.models.embedded.saying._phrasing import (
    article,
    listed,
    lowered,
    sentence,
    tidy,
    tidy_value,
)
from manyhop.models.embedded.saying._rationales import rationale
from manyhop.models.embedded.saying._statements import statement
from manyhop.models.embedded.saying._sub_questions import sub_questions
from manyhop.models.embedded.saying._verbs import forms, inflect, is_form, is_participle
from manyhop.models.embedded.saying._words import AUXILIARIES, PREPOSITIONS, bare, word_set

__all__ = [
    "AUXILIARIES",
    "PREPOSITIONS",
    "Clause",
    "article",
    "bare",
    "contains",
    "faults",
    "finite_at",
    "forms",
    "inflect",
    "invented",
    "is_form",
    "is_participle",
    "listed",
    "lowered",
    "rationale",
    "sentence",
    "statement",
    "sub_questions",
    "tidy",
    "tidy_value",
    "uninverted",
    "word_set",
]
