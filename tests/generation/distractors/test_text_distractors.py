import pytest
from tests.generation.built import FAR, FERRY, NEAR, SNIPPETS, SOURCES, longest_opened

from manyhop.generation._query import SaidOf
from manyhop.generation.distractors import TextDistractors, faults, plain_words, says, telling
from manyhop.programs import Value
from manyhop.sources import AnySource, Snippet


@pytest.mark.parametrize("by", ["meaning", "words"])
def test_gold_pages_and_snippets_with_the_answer_are_never_chosen(by: str) -> None:
    built = longest_opened()
    (chosen,) = TextDistractors(SNIPPETS, by=by).choose([built])  # type: ignore[arg-type]
    assert set(chosen) == {"arn", "ferry", "far"}  # not bel and bel2, nor near with its 1958
    assert chosen[-1] == "far"


def test_the_gold_counts_towards_the_number_of_paragraphs() -> None:
    (chosen,) = TextDistractors(SNIPPETS).choose([longest_opened()], texts=2)
    assert len(chosen) == 1


def test_each_question_gets_its_own() -> None:
    year = longest_opened()
    ferry = longest_opened(id="q2", question="What closed?", values=(Value("the ferry"),))
    first, second = TextDistractors(SNIPPETS).choose([year, ferry])
    assert "ferry" in first
    assert "ferry" not in second
    assert "near" in second


def test_a_large_pool_is_searched_as_deep_as_the_rules_need() -> None:
    same = [
        Snippet(id=f"s{number}", title="Opened", text=f"opened 1958 {number}")
        for number in range(700)
    ]
    (chosen,) = TextDistractors([*same, FAR, FERRY]).choose([longest_opened()], texts=3)
    assert set(chosen) == {"far", "ferry"}


def test_the_check_names_what_a_careless_choice_breaks() -> None:
    built = longest_opened(distractors=("bel2", "near", "bel", "nowhere", "arn", "arn"))
    assert faults(built, SOURCES) == [
        "bel2 is from a gold snippet's page, 'Bel Bridge'",
        "near says the answer 1958",
        "bel is a source that the answer rests on",
        "nowhere is not among the sources",
        "a distractor is named twice",
        "there are 4 paragraphs, not 10",
    ]


def test_what_was_chosen_passes_the_check() -> None:
    pool = [*SNIPPETS, *(Snippet(id=f"s{n}", title=f"Town {n}", text="A town.") for n in range(9))]
    sources: dict[str, AnySource] = {source.id: source for source in pool}
    (chosen,) = TextDistractors(pool).choose([longest_opened()])
    assert faults(longest_opened(distractors=chosen), sources) == []


def test_a_number_is_said_in_digits_or_in_words() -> None:
    five = telling(["5"])
    assert says(plain_words("It has five arches."), five)
    assert says(plain_words("5 arches"), five)
    assert not says(plain_words("It is 5.5 m wide, or 15 feet"), five)
    assert says(plain_words("some 1,410 metres"), telling(["1410"]))


def test_yes_and_no_leak_nothing() -> None:
    assert telling(["yes"]) == telling(["No"]) == ()


def test_accents_and_marks_do_not_hide_an_answer() -> None:
    assert says(plain_words("in Kraków’s old town"), telling(["Krakow"]))
    assert not says(plain_words(NEAR.text), telling(["brid"]))


def test_what_a_list_question_would_find_too_is_no_distractor() -> None:
    among = (("bel", "Bel Bridge"), ("arn", "Arn Bridge"))
    asked = longest_opened(
        question="Which bridge opened in 1958?",
        queries={"Which bridge opened in 1958?": SaidOf("opened-in", "1958", among)},
        values=(Value("Bel Bridge"),),
        hops=(),
        gold=("bel",),
    )
    (chosen,) = TextDistractors(SNIPPETS).choose([asked])
    assert "near" not in chosen  # the Dal Bridge opened in 1958 as well
    assert "arn" in chosen
    assert "near answers a list question of it too" in faults(
        longest_opened(queries=asked.queries, values=asked.values, distractors=("near",)), SOURCES
    )
