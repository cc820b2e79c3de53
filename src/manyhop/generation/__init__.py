"""Questions made from a collection, with answers that execution proves right."""

from manyhop.generation._building import BuildSettings, Built, build_questions
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._deriving import derive, outcome_of, prove
from manyhop.generation._making import Benchmark, Rewording, make_benchmark
from manyhop.generation._single import Single
from manyhop.generation._stored import StoredSources
from manyhop.generation._topic import Thing, Topic
from manyhop.generation._validation import Validation, validate_published
from manyhop.generation.composing import shares_from
from manyhop.generation.tables import TableQuestion, table_questions

__all__ = [
    "Benchmark",
    "BuildSettings",
    "Built",
    "BuiltQuestion",
    "Rewording",
    "Single",
    "StoredSources",
    "TableQuestion",
    "Thing",
    "Topic",
    "Validation",
    "build_questions",
    "derive",
    "make_benchmark",
    "outcome_of",
    "prove",
    "shares_from",
    "table_questions",
    "validate_published",
]
