"""The formal language: programs that ask several kinds of source and join the answers.

It knows nothing of models or search: ``execute`` is handed a function that asks.
"""

from manyhop.programs._execution import Ask, execute
from manyhop.programs._holes import fill, holes, literal
from manyhop.programs._json import program_from_json, program_to_json
from manyhop.programs._normal_form import alikeness, normal_form
from manyhop.programs._program import (
    Aggregate,
    Aggregation,
    Arithmetic,
    Calculation,
    Choose,
    Compare,
    Comparison,
    Compose,
    ImageListQ,
    ImageQ,
    Implicit,
    Intersect,
    Known,
    Leaf,
    Operator,
    ProcedureQ,
    Program,
    Relation,
    TableQ,
    TextQ,
    Wanted,
    YesNo,
)
from manyhop.programs._quantities import Quantity, alike, before, moment, quantity
from manyhop.programs._question_types import TYPES, hops_of, skeleton, type_of
from manyhop.programs._text import parse_program, print_program
from manyhop.programs._tree import depth, parts, walk
from manyhop.programs._validation import validate
from manyhop.programs._value import Hop, Outcome, Value, accepted, gathered

__all__ = [
    "TYPES",
    "Aggregate",
    "Aggregation",
    "Arithmetic",
    "Ask",
    "Calculation",
    "Choose",
    "Compare",
    "Comparison",
    "Compose",
    "Hop",
    "ImageListQ",
    "ImageQ",
    "Implicit",
    "Intersect",
    "Known",
    "Leaf",
    "Operator",
    "Outcome",
    "ProcedureQ",
    "Program",
    "Quantity",
    "Relation",
    "TableQ",
    "TextQ",
    "Value",
    "Wanted",
    "YesNo",
    "accepted",
    "alike",
    "alikeness",
    "before",
    "depth",
    "execute",
    "fill",
    "gathered",
    "holes",
    "hops_of",
    "literal",
    "moment",
    "normal_form",
    "parse_program",
    "parts",
    "print_program",
    "program_from_json",
    "program_to_json",
    "quantity",
    "skeleton",
    "type_of",
    "validate",
    "walk",
]
