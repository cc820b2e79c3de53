import pytest

from manyhop.asking import described, listed, named_files


@pytest.mark.parametrize(
    ("question", "shows"),
    [
        ("Which pictures show suitcases?", "suitcases"),
        ("In which photos can I see a cat?", "a cat"),
        ("Show me all baseball pictures.", "baseball"),
        ("Which pictures have pizza in them?", "pizza"),
        ("Which of the photos are black and white?", "black and white"),
        ("Is there a photo of tents in the snow? Which one?", "tents in the snow"),
        ("Where can I see a stop sign?", "a stop sign"),
    ],
)
def test_what_listed_pictures_are_to_show(question: str, shows: str) -> None:
    asks = listed(question)
    assert asks is not None
    assert asks.shows == shows


@pytest.mark.parametrize(
    "question",
    [
        "Which pictures were taken by Dmitri?",  # the log knows, not the pixels
        "What did Kofi photograph on his second dive?",
        "What animal is in IMG_0142.jpg?",
        "When does the exhibition open?",
    ],
)
def test_other_questions_want_no_list(question: str) -> None:
    assert listed(question) is None


def test_one_picture_and_a_number_of_them_are_told_apart() -> None:
    one, number = listed("Which picture shows a zebra?"), listed("How many photos show dogs?")
    assert one is not None
    assert number is not None
    assert (one.one, one.counted) == (True, False)
    assert (number.one, number.counted) == (False, True)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What animal is in IMG_0142.jpg?", ["IMG_0142.jpg"]),
        ("Who took img_0142?", ["img_0142"]),
        ("What does photo 142 show?", ["142"]),
        ("What opened in 1981?", []),
    ],
)
def test_files_named_in_a_question(question: str, names: list[str]) -> None:
    assert named_files(question) == names


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("Who took the picture of the penguin?", "the penguin"),
        ("Where was the picture with the sheep taken?", "the sheep"),
        ("How much does the print of the elephant picture cost?", "the elephant"),
        ("Which prize did the picture with the big wheel win?", "the big wheel"),
        ("When was the ice climber photographed?", "the ice climber"),
        ("When does the exhibition open?", ""),
    ],
)
def test_how_a_question_describes_the_picture_it_means(question: str, what: str) -> None:
    assert described(question) == what
