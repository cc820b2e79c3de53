"""Running a program: ask its leaves, inner ones first, and join what they find."""

from collections.abc import Callable, Sequence
from math import isnan

import msgspec

from manyhop.errors import ManyhopError
from manyhop.programs import _operations as operations
from manyhop.programs._operations import DATED, Values
from manyhop.programs._program import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    Implicit,
    Intersect,
    Known,
    Leaf,
    Program,
    Relation,
    YesNo,
    fill,
    holes,
    literal,
    open_leaves,
)
from manyhop.programs._question_types import hops_of
from manyhop.programs._validation import validate
from manyhop.programs._value import Hop, Outcome, Value, accepted

Ask = Callable[[Leaf, str, Sequence[Value]], Sequence[Value]]
"""``ask(leaf, question, given)``: the values that sources give to a question.

``leaf`` says which kind of source to ask; ``question`` has its hole filled; ``given`` are the
answers in the hole, or those of the first hop for the second hop of an ``Implicit``.
"""

Keep = Callable[[Values], Values]


def execute(program: Program, ask: Ask, *, best: int = 3) -> Outcome:
    """Run a program; ``[answer]`` tries every inner answer, and at least the ``best`` candidates.

    Where a part finds nothing, what needs it gives nothing: no values, and the hops so far.
    Example: ``execute(TextQ("Who designed the Humber Bridge?"), ask).answers``
    """
    if faults := validate(program):
        raise ManyhopError(faults[0])
    run = _Run(ask, best)
    values = operations.distinct(run.values(program, (), _all))
    return Outcome(values, tuple(run.hops))


class _Run:
    """One execution. ``given`` fills the holes; ``keep`` picks what the operator around can use."""

    def __init__(self, ask: Ask, best: int) -> None:
        self.ask = ask
        self.best = best
        self.hops: list[Hop] = []

    def values(self, program: Program, given: Values, keep: Keep) -> Values:
        match program:
            case Known(text):
                return keep((Value(text),))
            case Implicit(type_name, question):
                return keep(self.implicit(type_name, question))
            case Compose(outer, inner):
                return keep(self.compose(outer, inner, given))
            case Intersect(left, right):
                sides = self.sides((left, right), given, _all)
                return keep(operations.intersect(*sides))
            case Compare(comparison, programs):
                sides = self.sides(programs, given, _to_compare(comparison))
                return keep(operations.compare(comparison, sides))
            case Aggregate(aggregation, of):
                values = self.values(of, given, _to_aggregate(aggregation))
                return keep(operations.aggregate(aggregation, values))
            case Arithmetic(calculation, left, right):
                sides = self.sides((left, right), given, _first_readable(calculation))
                return keep(operations.calculate(calculation, *sides))
            case YesNo(relation, left, right):
                sides = self.sides((left, right), given, _to_relate(relation))
                return keep(operations.relate(relation, *sides))
            case Choose(of, choices):
                return keep(operations.choose(self.values(of, given, _all), choices))
            case _:
                return self.leaf(program, given, keep)

    def sides(self, programs: Sequence[Program], given: Values, keep: Keep) -> list[Values]:
        """What each program gives, up to the first that gives nothing."""
        sides: list[Values] = [()] * len(programs)
        for number, program in enumerate(programs):
            sides[number] = self.values(program, given, keep)
            if not sides[number]:
                break
        return sides

    def leaf(self, leaf: Leaf, given: Values, keep: Keep) -> Values:
        hole = holes(leaf.question)
        given = given if hole else ()
        question = fill(leaf.question, [value.text for value in given])
        about = given[0].text if "answer" in hole else ""
        return self.hop(leaf, question, given, keep, about)

    def hop(self, leaf: Leaf, question: str, given: Values, keep: Keep, about: str = "") -> Values:
        found = _cleaned(self.ask(leaf, question, given), about)
        kept = keep(found)
        self.hops.append(Hop(leaf, question, given, found, kept))
        return kept

    def compose(self, outer: Program, inner: Program, given: Values) -> Values:
        singly = any("answer" in holes(leaf.question) for leaf in open_leaves(outer))
        passed_on = self.values(inner, given, self.candidates if singly else _answers)
        groups = [(value,) for value in passed_on] if singly else [passed_on]
        found = [
            operations.following(value, group)
            for group in groups
            if group
            for value in self.values(outer, group, _all)
        ]
        return operations.best_first(found)

    def implicit(self, type_name: str, question: str) -> Values:
        first, second = (hop(literal(question)) for hop in hops_of(type_name))
        given = self.hop(first, question, (), _answers)
        if not given:
            return ()
        values = self.hop(second, question, given, _all)
        return tuple(operations.following(value, given) for value in values)

    def candidates(self, values: Values) -> Values:
        """All answers, and at least the best few candidates."""
        each = operations.distinct(values)
        return each[: max(self.best, len(accepted(each)))]


def _cleaned(values: Sequence[Value], about: str) -> Values:
    """The best first, without empty texts and impossible values; scores are at most 1."""
    cleaned = []
    for value in values:
        score = 0.0 if isnan(value.score) else min(max(value.score, 0.0), 1.0)
        if value.text.strip() and score > 0:
            said_of = about or value.about
            cleaned.append(msgspec.structs.replace(value, score=score, about=said_of))
    return operations.best_first(cleaned)


def _all(values: Values) -> Values:
    return values


def _answers(values: Values) -> Values:
    return accepted(operations.distinct(values))


def _to_compare(operation: str) -> Keep:
    return lambda values: accepted(
        operations.one_of_each(operations.readable(values, dates=operation in DATED))
    )


def _first_readable(operation: str) -> Keep:
    return lambda values: operations.readable(values, dates=operation in DATED)[:1]


def _to_aggregate(operation: str) -> Keep:
    if operation == "count":
        return accepted
    return lambda values: accepted(operations.amounts_or_dates(values))


def _to_relate(relation: Relation) -> Keep:
    if relation in {"same", "different", "among"}:
        return _answers
    if relation in {"both", "either"}:
        return lambda values: tuple(v for v in values if operations.is_yes_or_no(v))[:1]
    return _first_readable(relation)
