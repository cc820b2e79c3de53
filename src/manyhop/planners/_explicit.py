"""Sub-questions by rules: each rule knows one way in which a question is made of others."""

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from manyhop.models import Models
from manyhop.planners._arithmetic import aggregation, difference
from manyhop.planners._clauses import HOLE, Rule, as_question, trimmed
from manyhop.planners._comparisons import choice, comparison, yes_or_no
from manyhop.planners._compositions import composition, intersection
from manyhop.planners._whole_questions import (
    ImplicitPlanner,
    Leaves,
    Plan,
    Routing,
    able,
    procedure_question,
)
from manyhop.programs import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    Implicit,
    Intersect,
    Leaf,
    Program,
    TextQ,
    YesNo,
    type_of,
    validate,
    walk,
)
from manyhop.sources import KINDS, Kind

FEW = 5  # plans that are worth a try
LONGEST = 120  # words; what is longer is no question that rules can take apart
DEEPEST = 3  # how often a sub-question is taken apart again


# With each rule, how far its drafts are to be trusted: by eye, on questions that measure nothing.
RULES: tuple[tuple[Rule, float], ...] = (
    (comparison, 0.8),
    (difference, 0.8),
    (yes_or_no, 0.8),
    (aggregation, 0.6),
    (choice, 0.7),
    (intersection, 0.7),
    (composition, 0.75),
)
_MOST = 4  # questions whose kinds are weighed together; a longer draft's are chosen one by one
_KINDS_TRIED = 3  # kinds that are tried for one question
_DOUBT = 0.03  # the least weight of a type, as the typer knows questions of one data set only
_PLAIN = 0.3  # and what it says of single hops, for which it takes all that it does not know
_ROWS = 10.0  # how much likelier a table is where something is counted or added up
_SOMETHING = "Oakham"  # a name in place of a hole, for models that read whole questions


class ExplicitPlanner:
    """Writes the sub-questions out; keeps the implicit plans and the single hops beside them.

    ``without`` names what is left out, to measure what it brings: names of ``rules``, or ``types``
    for the implicit plans. Example: ``ExplicitPlanner(models).plan("Who designed the longest
    bridge?")[0].program`` is ``Compose(TextQ("Who designed [answer]?"), TableQ("Which bridge is
    the longest?"))``
    """

    name = "explicit"
    rules = tuple(rule.__name__ for rule, _ in RULES)

    def __init__(self, models: Models, *, without: Collection[str] = ()) -> None:
        self._models = models
        self._rules = tuple(each for each in RULES if each[0].__name__ not in without)
        self._typed = "types" not in without
        self._leaves = Leaves(models)
        self._implicit = ImplicitPlanner(models)
        self._routing = Routing(models)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """What the rules wrote, and what else may be meant."""
        text = trimmed(question)
        types = able(self._models.question_typer.chances(" ".join(question.split()) or "?"), kinds)
        drafted = drafted_by_rule(text, self._rules)
        if drafted is None or ("procedure" in kinds and procedure_question(text)):
            return self._mixed(question, kinds, [])
        plans = assignments(drafted.program, as_question(text), types, self._leaves, kinds)
        return self._mixed(question, kinds, _weighed(plans, drafted.trust, types))

    def _mixed(
        self, question: str, kinds: Collection[Kind], explicit: Sequence[Plan]
    ) -> list[Plan]:
        """The explicit plans; for the chance that they leave, types of two hops and single ones."""
        told: dict[str, float] = {}
        for plan in explicit:
            told[type_of(plan.program)] = told.get(type_of(plan.program), 0.0) + plan.chance
        several = [
            Plan(plan.program, left)
            for plan in (self._implicit.plan(question, kinds) if self._typed else ())
            if isinstance(plan.program, Implicit)
            and (left := plan.chance - told.get(type_of(plan.program), 0.0)) > 0
        ]
        left = max(1 - sum(plan.chance for plan in (*explicit, *several)), 0.0)
        single = [
            Plan(plan.program, plan.chance * left) for plan in self._routing.plan(question, kinds)
        ]
        chances: dict[Program, float] = {}
        for plan in (*explicit, *several, *single):
            chances[plan.program] = chances.get(plan.program, 0.0) + plan.chance
        total = max(sum(chances.values()), 1.0)
        best = sorted(chances, key=lambda program: -chances[program])[:FEW]
        return [Plan(program, chances[program] / total) for program in best]


class Drafted(NamedTuple):
    """A draft and the trust in its rule."""

    program: Program
    trust: float


def drafted_by_rule(
    text: str, rules: Sequence[tuple[Rule, float]] = RULES, level: int = 0
) -> Drafted | None:
    """What the first rule that fits writes; None where none does.

    Example: ``drafted_by_rule("Who wrote the film that won")``
    """
    if level > DEEPEST or len(text.split()) > LONGEST or HOLE in text.replace(f"[{HOLE}]", ""):
        return None

    def ask(words: str) -> Program:
        question = as_question(words)
        same = question == as_question(text)
        inner = None if same else drafted_by_rule(question[:-1], rules, level + 1)
        return inner.program if inner else TextQ(question)

    for rule, trust in rules:
        if program := rule(text, ask):
            return Drafted(program, trust)
    return None


def _weighed(plans: Sequence[Plan], trust: float, types: Mapping[str, float]) -> list[Plan]:
    """The assignments with their share in all plans.

    Where the typer sees two hops, only programs of the type that it sees get that share. Where it
    sees one, it may just not know such questions; and it knows no sums and no yes or no.
    """
    several = sum(chance for name, chance in types.items() if "(" in name)
    valid = [plan for plan in plans if not validate(plan.program)]
    alike: dict[str, float] = {}
    for plan in valid:
        alike[type_of(plan.program)] = alike.get(type_of(plan.program), 0.0) + plan.chance
    weighed = []
    for plan in valid:
        name, share = type_of(plan.program), 1.0
        if isinstance(plan.program, Compose | Intersect | Compare):
            seen = types.get(name, 0.0) if "(" in name else 0.0
            share = 1 - several + seen / alike[name]
        weighed.append(Plan(plan.program, plan.chance * trust * share))
    return weighed


# Whom the questions of a draft go to: kinds that fit each question, and all of them together.


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
    few = _KINDS_TRIED if len(texts) <= _MOST else 1
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
