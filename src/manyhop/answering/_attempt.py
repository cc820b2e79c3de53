"""Trying the likeliest plans, until one is sure or none is left that could do better."""

from collections.abc import Iterable, Sequence

import msgspec

from manyhop.answering._confidence import confidence_of
from manyhop.answering._fitting import fits, is_polar
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
    print_program,
    validate,
)

SURE = 0.6  # an attempt with this confidence ends the search
_UNLIKELY = 0.03  # plans with a smaller chance are not tried, unless they come first
_LEAVES = (TextQ, TableQ, ImageQ, ImageListQ, ProcedureQ)
_MISFIT = 0.1  # of a value's score is left where it is not of the kind that is asked for


class Attempt(msgspec.Struct, frozen=True):
    """A plan, what came of it, and the chance that its best value is the answer."""

    plan: Plan
    outcome: Outcome
    confidence: float = 0.0


def attempts(
    question: str, plans: Iterable[Plan], hops: Hops, choices: Sequence[str] = ()
) -> list[Attempt]:
    """The plans that were tried, in the order of trying, each once.

    Example: ``best_of(attempts(question, planner.plan(question), hops)).outcome.answers``
    """
    tried: list[Attempt] = []
    known: set[str] = set()
    for plan in plans:
        if (said := _spelt(plan.program)) in known:
            continue
        known.add(said)
        if tried and (plan.chance < _UNLIKELY or best_of(tried).confidence >= SURE):
            break
        tried.append(attempt(question, plan, hops, choices))
    return tried


def best_of(tried: Sequence[Attempt]) -> Attempt:
    """The attempt with the likeliest value; the first plan's where nothing was found."""
    return max(tried, key=lambda each: each.confidence)


def attempt(question: str, plan: Plan, hops: Hops, choices: Sequence[str] = ()) -> Attempt:
    """Run one plan, with the choice among ``choices`` as its last step."""
    program: Program = Choose(plan.program, tuple(choices))
    if validate(program):
        program = plan.program
    ask = hops.last if isinstance(plan.program, _LEAVES) else hops
    outcome = execute(program, ask)
    if choices:
        score = outcome.values[0].score if outcome.values else 0.0
        return Attempt(Plan(program, plan.chance), outcome, plan.chance * score)
    outcome = _suited(question, outcome)
    return Attempt(plan, outcome, confidence_of(question, plan, outcome, hops.sources))


def _spelt(program: Program) -> str:
    """A program without capitals and spaces: two that differ only in these find the same."""
    return "".join(print_program(program).casefold().split())


def _suited(question: str, outcome: Outcome) -> Outcome:
    """The outcome with values that are not of the kind asked for put back; of yes and no, which
    cannot both be right, only the likelier.
    """
    scored = [
        value
        if fits(question, value.text)
        else msgspec.structs.replace(value, score=_MISFIT * value.score)
        for value in outcome.values
    ]
    scored.sort(key=lambda value: -value.score)
    if scored and is_polar(scored[0].text):
        scored[1:] = [value for value in scored[1:] if not is_polar(value.text)]
    return Outcome(tuple(scored), outcome.hops)
