import pytest

from manyhop.generation.procedures import ClozeSettings, without_number
from manyhop.generation.procedures._prepared import is_english, too_few_titles, why_not
from manyhop.generation.procedures._titles import distinct_titles, same_words, titled_steps
from manyhop.sources import Procedure, Step


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("Step 3: Whisk", "Whisk"),
        ("STEP THREE - Whisk", "Whisk"),
        ("Step 2 of 5. Whisk", "Whisk"),
        ("4) Whisk", "Whisk"),
        ("12. Whisk", "Whisk"),
        ("Part II: Whisk", "Whisk"),
        ("Step 7", ""),
        ("9", ""),
        ("2 eggs and butter", "2 eggs and butter"),
        ("3.5 cups of flour", "3.5 cups of flour"),
        ("Stepping stones", "Stepping stones"),
        ("One last coat", "One last coat"),
    ],
)
def test_what_says_which_step_it_is_goes(title: str, bare: str) -> None:
    assert without_number(title) == bare


def test_a_procedure_without_titles_is_titled_by_first_sentences_which_leave_the_body() -> None:
    manual = Procedure(steps=(Step("", "Lift the lid off. It sits tight."), Step("", "Rinse it.")))
    steps = titled_steps(manual, ClozeSettings())
    assert [(step.title, step.body) for step in steps] == [
        ("Lift the lid off", "It sits tight."),
        ("Rinse it", ""),
    ]
    left = titled_steps(manual, ClozeSettings(untitled="leave"))
    assert [step.title for step in left] == ["", ""]


def test_a_sentence_too_long_for_a_title_stays_in_the_body() -> None:
    text = " ".join(["word"] * 30) + ". End."
    (step,) = titled_steps(Procedure(steps=(Step("", text),)), ClozeSettings())
    assert (step.title, step.body) == ("", text)


def test_one_title_of_the_procedure_s_own_is_enough_to_make_none_up() -> None:
    some = Procedure(steps=(Step("Boil", "Boil water."), Step("", "Pour it. Wait.")))
    assert [step.title for step in titled_steps(some, ClozeSettings())] == ["Boil", ""]


def test_titles_count_once_whatever_their_capitals_and_signs() -> None:
    steps = tuple(Step(title, "x") for title in ("Enjoy!", "Bake", "enjoy", "Cool"))
    assert distinct_titles(titled_steps(Procedure(steps=steps), ClozeSettings())) == [0, 1, 3]
    assert same_words("Enjoy!") == same_words("ENJOY")


def test_characters_beyond_ascii_are_kept_stripped_or_a_reason_to_drop() -> None:
    soup = Procedure(steps=tuple(Step(f"Purée {n}a", "Blend it.") for n in range(4)))
    for rule, title, reason in (
        ("keep", "Purée 0a", None),
        ("strip", "Pure 0a", None),
        ("drop", "Purée 0a", "characters beyond ASCII"),
    ):
        settings = ClozeSettings().changed([f"non_ascii={rule}"])
        steps = titled_steps(soup, settings)
        assert steps[0].title == title
        assert why_not(soup, steps, settings) == reason


def test_only_english_procedures_of_three_to_25_steps_with_text_are_taken() -> None:
    settings = ClozeSettings()

    def reason(*steps: Step) -> str | None:
        procedure = Procedure(steps=steps)
        return why_not(procedure, titled_steps(procedure, settings), settings)

    english = Step("Cut", "Cut the board along the line and sand it.")
    german = Step("Sägen", "Das Brett wird entlang der Linie gesägt und danach geschliffen.")
    assert reason(*[english] * 3) is None
    assert reason(*[english] * 25) is None
    assert reason(*[english] * 2) == "fewer than 3 or more than 25 steps"
    assert reason(*[english] * 26) == "fewer than 3 or more than 25 steps"
    assert reason(*[german] * 4) == "not in English"
    assert reason(*[Step("Cut", "", ("a.jpg",))] * 4) == "no text in any step"
    assert too_few_titles(titled_steps(Procedure(steps=(english,) * 9), settings), settings)


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("Mix the flour and the sugar in a bowl until it is smooth, then add two eggs.", True),
        ("Mélangez la farine et le sucre dans un saladier puis ajoutez deux œufs battus.", False),
        ("Mezcle la harina con el azúcar en un recipiente hondo y luego añada dos huevos.", False),
        ("Смешайте муку и сахар в миске до однородности.", False),
        ("2 eggs", True),
    ],
)
def test_english_is_known_by_its_small_words(text: str, english: bool) -> None:
    assert is_english(text) is english
