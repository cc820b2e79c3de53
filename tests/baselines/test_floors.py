"""What each floor answers on small examples of the four benchmarks."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from small_benchmarks import (  # type: ignore[import-not-found]
    ALL,
    Made,
    aokvqa,
    mmqa,
    recipeqa,
    webqa,
)

from manyhop.answering import Answer, Question
from manyhop.baselines import FLOORS, Training, halves, open_answerer
from manyhop.benchmarks import Example, Gold
from manyhop.errors import ManyhopError

every_floor = pytest.mark.parametrize("name", FLOORS)
every_benchmark = pytest.mark.parametrize("made", ALL)


def answers(name: str, benchmark: Made, seed: int = 0) -> list[Answer]:
    answerer = open_answerer(name, benchmark, seed)
    return [answerer.answer(example.question) for example in benchmark.examples()]


@every_floor
@every_benchmark
def test_every_floor_answers_every_benchmark(name: str, made: Callable[[], Made]) -> None:
    benchmark = made()
    for example, answer in zip(benchmark.examples(), answers(name, benchmark), strict=True):
        assert answer.sentence
        assert answer.values or answer.choice is not None
        if example.question.choices:
            assert answer.choice in range(4)


@every_floor
@every_benchmark
def test_citations_hold(name: str, made: Callable[[], Made]) -> None:
    benchmark = made()
    for example, answer in zip(benchmark.examples(), answers(name, benchmark), strict=True):
        candidates = {source.id: source for source in example.question.candidates}
        for citation in answer.citations:
            assert candidates[citation.source_id].quote(citation.place) == citation.quote
            assert citation.source_id in answer.sources


@every_floor
@every_benchmark
def test_an_answer_does_not_depend_on_what_was_asked_before(
    name: str, made: Callable[[], Made]
) -> None:
    benchmark = made()
    answerer = open_answerer(name, benchmark, seed=3)
    questions = [example.question for example in benchmark.examples()]
    backwards = [answerer.answer(question) for question in reversed(questions)]
    assert backwards[::-1] == answers(name, benchmark, seed=3)


def test_another_seed_draws_other_answers() -> None:
    assert answers("random", aokvqa(), seed=0) != answers("random", aokvqa(), seed=1)


@pytest.mark.parametrize("made", [aokvqa, recipeqa])
def test_random_lands_at_chance(made: Callable[[int], Made]) -> None:
    benchmark = made(4000)
    pairs = zip(benchmark.examples(), answers("random", benchmark), strict=True)
    right = sum(benchmark.score(example, answer)["right"] for example, answer in pairs)
    assert 0.22 < right / 4000 < 0.28


def test_bm25_selects_two_sources_and_copies_a_sentence() -> None:
    answer = answers("bm25", webqa(1))[0]
    assert answer.sources == ("s1", "i1")
    assert answer.values == ("It opened in 1981.",)


def test_bm25_takes_the_cell_that_the_question_does_not_name() -> None:
    question = Question(
        id="1",
        text="Which country is Forth in?",
        candidates=next(mmqa(1).examples()).question.candidates[:1],
    )
    assert open_answerer("bm25", mmqa()).answer(question).values == ("Scotland",)


def test_bm25_takes_the_choice_that_the_recipe_speaks_of() -> None:
    answer = answers("bm25", recipeqa(1))[0]
    assert answer.choice == 1
    assert answer.citations[0].quote == "Boil fresh water in a kettle."


def test_context_only_gives_the_most_frequent_cell() -> None:
    assert answers("context-only", mmqa(1))[0].values == ("England",)


def test_context_only_takes_the_choice_most_like_the_recipe() -> None:
    assert answers("context-only", recipeqa(1))[0].choice == 1


@pytest.mark.parametrize("name", ["question-only", "context-only", "bm25"])
def test_names_of_pictures_give_nothing_away(name: str) -> None:
    visual = [
        answer.choice
        for example, answer in zip(
            recipeqa(80).examples(), answers(name, recipeqa(80)), strict=True
        )
        if example.category == "visual_coherence"
    ]
    assert set(visual) == {0, 1, 2, 3}


def test_choices_are_not_given_as_direct_answers() -> None:
    assert not any(answer.values for answer in answers("context-only", aokvqa()))


def test_most_common_goes_by_category() -> None:
    yes = [
        Example(
            question=Question(id=f"y{n}", text="Is it?"), gold=Gold(values=("yes",)), category="a"
        )
        for n in range(3)
    ]
    two = [
        Example(question=Question(id=f"n{n}", text="Many?"), gold=Gold(values=("2",)), category="b")
        for n in range(2)
    ]
    asked = Example(question=Question(id="q", text="How many?"), category="b")
    answerer = open_answerer("most-common", Made("mmqa", [asked]), training=[*yes, *two])
    assert answerer.answer(asked.question).values == ("2",)
    assert answerer.name == "most-common(by category, trained on 5 examples)"


def test_most_common_of_choices_that_were_never_right_is_the_global_one() -> None:
    asked = Example(question=Question(id="q", text="What?", choices=("sun", "moon")))
    answerer = open_answerer("most-common", Made("aokvqa", [asked]), training=aokvqa(8).examples())
    answer = answerer.answer(asked.question)
    assert (answer.choice, answer.values) == (None, ("red",))


def test_weighted_random_draws_what_was_right_more_often() -> None:
    benchmark = aokvqa(200)
    drawn = [
        example.question.choices[answer.choice or 0]
        for example, answer in zip(
            benchmark.examples(), answers("weighted-random", benchmark), strict=True
        )
    ]
    assert set(drawn) == {"red"}  # the only colour that ever was right


def test_question_only_answers_as_the_nearest_question_was() -> None:
    known = [
        Example(
            question=Question(id="k1", text="Who painted the ceiling?"),
            gold=Gold(values=("Michelangelo",)),
        ),
        Example(
            question=Question(id="k2", text="How long is the river?"),
            gold=Gold(values=("6,650 km",)),
        ),
    ]
    asked = Example(question=Question(id="q", text="What is the length of that river?"))
    answerer = open_answerer("question-only", Made("mmqa", [asked]), training=known)
    assert answerer.answer(asked.question).values == ("6,650 km",)


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("Are the towers of the bridge round or square?", "round"),
        ("Which has more windows, the Louvre or the Tate?", "Louvre"),
        ("Is the dome taller?", "yes"),
        ("How many arches are there?", "2"),
        ("What color is the door?", "white"),
    ],
)
def test_question_only_without_training_follows_a_rule(text: str, guess: str) -> None:
    asked = Example(question=Question(id="q", text=text))
    answerer = open_answerer("question-only", Made("webqa", [asked]))
    assert answerer.name == "question-only(untrained)"
    assert answerer.answer(asked.question).values == (guess,)


def test_the_oracle_gives_the_gold() -> None:
    for example, answer in zip(mmqa().examples(), answers("oracle", mmqa()), strict=True):
        assert example.gold is not None
        assert (answer.values, answer.sources) == (example.gold.values, example.gold.sources)
    assert answers("oracle", aokvqa(1))[0].values == ("red",)
    assert answers("oracle", webqa(1))[0].sentence == "It is red."
    assert [a.choice for a in answers("oracle", recipeqa(2))] == [1, 2]


def test_the_oracle_says_nothing_of_a_blind_question() -> None:
    blind = Made("mmqa", [Example(question=Question(id="b", text="Who?"))])
    assert answers("oracle", blind)[0].abstained


def test_halves_keep_groups_together() -> None:
    first, second = halves(recipeqa(400))
    assert len(first) + len(second) == 400
    assert abs(len(first) - len(second)) < 120
    assert not {example.group for example in first} & {example.group for example in second}


def test_a_half_is_answered_with_what_the_other_taught() -> None:
    def example(number: int) -> Example:
        gold = Gold(values=(f"answer {number}",))
        return Example(question=Question(id=f"q{number}", text=f"Question {number}?"), gold=gold)

    benchmark = Made("mmqa", map(example, range(60)))
    for name in ("random", "weighted-random", "most-common", "question-only"):
        for each, answer in zip(benchmark.examples(), answers(name, benchmark), strict=True):
            assert each.gold is not None
            assert answer.values != each.gold.values


def test_training_counts_each_example_once() -> None:
    training = Training(aokvqa(8).examples())
    assert training.rights == {"red": 8}
    assert training.answers == {("red",): 8}


def test_an_unknown_name_is_met_with_the_list() -> None:
    with pytest.raises(ManyhopError, match=r"answerer 'rand'; .* manyhop, .*random, .*oracle"):
        open_answerer("rand", webqa())


def test_passages_of_a_text_do_not_overlap() -> None:
    from manyhop.baselines._passages import sentences

    text = 'He said "Go." Then (e.g. at 3.5 km) they left!  The end'
    spans = [span for span, _ in sentences(text)]
    assert [text[span.start : span.end] for span in spans] == [
        found for _, found in sentences(text)
    ]
    assert all(one.end <= two.start for one, two in pairwise(spans))


def test_a_language_model_is_shown_the_training_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANYHOP_BASE_URL", "http://127.0.0.1:1/v1")
    answerer = open_answerer("openai:small", webqa(), training=webqa(3).examples())
    assert answerer.name.startswith("openai:small(shots=3, ")
