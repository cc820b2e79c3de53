"""English: words, inflection, sentences and the shapes of questions."""

from manyhop.english._check import contains, faults, invented
from manyhop.english._clauses import Clause, finite_at, uninverted
from manyhop.english._inflection import plural, singular
from manyhop.english._phrasing import (
    article,
    listed,
    lowered,
    rationale,
    sentence,
    tidy,
    tidy_value,
)
from manyhop.english._statements import statement
from manyhop.english._sub_questions import sub_questions
from manyhop.english._verbs import forms, inflect, is_form, is_participle
from manyhop.english._words import AUXILIARIES, PREPOSITIONS, bare, word_set

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
    "plural",
    "rationale",
    "sentence",
    "singular",
    "statement",
    "sub_questions",
    "tidy",
    "tidy_value",
    "uninverted",
    "word_set",
]
