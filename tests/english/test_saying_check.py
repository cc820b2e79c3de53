"""The check lets through what was asked and answered, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyhop.english import contains, faults, invented

QUESTION = "When did the old lighthouse near Ardnam open?"


def test_a_good_sentence_has_no_faults() -> None:
    assert faults("The old lighthouse near Ardnam opened in 1981.", QUESTION, ["1981"]) == []


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("The old lighthouse near Ardnam opened.", 'lacks "1981"'),
        ("The old lighthouse near Ardnam opened in 19811.", 'lacks "1981"'),
        ("The famous lighthouse near Ardnam opened in 1981.", 'invents "famous"'),
        ("The old lighthouse near Oban opened in 1981.", 'invents "Oban"'),
        ("The old lighthouse opened in 1981 and 1990.", 'invents "1990"'),
        ("The old lighthouse opened in 1981", "does not end as a sentence"),
        ("The lighthouse opened in 1981. It opened.", "is not one sentence"),
        ("The old lighthouse did not open in 1981.", "says yes for no, or no for yes"),
    ],
)
def test_each_fault_is_named(said: str, fault: str) -> None:
    assert fault in faults(said, QUESTION, ["1981"])


def test_inflections_of_the_questions_words_are_no_inventions() -> None:
    assert invented("Birds were flying and foxes ran.", "Does a bird fly? Do foxes run?", []) == []


def test_yes_must_not_deny_and_no_must() -> None:
    question = "Is the gate open?"
    assert faults("Yes, the gate is open.", question, ["yes"]) == []
    assert faults("No, the gate is open.", question, ["no"]) != []
    assert faults("Yes, the gate is not open.", question, ["yes"]) != []


def test_a_full_stop_inside_a_name_ends_no_sentence() -> None:
    said = "J. R. Hale painted St. Anne."
    assert faults(said, "Who painted St. Anne?", ["J. R. Hale"]) == []


def test_a_value_is_found_as_a_whole_word_whatever_its_capitals() -> None:
    assert contains("The PARTY was loud.", "party")
    assert not contains("The party was loud.", "art")


@given(st.text(min_size=1))
def test_a_sentence_without_the_value_never_passes(value: str) -> None:
    if value.strip(" .") and not contains("The roof is plain.", value):
        assert faults("The roof is plain.", "How is the roof?", [value]) != []
