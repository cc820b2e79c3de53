"""Programs at work, on a world small enough to know by heart."""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.errors import ManyhopError
from manyhop.programs import (
    Ask,
    Compose,
    Hop,
    ImageQ,
    Implicit,
    Intersect,
    Leaf,
    Outcome,
    TableQ,
    TextQ,
    Value,
    execute,
    parse_program,
)
from manyhop.sources import CellAt, Citation, Place, Region, Span


def cited(text: str, score: float = 1.0, *, at: Place | None = None) -> Value:
    """A value that cites a source of its own."""
    return Value(text, score, (Citation(f"source of {text}", at or Span(0, len(text)), text),))


def cell(text: str, row: int, score: float = 1.0) -> Value:
    return Value(text, score, (Citation("bridges", CellAt(row, 1), text),))


WORLD: dict[str, list[Value]] = {
    "Which bridge has two red towers?": [cited("Golden Gate Bridge", 0.9, at=Region())],
    "Which bridges are red?": [cited("The Forth Bridge", 0.8), cited("golden gate bridge", 0.7)],
    "Which bridges opened before 1950?": [
        cell("Golden Gate Bridge (California)", 0, 0.9),
        cell("Forth Bridge", 1, 0.9),
        cell("Tower Bridge", 2, 0.9),
    ],
    "When did Golden Gate Bridge open?": [cited("May 27, 1937", 0.8), cited("1933", 0.1)],
    "When did Forth Bridge open?": [cited("4 March 1890", 0.9)],
    "When did Tower Bridge open?": [cited("1894", 0.9)],
    "When did Humber Bridge open?": [cited("in 1981", 0.9)],
    "How long is Golden Gate Bridge?": [cell("1.7 miles", 0)],
    "How long is Humber Bridge?": [cell("2,220 m", 3)],
    "Is the Gate red?": [cited("Yes.")],
    "Is the Humber red?": [cited("no", 0.6)],
    "Who designed it?": [cited("Freeman Fox", 0.45), cited("Leon Moisseiff", 0.3)],
    "How many towers?": [cited("two"), cited("2")],
    "What did the visits cost?": [cell("$1,200.10", 0), cell("$0.20", 1), cell("$0.20", 2)],
    "Which engineers came?": [cited("J. Strauss"), cited("J Strauss"), cited("C. Ellis")],
    "Which days were free?": [cited("1 May 2020"), cited("3 June 2019")],
}


def knowing(world: Mapping[str, Sequence[Value]]) -> Ask:
    """An ask that looks its answers up."""
    return lambda leaf, question, given: world.get(question, ())


def run(text: str, world: Mapping[str, Sequence[Value]] = WORLD) -> Outcome:
    return execute(parse_program(text), knowing(world))


def said(text: str) -> list[str]:
    return [value.text for value in run(text).answers]


# ---------------------------------------------------------------- hops


RED_TOWERS = "Which bridge has two red towers?"


def test_compose_puts_the_inner_answer_into_the_outer_question() -> None:
    outcome = run(
        'Compose(TextQ("When did [answer] open?"), ImageQ("Which bridge has two red towers?"))'
    )
    (bridge,) = WORLD["Which bridge has two red towers?"]
    first, second = WORLD["When did Golden Gate Bridge open?"]
    found = tuple(
        Value(value.text, value.score, value.citations, about="Golden Gate Bridge")
        for value in (first, second)
    )
    assert outcome.hops == (
        Hop(ImageQ(RED_TOWERS), RED_TOWERS, (), (bridge,), (bridge,)),
        Hop(
            TextQ("When did [answer] open?"),
            "When did Golden Gate Bridge open?",
            (bridge,),
            found,
            found,
        ),
    )
    assert [value.text for value in outcome.values] == ["May 27, 1937", "1933"]
    (answer,) = outcome.answers
    assert answer.score == pytest.approx(0.9 * 0.8)
    assert answer.citations == (*first.citations, *bridge.citations)


def test_one_answer_at_a_time_asks_for_each() -> None:
    outcome = run(
        'Compose(TextQ("When did [answer] open?"), TableQ("Which bridges opened before 1950?"))'
    )
    assert [hop.question for hop in outcome.hops[1:]] == [
        "When did Golden Gate Bridge (California) open?",
        "When did Forth Bridge open?",
        "When did Tower Bridge open?",
    ]
    assert [value.about for value in outcome.answers] == ["Forth Bridge", "Tower Bridge"]


def test_all_answers_together_ask_once() -> None:
    outcome = run('Compose(TextQ("Are [answers] old?"), ImageListQ("Which bridges are red?"))')
    assert outcome.hops[1].question == "Are The Forth Bridge and golden gate bridge old?"
    assert [value.text for value in outcome.hops[1].given] == [
        "The Forth Bridge",
        "golden gate bridge",
    ]


def test_only_the_best_candidates_are_tried_where_none_is_likely() -> None:
    unsure = {"Who?": [Value(name, 0.4 / place) for place, name in enumerate("ABCDE", start=1)]}
    program = Compose(TextQ("Where was [answer] born?"), TextQ("Who?"))
    for best in (1, 2, 3):
        outcome = execute(program, knowing(unsure), best=best)
        assert [value.text for value in outcome.hops[0].passed_on] == list("ABC"[:best])


def test_a_hop_that_finds_nothing_ends_the_chain() -> None:
    outcome = run('Compose(TextQ("When did [answer] open?"), TextQ("Which bridge is on Mars?"))')
    assert outcome.values == ()
    assert [hop.question for hop in outcome.hops] == ["Which bridge is on Mars?"]


def test_the_implicit_form_asks_the_same_question_twice() -> None:
    question = "How many towers has the bridge that opened in 1937, [answer]?"
    found = {TableQ: [cited("Golden Gate Bridge", 0.8)], ImageQ: [cited("two", 0.5)]}
    asked: list[tuple[type[Leaf], str, list[str]]] = []

    def answers(leaf: Leaf, question: str, given: Sequence[Value]) -> Sequence[Value]:
        asked.append((type(leaf), question, [value.text for value in given]))
        return found[type(leaf)]

    outcome = execute(Implicit("Compose(ImageQ,TableQ)", question), answers)
    assert asked == [(TableQ, question, []), (ImageQ, question, ["Golden Gate Bridge"])]
    (answer,) = outcome.answers
    assert answer.text == "two"
    assert answer.score == pytest.approx(0.4)
    assert [citation.quote for citation in answer.citations] == ["two", "Golden Gate Bridge"]


# ---------------------------------------------------------------- operators


def test_intersect_forgives_spelling_and_cites_both_sides() -> None:
    outcome = run(
        'Intersect(TableQ("Which bridges opened before 1950?"), '
        'ImageListQ("Which bridges are red?"))'
    )
    assert [value.text for value in outcome.answers] == [
        "Forth Bridge",
        "Golden Gate Bridge (California)",
    ]
    assert [len(value.citations) for value in outcome.answers] == [2, 2]
    assert outcome.answers[0].score == pytest.approx(0.9 * 0.8)


def test_intersect_takes_a_name_inside_another_only_where_nothing_matches_whole() -> None:
    islands = {"a": [Value("Pico"), Value("Faial")], "b": [Value("Pico Island"), Value("Corvo")]}
    program = 'Intersect(TableQ("a"), TextQ("b"))'
    answers = run(program, islands).answers
    assert [(value.text, value.score) for value in answers] == [("Pico", 0.45)]
    islands["b"].append(Value("Faial"))
    answers = run(program, islands).answers
    assert [value.text for value in answers] == ["Faial"]


OPENED = 'Compose(TextQ("When did [answer] open?"), {})'
LONG = 'Compose(TableQ("How long is [answer]?"), {})'
GATE, HUMBER = 'ImageQ("Which bridge has two red towers?")', 'Known("Humber Bridge")'


def test_compare_names_the_thing_not_its_date() -> None:
    sides = f"{OPENED.format(HUMBER)}, {OPENED.format(GATE)}"
    assert said(f"Compare(earliest, {sides})") == ["Golden Gate Bridge"]
    assert said(f"Compare(latest, {sides})") == ["Humber Bridge"]


def test_compare_cites_the_loser_too() -> None:
    (answer,) = run(f"Compare(latest, {OPENED.format(HUMBER)}, {OPENED.format(GATE)})").answers
    assert [citation.quote for citation in answer.citations] == [
        "in 1981",
        "May 27, 1937",
        "Golden Gate Bridge",
    ]


def test_compare_knows_units() -> None:
    sides = f"{LONG.format(HUMBER)}, {LONG.format(GATE)}"
    assert said(f"Compare(largest, {sides})") == ["Golden Gate Bridge"]


def test_one_side_with_many_values_makes_a_superlative() -> None:
    side = OPENED.format('TableQ("Which bridges opened before 1950?")')
    assert said(f"Compare(earliest, {side})") == ["Forth Bridge"]


def test_each_thing_is_compared_by_its_best_value() -> None:
    years = {
        "When did A open?": [Value("1950", 0.9), Value("1900", 0.85)],
        "When did B open?": [Value("1940", 0.9)],
    }
    sides = ", ".join(OPENED.format(f'Known("{name}")') for name in "AB")
    outcome = run(f"Compare(earliest, {sides})", years)
    assert [value.text for value in outcome.answers] == ["B"]


def test_a_comparison_with_a_missing_side_gives_nothing() -> None:
    missing = OPENED.format('Known("Bridge of Sighs")')
    assert said(f"Compare(earliest, {OPENED.format(HUMBER)}, {missing})") == []


def test_dates_that_cannot_be_told_apart_both_win() -> None:
    sides = 'Known("1937"), Known("27 May 1937"), Known("1938")'
    assert said(f"Compare(earliest, {sides})") == ["1937", "27 May 1937"]


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ('Aggregate(count, TableQ("What did the visits cost?"))', "3"),
        ('Aggregate(count, TextQ("Which engineers came?"))', "2"),
        ('Aggregate(sum, TableQ("What did the visits cost?"))', "$1200.5"),
        ('Aggregate(mean, TableQ("What did the visits cost?"))', "$400.1667"),
        ('Aggregate(max, TableQ("What did the visits cost?"))', "$1,200.10"),
        ('Aggregate(min, TextQ("Which days were free?"))', "3 June 2019"),
        ('Aggregate(sum, TextQ("Which engineers came?"))', None),
        ('Aggregate(count, TextQ("Which bridges are on Mars?"))', None),
        ('Arithmetic(years, Known("27 May 1937"), Known("17 July 1981"))', "44 years"),
        ('Arithmetic(years, Known("July 20, 1969"), Known("July 1, 1970"))', "0 years"),
        ('Arithmetic(years, Known("1969"), Known("1970"))', "1 year"),
        ('Arithmetic(months, Known("May 1937"), Known("July 1938"))', "14 months"),
        ('Arithmetic(months, Known("1937"), Known("July 1938"))', None),
        ('Arithmetic(days, Known("2020-02-28"), Known("1 March 2020"))', "2 days"),
        ('Arithmetic(difference, Known("5 km"), Known("500 m"))', "4.5 km"),
        ('Arithmetic(difference, Known("0.3"), Known("0.1"))', "0.2"),
        ('Arithmetic(difference, Known("5 km"), Known("$500"))', None),
        ('Arithmetic(sum, Known("three"), Known("12 players"))', "15"),
        ('Arithmetic(product, Known("3"), Known("$1.50"))', "$4.5"),
        ('Arithmetic(ratio, Known("2 km"), Known("3000 m"))', "0.6667"),
        ('Arithmetic(ratio, Known("2"), Known("0"))', None),
        ('Arithmetic(sum, Known("Apollo"), Known("1"))', None),
        ('YesNo(earlier, TextQ("When did Forth Bridge open?"), Known("1900"))', "yes"),
        ('YesNo(later, TextQ("When did Forth Bridge open?"), Known("1900"))', "no"),
        ('YesNo(earlier, Known("1900"), Known("May 1900"))', None),
        ('YesNo(larger, Known("6 ft"), Known("2 m"))', "no"),
        ('YesNo(same, TextQ("How many towers?"), Known("2"))', "yes"),
        ('YesNo(different, Known("The Forth"), Known("forth"))', "no"),
        ('YesNo(among, Known("c ellis"), TextQ("Which engineers came?"))', "yes"),
        ('YesNo(both, ImageQ("Is the Gate red?"), ImageQ("Is the Humber red?"))', "no"),
        ('YesNo(either, ImageQ("Is the Gate red?"), ImageQ("Is the Humber red?"))', "yes"),
        ('YesNo(both, ImageQ("Is the Gate red?"), ImageQ("Is Mars red?"))', None),
        ('Choose(TextQ("Who designed it?"), "Moisseiff", "freeman fox")', "freeman fox"),
        ('Choose(TextQ("How many towers?"), "one", "two")', "two"),
        ('Choose(TextQ("Who designed it?"), "Ammann", "Eiffel")', None),
    ],
)
def test_operators(program: str, answer: str | None) -> None:
    assert said(program) == ([] if answer is None else [answer])


def test_how_many_years_after() -> None:
    between = f"Arithmetic(years, {OPENED.format(HUMBER)}, {OPENED.format(GATE)})"
    (answer,) = run(between).answers
    assert answer.text == "44 years"
    assert answer.score == pytest.approx(0.9 * 0.9 * 0.8)
    assert len(answer.citations) == 3


def test_an_operator_can_have_the_hole() -> None:
    years = 'Arithmetic(years, TextQ("When did [answer] open?"), Known("1940"))'
    assert said(f"Compose({years}, {GATE})") == ["3 years"]


# ---------------------------------------------------------------- scores


def test_unlikely_alternatives_are_candidates_but_not_answers() -> None:
    outcome = run('TextQ("Who designed it?")')
    assert [value.text for value in outcome.values] == ["Freeman Fox", "Leon Moisseiff"]
    assert [value.text for value in outcome.answers] == ["Freeman Fox"]


def test_a_faulty_program_is_not_run() -> None:
    with pytest.raises(ManyhopError, match="nothing fills the hole"):
        run('TextQ("When did [answer] open?")')


ODD = st.builds(
    Value,
    st.text(max_size=8)
    | st.from_regex(r"-?[0-9]{1,4}([.,/-][0-9]{1,4}){0,2} ?(km|%|\$|BC|years)?", fullmatch=True),
    st.floats(),
    st.just(()),
    st.sampled_from(["", "A", "the a"]),
)
PROGRAMS = [
    'Compose(TextQ("[answer]?"), TextQ("?"))',
    'Compose(TextQ("[answers]?"), TextQ("?"))',
    'Intersect(TextQ("?"), TableQ("?"))',
    'Implicit("Compose(TextQ,TableQ)", "?")',
    'Choose(TextQ("?"), "", "1", "the")',
    *(f'Compare({o}, TextQ("?"), TextQ("!"))' for o in ("earliest", "largest")),
    *(f'Aggregate({o}, TextQ("?"))' for o in ("count", "sum", "mean", "min", "max")),
    *(
        f'Arithmetic({o}, TextQ("?"), TextQ("!"))'
        for o in ("sum", "difference", "product", "ratio", "years", "months", "days")
    ),
    *(
        f'YesNo({o}, TextQ("?"), TextQ("!"))'
        for o in ("same", "among", "earlier", "larger", "both")
    ),
]


@given(st.sampled_from(PROGRAMS), st.lists(ODD, max_size=6))
@settings(max_examples=500, deadline=None)
def test_odd_values_never_break_a_program(text: str, values: list[Value]) -> None:
    outcome = execute(parse_program(text), lambda leaf, question, given: values)
    assert all(0 <= value.score <= 1 and value.text.strip() for value in outcome.values)
    scores = [value.score for value in outcome.values]
    assert scores == sorted(scores, reverse=True)
    assert bool(outcome.answers) == bool(outcome.values)


MMQA = Path(__file__).parents[2] / "../shared/data/mmqa"


@pytest.mark.skipif(not MMQA.exists(), reason="MultiModalQA's dev questions are not here")
def test_the_dev_sets_own_hops_intersect_to_its_answers() -> None:
    held_out = {example["qid"] for example in _examples(MMQA / "slice" / "MMQA_dev.jsonl.gz")}
    right = []
    for example in _examples(MMQA / "MMQA_dev.jsonl.gz"):
        if "Intersect" not in example["metadata"]["type"] or example["qid"] in held_out:
            continue
        others, cells = (
            [str(answer["answer"]) for answer in hop]
            for hop in example["metadata"]["intermediate_answers"]
        )
        found = {
            "Which cells?": [cell(text, row) for row, text in enumerate(cells)],
            "Which others?": [cited(text) for text in others],
        }
        outcome = execute(Intersect(TableQ("Which cells?"), TextQ("Which others?")), knowing(found))
        gold = {str(answer["answer"]) for answer in example["answers"]}
        right.append({value.text for value in outcome.answers} == gold)
    assert len(right) == 70
    assert sum(right) >= 65


def _examples(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
