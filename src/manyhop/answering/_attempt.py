"""Trying the likeliest plans, until one is sure or none is left that could do better."""

from collections.abc import Iterable, Sequence

import msgspec

from manyhop.answering._hops import Hops
from manyhop.planners import Plan
from manyhop.programs import (
    Choose,
    ImageListQ,
    ImageQ,
    Leaf,
    Outcome,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    execute,
    validate,
)

LEAVES = (TextQ, TableQ, ImageQ, ImageListQ, ProcedureQ)
_AT_BEST = 0.9  # what a plan that was not tried yet may score


class Attempt(msgspec.Struct, frozen=True):
    """A plan and what came of it."""

    plan: Plan
    outcome: Outcome

    @property
    def score(self) -> float:
        """The chance that the plan is right and that its best value is."""
        values = self.outcome.values
        return self.plan.chance * values[0].score if values else 0.0


def attempts(plans: Iterable[Plan], hops: Hops, choices: Sequence[str] = ()) -> list[Attempt]:
    """The plans that were tried, in the order of trying.

    A plan is left out where even a nearly sure value would not beat the best so far.
    """
    tried: list[Attempt] = []
    for plan in plans:
        best = max((each.score for each in tried), default=0.0)
        if best >= _AT_BEST * plan.chance and best > 0:
            break
        tried.append(attempt(plan, hops, choices))
    return tried


def best_of(tried: Sequence[Attempt]) -> Attempt:
    """The attempt with the likeliest value; the first plan's where nothing was found."""
    return max(tried, key=lambda each: each.score)


def attempt(plan: Plan, hops: Hops, choices: Sequence[str] = ()) -> Attempt:
    """Run one plan, with the choice among ``choices`` as its last step."""
    program: Program = Choose(plan.program, tuple(choices))
    if validate(program):
        program = plan.program
    ask = hops.last if isinstance(plan.program, LEAVES) else hops
    return Attempt(Plan(program, plan.chance), execute(program, ask))


def leaf_only(program: Program) -> Leaf | None:
    """The leaf that a program is, whatever it may be chosen from; none where there are hops."""
    inner = program.of if isinstance(program, Choose) else program
    return inner if isinstance(inner, LEAVES) else None
