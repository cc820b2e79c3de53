"""Sub-questions by rules, on the bridges of the sample collection."""

from itertools import combinations

import pytest

from manyhop.models import Models
from manyhop.planners import ExplicitPlanner, Plan
from manyhop.programs import print_program, type_of, validate
from manyhop.sources import KINDS, Kind

planner = ExplicitPlanner(Models())

WANTED = {
    "Which bridge opened earlier, the Humber Bridge or the one with two red towers?": (
        'Compare(earliest, Compose(TableQ("When did [answer] open?"), Known("Humber Bridge")), '
        'Compose(TableQ("When did [answer] open?"), '
        'ImageListQ("Which bridge has two red towers?")))'
    ),
    "How many years after the Forth Bridge did the Humber Bridge open?": (
        'Arithmetic(years, TextQ("When did the Forth Bridge open?"), '
        'TextQ("When did the Humber Bridge open?"))'
    ),
    "How many bridges in the table are in Japan?": (
        'Aggregate(count, TableQ("Which bridges in the table are in Japan?"))'
    ),
    "Is the Golden Gate Bridge longer than the Humber Bridge?": (
        'YesNo(larger, TextQ("How long is the Golden Gate Bridge?"), '
        'TextQ("How long is the Humber Bridge?"))'
    ),
    "What is the average length of the bridges in the table?": (
        'Aggregate(mean, TableQ("What is the length of the bridges in the table?"))'
    ),
    "Who designed the longest bridge?": (
        'Compose(TextQ("Who designed [answer]?"), TableQ("Which bridge is the longest?"))'
    ),
    "Did the Forth Bridge open before 1900?": (
        'YesNo(earlier, TextQ("When did the Forth Bridge open?"), Known("1900"))'
    ),
    "When did the bridge with two red towers open?": (
        'Compose(TableQ("When did [answer] open?"), ImageListQ("Which bridge has two red towers?"))'
    ),
    "What do I do after forming a small loop?": 'ProcedureQ("forming a small loop", next)',
    "Which step comes before tying the knot?": 'ProcedureQ("tying the knot", previous)',
    "Does the picture of the Humber Bridge show a boat?": (
        'ImageQ("Does the picture of the Humber Bridge show a boat?")'
    ),
    "Was the Golden Gate Bridge painted red or blue?": (
        'Choose(ImageQ("Was the Golden Gate Bridge painted red or blue?"), "red", "blue")'
    ),
    "Are the Forth Bridge and the Golden Gate Bridge the same colour?": (
        'YesNo(same, ImageQ("What colour is the Forth Bridge?"), '
        'ImageQ("What colour is the Golden Gate Bridge?"))'
    ),
    "How old was Joseph Strauss when the Golden Gate Bridge opened?": (
        'Arithmetic(years, TextQ("When was Joseph Strauss born?"), '
        'TextQ("When did the Golden Gate Bridge open?"))'
    ),
}


@pytest.mark.parametrize("question", WANTED)
def test_questions_come_apart(question: str) -> None:
    assert print_program(planner.plan(question)[0].program) == WANTED[question]


@pytest.mark.parametrize(
    ("question", "program"),
    [
        (
            "What colour are the towers of the bridge that Joseph Strauss designed?",
            'Compose(ImageQ("What colour are the towers of [answer]?"), '
            'TextQ("Which bridge did Joseph Strauss design?"))',
        ),
        (
            "Which bridges opened after 1930 have two towers?",
            'Intersect(TableQ("Which bridges opened after 1930?"), '
            'ImageListQ("Which bridges have two towers?"))',
        ),
        (
            "Which is taller, Big Ben, the Shard or the Eiffel Tower?",
            'Compare(largest, Compose(TextQ("How tall is [answer]?"), Known("Big Ben")), '
            'Compose(TextQ("How tall is [answer]?"), Known("Shard")), '
            'Compose(TextQ("How tall is [answer]?"), Known("Eiffel Tower")))',
        ),
        (
            "Are both the Humber Bridge and the Forth Bridge suspension bridges?",
            'YesNo(both, TextQ("Is the Humber Bridge a suspension bridge?"), '
            'TextQ("Is the Forth Bridge a suspension bridge?"))',
        ),
    ],
)
def test_the_wanted_program_is_among_the_plans(question: str, program: str) -> None:
    kinds: list[Kind] = ["snippet", "table", "image"]
    if "suspension" in question:
        kinds = ["snippet"]
    assert program in [print_program(plan.program) for plan in planner.plan(question, kinds)]


def test_what_a_table_or_a_picture_tells_at_once_stays_one_question() -> None:
    best = planner.plan("Which bridge has the longest main span in the table?")[0].program
    assert type_of(best) == "TableQ"
    assert print_program(best).startswith("TableQ(")


@pytest.mark.parametrize("kinds", [k for n in (1, 2) for k in combinations(KINDS, n)])
def test_only_available_kinds_are_asked(kinds: tuple[Kind, ...]) -> None:
    named = {"snippet": "TextQ", "table": "TableQ", "image": "Image", "procedure": "ProcedureQ"}
    missing = [name for kind, name in named.items() if kind not in kinds]
    for question in WANTED:
        for plan in planner.plan(question, kinds):
            assert not any(f"{name}(" in print_program(plan.program) for name in missing)
            assert not any(name in type_of(plan.program) for name in missing)


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "?",
        "the",
        "which or",
        "or or or, or",
        "Between and, which?",
        "bridges",
        "which bridge opened first humber or forth",
        "Who designed the [answer] that [answers] made?",
        "Is [answer] longer than [[answer]]?",
        "哪座桥更长，金门大桥还是亨伯桥？",
        "Welche Brücke ist länger, die Humber Bridge oder die Golden Gate Bridge?",
        "the bridge that " * 5_000,
        "who is " + "the author of " * 60 + "Emma?",
        "Which is taller, " + ", ".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ") + " or Ä?",
        "How many years after did?",
        "What is the average of of of?",
        "In the, what?",
        'Who wrote "The \\ Book" that\n\tthe "film" is based on?',
        "\x00\ud800 the film that is",
    ],
)
def test_odd_questions_get_valid_plans(question: str) -> None:
    plans = planner.plan(question)
    assert plans
    assert not any(validate(plan.program) for plan in plans)
    assert 0 < sum(plan.chance for plan in plans) <= 1.0001
    assert [plan.chance for plan in plans] == sorted((p.chance for p in plans), reverse=True)


def test_a_rule_that_is_left_out_writes_nothing():
    question = "Is the Golden Gate Bridge longer than the Humber Bridge?"
    less = ExplicitPlanner(Models(), without=ExplicitPlanner.rules)

    def compared(plans: list[Plan]) -> bool:
        return any(print_program(plan.program).startswith("YesNo") for plan in plans)

    assert compared(planner.plan(question))
    assert not compared(less.plan(question))
