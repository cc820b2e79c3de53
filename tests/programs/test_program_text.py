"""Programs as text and as JSON."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.errors import ManyhopError
from manyhop.programs import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    ImageListQ,
    ImageQ,
    Implicit,
    Intersect,
    Known,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    YesNo,
    depth,
    fill,
    holes,
    literal,
    parse_program,
    print_program,
    program_from_json,
    program_to_json,
)

EXAMPLES: dict[str, Program] = {
    'Compose(TextQ("When did [answer] open?"), ImageQ("Which has two towers?"))': Compose(
        TextQ("When did [answer] open?"), ImageQ("Which has two towers?")
    ),
    'Intersect(TableQ("Which opened in 1937?"), ImageListQ("Which are red?"))': Intersect(
        TableQ("Which opened in 1937?"), ImageListQ("Which are red?")
    ),
    'Compare(latest, Known("1981"), Known("1937"))': Compare(
        "latest", (Known("1981"), Known("1937"))
    ),
    'Aggregate(count, TableQ("Which are in Japan?"))': Aggregate(
        "count", TableQ("Which are in Japan?")
    ),
    'Arithmetic(years, TextQ("When did it open?"), Known("2026"))': Arithmetic(
        "years", TextQ("When did it open?"), Known("2026")
    ),
    'YesNo(earlier, TextQ("When did it open?"), Known("1900"))': YesNo(
        "earlier", TextQ("When did it open?"), Known("1900")
    ),
    'Choose(ImageQ("What colour is it?"), "red", "light blue")': Choose(
        ImageQ("What colour is it?"), ("red", "light blue")
    ),
    'ProcedureQ("Form a small loop", next)': ProcedureQ("Form a small loop", "next"),
    'ProcedureQ("How long must the glue dry?")': ProcedureQ("How long must the glue dry?"),
    'Implicit("Compose(TextQ,TableQ)", "Who?")': Implicit("Compose(TextQ,TableQ)", "Who?"),
    r'TextQ("Who said \"I do\"?\n")': TextQ('Who said "I do"?\n'),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_program_is_written_as_it_is_read(text: str) -> None:
    assert parse_program(text) == EXAMPLES[text]
    assert print_program(EXAMPLES[text]) == text


def test_spaces_and_line_ends_between_parts_do_not_matter() -> None:
    spread = """
        Compose (
            TextQ ( "Who designed [answer]?" ) ,
            TableQ ( "Which is longest?" )
        )
    """
    assert parse_program(spread) == Compose(
        TextQ("Who designed [answer]?"), TableQ("Which is longest?")
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("TextQ", "column 6: expected '(', found the end"),
        ('TextQ("a"', "column 10: expected ')', found the end"),
        ("TextQ(why)", "column 7: expected a text in double quotes, found 'why'"),
        (
            'TextQ("why)',
            "column 7: this quoted text does not end or has a wrong escape, found '\"'",
        ),
        ('TextQ("a") and', "column 12: the program ended before this, found 'and'"),
        (
            'Compare(first, Known("a"))',
            "column 9: expected one of earliest, latest, smallest, largest, found 'first'",
        ),
        ('Compose(TextQ("a"))', "column 19: expected ',', found ')'"),
    ],
)
def test_a_mistake_is_named_with_its_column(text: str, fault: str) -> None:
    with pytest.raises(ManyhopError) as raised:
        parse_program(text)
    assert str(raised.value) == fault


def test_an_unknown_name_is_answered_with_the_names_there_are() -> None:
    with pytest.raises(ManyhopError, match=r"column 9: .*TextQ, TableQ.*found 'VideoQ'"):
        parse_program('Compose(VideoQ("a"), TextQ("b"))')


def test_a_very_deep_text_is_refused_and_does_not_exhaust_the_stack() -> None:
    with pytest.raises(ManyhopError, match="at most 8 deep"):
        parse_program("Compose(" * 100_000)
    with pytest.raises(ManyhopError, match="not a program"):
        program_from_json('{"kind":"Aggregate","operation":"sum","of":' * 100_000)


def test_json_names_each_type() -> None:
    json = program_to_json(Aggregate("count", TableQ("Which are in Japan?")))
    assert msgspec.json.decode(json) == {
        "kind": "Aggregate",
        "operation": "count",
        "of": {"kind": "TableQ", "question": "Which are in Japan?"},
    }


def test_json_that_is_no_program_is_refused_in_one_sentence() -> None:
    with pytest.raises(ManyhopError, match=r"not a program: .*'VideoQ'"):
        program_from_json('{"kind": "VideoQ", "question": "Why?"}')


def test_a_hole_takes_one_answer_or_a_list() -> None:
    assert fill("When did [answer] open?", ["Humber Bridge"]) == "When did Humber Bridge open?"
    assert fill("Are [answers] red?", ["A"]) == "Are A red?"
    assert fill("Are [answers] red?", ["A", "B", "C"]) == "Are A, B and C red?"
    assert fill("Who is [answer]?", ["[answer]"]) == "Who is [answer]?"


@given(st.lists(st.sampled_from(["[", "]", "[answer]", "[answers]", "why", " "])).map("".join))
def test_what_a_user_typed_never_becomes_a_hole(text: str) -> None:
    assert holes(literal(text)) == ()
    assert fill(literal(text), ["wrong"]) == text


def _programs() -> st.SearchStrategy[Program]:
    text = st.text(max_size=20)
    leaves = st.one_of(
        *(st.builds(leaf, text) for leaf in (TextQ, TableQ, ImageQ, ImageListQ, Known)),
        st.from_type(ProcedureQ),
        st.builds(Implicit, text, text),
    )
    programs: st.SearchStrategy[Program] = leaves
    for _ in range(3):
        parts = programs
        several = st.lists(parts, max_size=3).map(tuple)
        programs = st.one_of(
            leaves,
            st.builds(Compose, parts, parts),
            st.builds(Intersect, parts, parts),
            st.builds(Compare, st.sampled_from(["earliest", "largest"]), several),
            st.builds(Aggregate, st.sampled_from(["count", "mean"]), parts),
            st.builds(Arithmetic, st.sampled_from(["years", "ratio"]), parts, parts),
            st.builds(YesNo, st.sampled_from(["same", "both"]), parts, parts),
            st.builds(Choose, parts, st.lists(text, max_size=3).map(tuple)),
        )
    return programs


@given(_programs())
@settings(max_examples=300, deadline=None)
def test_every_program_comes_back_from_text_and_json(program: Program) -> None:
    assert parse_program(print_program(program)) == program
    assert program_from_json(program_to_json(program)) == program
    assert depth(program) <= 4
