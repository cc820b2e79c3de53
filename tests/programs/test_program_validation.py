"""What is wrong with a program, said in sentences."""

import pytest

from manyhop.programs import Aggregate, Program, TextQ, parse_program, validate

SOUND = [
    'TextQ("Who designed the Humber Bridge?")',
    'Compose(TextQ("When did [answer] open?"), ImageQ("Which bridge has two red towers?"))',
    'Compose(TextQ("Who built [answer]?"), Compose(TableQ("Which in [answer]?"), TextQ("Where?")))',
    'Compose(Intersect(TextQ("Who built [answer]?"), TableQ("Who had [answer]?")), ImageQ("?"))',
    'Compose(Arithmetic(years, TextQ("When did [answer] open?"), Known("1900")), ImageQ("Which?"))',
    'Compose(Compose(TextQ("Who built [answer]?"), TableQ("Which in [answer]?")), TextQ("Where?"))',
    'Compare(largest, Compose(TableQ("How long is [answer]?"), ImageListQ("Which are red?")))',
    'YesNo(both, ImageQ("Is the first red?"), ImageQ("Is the second red?"))',
    'TextQ("What does [[answer]] mean?")',
    'Implicit("Compose(TextQ,TableQ)", "What is an [answer]?")',
]

FAULTY = {
    'TextQ(" ")': "the question is empty",
    'TextQ("When did [answer] open?")': "nothing fills the hole",
    'Compose(TextQ("When?"), TextQ("Which?"))': "the outer question has no hole",
    'Compose(TextQ("Is [answer] [answer]?"), TextQ("Which?"))': "several holes",
    'Compose(TextQ("Who built [answer]?"), TextQ("Which is in [answer]?"))': "nothing fills",
    'Compose(Intersect(TextQ("[answer]?"), TableQ("[answers]?")), TextQ("Which?"))': "choose one",
    'Compose(TextQ("When did [answer] open?"), YesNo(same, TextQ("a"), TextQ("b")))': "yes or no",
    'Intersect(TextQ("a"), TextQ("a"))': "both sides are the same",
    'Intersect(TextQ("a"), Aggregate(count, TextQ("b")))': "only lists of things",
    'Compare(earliest, Aggregate(count, TextQ("a")), TextQ("b"))': "needs dates",
    'Compare(largest, Aggregate(count, TextQ("a")))': "one number alone",
    "Compare(largest)": "nothing to compare",
    'Aggregate(sum, YesNo(same, TextQ("a"), TextQ("b")))': "one value has no sum",
    'Arithmetic(sum, YesNo(same, TextQ("a"), TextQ("b")), TextQ("c"))': "not yes or no",
    'Arithmetic(years, Aggregate(count, TextQ("a")), TextQ("c"))': "needs dates",
    'YesNo(both, Aggregate(count, TextQ("a")), TextQ("b"))': "joins yes and no",
    'Choose(TextQ("a"), "red")': "two or more",
    'Choose(TextQ("a"), "red", "red")': "all different",
    'Known("")': "the text is empty",
    'Implicit("Compose(TextQ,TextQ)", "a")': "no such type of two hops",
}


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_program_has_no_faults(text: str) -> None:
    assert validate(parse_program(text)) == ()


@pytest.mark.parametrize("text", FAULTY)
def test_a_fault_is_one_sentence(text: str) -> None:
    (fault,) = validate(parse_program(text))
    assert FAULTY[text] in fault


def test_a_fault_shows_the_part_that_has_it() -> None:
    program = parse_program('Aggregate(count, Compose(TextQ("When?"), TextQ("Which?")))')
    (fault,) = validate(program)
    assert fault.startswith('Compose(TextQ("When?"), TextQ("Which?")): ')


def test_a_very_deep_program_is_a_fault() -> None:
    program: Program = TextQ("Which?")
    for _ in range(10_000):
        program = Aggregate("count", program)
    (fault,) = validate(program)
    assert "8 deep" in fault
