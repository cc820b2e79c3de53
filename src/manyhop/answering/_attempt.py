"""Trying the likeliest plans, until one is sure or none is left that could do better."""

from collections.abc import Iterable, Sequence

import msgspec

from manyhop.answering._fitting import fits
from manyhop.answering._hops import Hops
from manyhop.planners import Plan
from manyhop.programs import (
    Choose,
    ImageListQ,
    ImageQ,
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
_MISFIT = 0.1  # of a value's score is left where it is not of the kind that is asked for


class Attempt(msgspec.Struct, frozen=True):
    """A plan and what came of it."""

    plan: Plan
    outcome: Outcome

    @property
    def score(self) -> float:
        """The chance that the plan is right and that its best value is."""
        values = self.outcome.values
        return self.plan.chance * values[0].score if values else 0.0


def attempts(
    question: str, plans: Iterable[Plan], hops: Hops, choices: Sequence[str] = ()
) -> list[Attempt]:
    """The plans that were tried, in the order of trying.

    A plan is left out where even a nearly sure value would not beat the best so far.
    Example: ``best_of(attempts(question, planner.plan(question), hops)).outcome.answers``
    """
    tried: list[Attempt] = []
    for plan in plans:
        best = max((each.score for each in tried), default=0.0)
        if best >= _AT_BEST * plan.chance and best > 0:
            break
        tried.append(attempt(question, plan, hops, choices))
    return tried


def best_of(tried: Sequence[Attempt]) -> Attempt:
    """The attempt with the likeliest value; the first plan's where nothing was found."""
    return max(tried, key=lambda each: each.score)


def attempt(question: str, plan: Plan, hops: Hops, choices: Sequence[str] = ()) -> Attempt:
    """Run one plan, with the choice among ``choices`` as its last step."""
    program: Program = Choose(plan.program, tuple(choices))
    if validate(program):
        program = plan.program
    ask = hops.last if isinstance(plan.program, LEAVES) else hops
    outcome = execute(program, ask)
    return Attempt(Plan(program, plan.chance), outcome if choices else _suited(question, outcome))


def _suited(question: str, outcome: Outcome) -> Outcome:
    """The outcome with values that are not of the kind asked for put back."""
    scored = [
        value
        if fits(question, value.text)
        else msgspec.structs.replace(value, score=_MISFIT * value.score)
        for value in outcome.values
    ]
    return Outcome(tuple(sorted(scored, key=lambda value: -value.score)), outcome.hops)
