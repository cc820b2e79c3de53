"""Whom the questions of a draft go to: kinds that fit each question, and all of them together."""

from collections.abc import Collection, Mapping
from itertools import product
from math import prod

from manyhop.planners._drafts import HOLE
from manyhop.planners._leaves import Leaves
from manyhop.planners._planner import Plan
from manyhop.programs import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    Intersect,
    Leaf,
    Program,
    TextQ,
    YesNo,
    type_of,
    walk,
)
from manyhop.sources import Kind

_MOST = 4  # questions whose kinds are weighed together; a longer draft's are chosen one by one
_FEW = 3  # kinds that are tried for one question
_DOUBT = 0.03  # the least weight of a type, as the typer knows questions of one data set only
_PLAIN = 0.3  # and what it says of single hops, for which it takes all that it does not know
_ROWS = 10.0  # how much likelier a table is where something is counted or added up
_SOMETHING = "Oakham"  # a name in place of a hole, for models that read whole questions


def assignments(
    draft: Program,
    question: str,
    types: Mapping[str, float],
    leaves: Leaves,
    kinds: Collection[Kind],
) -> list[Plan]:
    """The draft with every question at a kind of source, the likeliest first; together 1.

    A program is as likely as its questions' kinds are, each for itself, and as its type is for the
    whole question, whose ``types`` have these chances.
    Example: ``assignments(draft, question, typer.chances(question), leaves, KINDS)``
    """
    texts = list(dict.fromkeys(node.question for node in walk(draft) if isinstance(node, TextQ)))
    few = _FEW if len(texts) <= _MOST else 1
    weighed: dict[Program, float] = {}
    rows = any(isinstance(node, Aggregate) for node in walk(draft))
    for chosen in product(*(_options(text, leaves, kinds, rows)[:few] for text in texts)):
        program = placed(draft, {leaf.question: leaf for leaf, _ in chosen})
        name = type_of(program)
        fits = types.get(name, 0.0) * (1 if "(" in name else _PLAIN) + _DOUBT
        program = _as_one(program, question, leaves)
        weight = fits * prod(chance for _, chance in chosen)
        weighed[program] = weighed.get(program, 0.0) + weight
    total = sum(weighed.values())
    best = sorted(weighed, key=lambda program: -weighed[program])
    return [Plan(program, weighed[program] / total) for program in best]


def _options(
    text: str, leaves: Leaves, kinds: Collection[Kind], rows: bool
) -> list[tuple[Leaf, float]]:
    """The leaves that may ask a question; what is counted or added up mostly stands in rows."""
    chances = leaves.chances(text.replace(HOLE, _SOMETHING), kinds)
    weights = {kind: chances[kind] * (_ROWS if rows and kind == "table" else 1) for kind in chances}
    best = sorted(weights, key=lambda kind: -weights[kind])
    return [(leaves.leaf(text, kind, whole=False), weights[kind]) for kind in best]


def placed(draft: Program, leaves: Mapping[str, Leaf]) -> Program:
    """The draft with the leaves that are to ask its questions.

    Example: ``placed(TextQ("Why?"), {"Why?": TableQ("Why?")})`` → ``TableQ("Why?")``
    """
    match draft:
        case TextQ(question):
            return leaves[question]
        case Compose(outer, inner):
            return Compose(placed(outer, leaves), placed(inner, leaves))
        case Intersect(left, right):
            return Intersect(placed(left, leaves), placed(right, leaves))
        case Arithmetic(operation, left, right):
            return Arithmetic(operation, placed(left, leaves), placed(right, leaves))
        case YesNo(relation, left, right):
            return YesNo(relation, placed(left, leaves), placed(right, leaves))
        case Compare(comparison, sides):
            return Compare(comparison, tuple(placed(side, leaves) for side in sides))
        case Aggregate(aggregation, of):
            return Aggregate(aggregation, placed(of, leaves))
        case Choose(of, choices):
            return Choose(placed(of, leaves), choices)
    return draft


def _as_one(program: Program, question: str, leaves: Leaves) -> Program:
    """Hops that stay in pictures, or in tables, are one question that a reader takes whole."""
    if not isinstance(program, Compose | Intersect):
        return program
    match type_of(program):
        case "ImageQ" | "ImageListQ":
            return leaves.leaf(question, "image")
        case "TableQ":
            return leaves.leaf(question, "table")
    return program
