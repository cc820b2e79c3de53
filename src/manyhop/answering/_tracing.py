"""What led to an answer, as plain data: the program, the plans that were tried, every hop."""

from collections.abc import Sequence
from typing import Any

import msgspec

from manyhop.answering._attempt import Attempt
from manyhop.programs import Value, print_program, type_of

MOST = 10  # values of a hop that are told


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
        for value in values[:MOST]
    ]
