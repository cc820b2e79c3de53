"""The paper's implicit decomposition: a type, and the question whole at every hop."""

import pytest

from manyhop.models import Models
from manyhop.planners import ImplicitPlanner
from manyhop.programs import Implicit, type_of, validate

planner = ImplicitPlanner(Models())
LOGO = "What animal is on the logo of the club that won the 1989 league in the results of Hull?"


def test_a_question_of_two_hops_stays_whole() -> None:
    best = planner.plan(LOGO)[0]
    assert best.program == Implicit("Compose(ImageQ,TableQ)", LOGO)
    assert best.chance > 0.5


def test_types_whose_sources_are_missing_drop_out() -> None:
    plans = planner.plan(LOGO, ["snippet", "table"])
    assert all("Image" not in type_of(plan.program) for plan in plans)
    assert 0.5 < sum(plan.chance for plan in plans) <= 1


def test_where_only_procedures_are_known_they_are_asked() -> None:
    (plan,) = planner.plan(LOGO, ["procedure"])
    assert type_of(plan.program) == "ProcedureQ"


@pytest.mark.parametrize("question", ["", "[answer]", "哪座桥最长？", "bridge " * 10_000])
def test_odd_questions_get_valid_plans(question: str) -> None:
    plans = planner.plan(question)
    assert plans
    assert not any(validate(plan.program) for plan in plans)
