"""Trying the likeliest plans, until one is sure or none is left that could do better."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from manyhop.answering._evidence import asks_yes_or_no, coverage, fits, is_polar
from manyhop.answering._finders import Finder
from manyhop.answering._hops import KIND, Hops
from manyhop.planners import Plan
from manyhop.programs import (
    Choose,
    ImageQ,
    Leaf,
    Outcome,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    Value,
    execute,
    print_program,
    type_of,
    validate,
)
from manyhop.sources import AnySource, Citation, Region, Snippet, Span

# Fitted on tables of HybridQA with their linked passages and on articles of SQuAD that no reader
# learnt from, a third of the questions without the sources that hold the answer:
# `training/confidence.py`.
WEIGHTS = (-1.92, 1.26, 0.17, 0.29, 0.51)
LEAST = 0.2  # an answer that is less likely to be right is not given
FOLLOWED = 0.25  # the least score of an inner answer from which one that is given can come
PICTURE_COVERAGE = 2.0  # log-odds, by eye: no fitted question asks pictures
_EDGE = 0.01  # no chance is taken to be nearer to 0 or 1
SURE = 0.6  # an attempt with this confidence ends the search
_UNLIKELY = 0.03  # plans with a smaller chance are not tried, unless they come first
_LEAVES = tuple(KIND)
_MISFIT = 0.1  # of a value's score is left where it is not of the kind that is asked for
_FAINT = LEAST / 2  # what a guess is worth
_TRACED = 10  # values of a hop that are told


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


# A guess where no plan found anything: benchmarks count silence as a wrong answer.


def guess(text: str, finder: Finder, hops: Hops) -> Attempt | None:
    """The whole question put to each kind of source; then what the nearest source is called.

    Nothing only where there is no source at all.
    Example: ``guess("Who won?", finder, hops).outcome.values[0].text``
    """
    asked = [(leaf, execute(leaf, hops.last)) for leaf in _leaves(text, finder)]
    found = [(leaf, outcome) for leaf, outcome in asked if outcome.values]
    if found:
        leaf, outcome = max(found, key=lambda pair: pair[1].values[0].score)
        return Attempt(Plan(leaf, 0.0), outcome, min(_FAINT, outcome.values[0].score))
    for leaf in _leaves(text, finder):
        for hit in finder.find(text, KIND[type(leaf)], 1, quick=True):
            hops.sources[hit.source.id] = hit.source
            outcome = Outcome((_named(text, hit.source),))
            return Attempt(Plan(leaf, 0.0), outcome, 0.0)
    return None


def _leaves(text: str, finder: Finder) -> Iterator[Leaf]:
    """A question to each kind of source that there is."""
    for leaf in (TextQ, TableQ, ImageQ, ProcedureQ):
        if KIND[leaf] in finder.kinds:
            yield leaf(text)


def _named(text: str, source: AnySource) -> Value:
    """Yes where that can be answered; or else the source's name, which is often what is meant."""
    said = "yes" if asks_yes_or_no(text) else source.title or source.passage[:80] or source.id
    places: tuple[Citation, ...] = ()
    if isinstance(source, Snippet):
        places = (source.cite(Span(0, min(len(source.text), 240))),)
    elif source.kind == "image":
        places = (source.cite(Region()),)
    return Value(said, _FAINT, places)


# How likely an answer is to be right: a logistic regression over what is known of it.


def confidence_of(
    question: str, plan: Plan, outcome: Outcome, sources: Mapping[str, AnySource]
) -> float:
    """The chance that the best value of an outcome is right, 0..1.

    Example: ``confidence_of("When did it open?", plan, outcome, hops.sources)``
    """
    values = outcome.values
    if not values:
        return 0.0
    ids = {citation.source_id for citation in values[0].citations}
    cited = [sources[id] for id in ids if id in sources]
    covered = coverage(question, [source.searchable for source in cited])
    known = confidence_features(plan, outcome, covered)
    log_odds = sum(w * f for w, f in zip(WEIGHTS, known, strict=True))
    if _found_by_caption(cited, sources):
        log_odds -= PICTURE_COVERAGE * max(0.75 - covered, 0)
    return 1 / (1 + math.exp(-log_odds))


def _found_by_caption(cited: Sequence[AnySource], sources: Mapping[str, AnySource]) -> bool:
    """Whether only a caption tells that the cited picture is the one that is meant."""
    pictures = sum(source.kind == "image" for source in sources.values())
    return pictures > 1 and bool(cited) and all(source.kind == "image" for source in cited)


def confidence_features(plan: Plan, outcome: Outcome, covered: float) -> Sequence[float]:
    """What the weights weigh; ``covered`` is how far the cited sources speak of the question.

    In turn: always 1, the value's and the plan's log-odds, coverage, and whether it took several
    hops. The lead over the second value, the fit of its kind to the question, the question's names
    that the cited sources lack, and whether it is a table's were tried too and added nothing.
    """
    best = outcome.values[0]
    return (
        1.0,
        _log_odds(best.score),
        _log_odds(plan.chance),
        covered,
        float(len(outcome.hops) > 1),
    )


def _log_odds(chance: float) -> float:
    kept = min(max(chance, _EDGE), 1 - _EDGE)
    return math.log(kept / (1 - kept))


# What led to an answer, as plain data.


def trace_of(planner: str, best: Attempt, tried: Sequence[Attempt]) -> dict[str, Any]:
    """The trace of an answer; ``hops`` are those of the program that gave it.

    Example: ``trace_of("implicit", best, tried)["type"]`` → ``"Compose(TextQ,TableQ)"``
    """
    program = best.plan.program
    return {
        "planner": planner,
        "program": print_program(program),
        "tree": msgspec.to_builtins(program),
        "type": type_of(program),
        "plans": [
            {
                "program": print_program(attempt.plan.program),
                "chance": attempt.plan.chance,
                "score": attempt.confidence,
            }
            for attempt in tried
        ],
        "hops": [
            {
                "leaf": msgspec.to_builtins(hop.leaf),
                "question": hop.question,
                "given": _told(hop.given),
                "found": _told(hop.found),
                "passed_on": _told(hop.passed_on),
            }
            for hop in best.outcome.hops
        ],
        "values": _told(best.outcome.values),
    }


def _told(values: Sequence[Value]) -> list[dict[str, Any]]:
    return [
        {
            "text": value.text,
            "score": value.score,
            "citations": msgspec.to_builtins(value.citations),
        }
        for value in values[:_TRACED]
    ]
