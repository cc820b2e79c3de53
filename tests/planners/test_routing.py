"""One hop: every question goes somewhere, and mostly to the right kind of source."""

import pytest

from manyhop.models import Models
from manyhop.planners import Routing
from manyhop.programs import ProcedureQ, print_program, validate
from manyhop.sources import KINDS

routing = Routing(Models())

ODD = [
    "",
    " \n ",
    "?",
    "bridges",
    "what colour is [answer]?",
    "[answers] [answer]",
    "哪座桥最长？",
    "quel pont est le plus long",
    "the " * 10_000,
    'Which bridge is "the Queen"\n of\tbridges?',
    "\x00\ud800",
]


@pytest.mark.parametrize(
    ("question", "program"),
    [
        ("Who designed the Humber Bridge?", 'TextQ("Who designed the Humber Bridge?")'),
        ("Which bridges in the table are old?", 'TableQ("Which bridges in the table are old?")'),
        ("What colour is the roof?", 'ImageQ("What colour is the roof?")'),
        ("Which bridges have two towers?", 'ImageListQ("Which bridges have two towers?")'),
        ("Which mill has green sails?", 'ImageListQ("Which mill has green sails?")'),
        ("Who owns the Green Mill?", 'TextQ("Who owns the Green Mill?")'),
        ("What do I do after forming a small loop?", 'ProcedureQ("forming a small loop", next)'),
        ("Which step comes before tying it off?", 'ProcedureQ("tying it off", previous)'),
        ("Which step uses the glue?", 'ProcedureQ("Which step uses the glue?", step)'),
        ("how do I tie a bowline", 'ProcedureQ("how do I tie a bowline")'),
    ],
)
def test_the_likeliest_kind_goes_first(question: str, program: str) -> None:
    assert print_program(routing.plan(question)[0].program) == program


def test_only_available_kinds_are_asked_and_their_chances_are_together_one() -> None:
    plans = routing.plan("What do I do after forming a small loop?", ["snippet", "image"])
    assert {type(plan.program).__name__ for plan in plans} == {"TextQ", "ImageQ"}
    assert sum(plan.chance for plan in plans) == pytest.approx(1)


def test_what_came_after_something_in_history_is_no_step() -> None:
    best = routing.plan("What happened after the bridge opened in 1937?")[0].program
    assert not isinstance(best, ProcedureQ)


@pytest.mark.parametrize("question", ODD)
def test_odd_questions_get_valid_plans(question: str) -> None:
    plans = routing.plan(question)
    assert len(plans) == len(KINDS)
    assert not any(validate(plan.program) for plan in plans)
