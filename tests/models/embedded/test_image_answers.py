import csv
import io
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from manyhop.models.embedded._image_answers import (
    PictureAnswerer,
    allowed,
    asked_presence,
    plain,
)
from manyhop.models.embedded._image_colours import COLOURS
from manyhop.models.embedded._weights import FOLDER

DATA = Path(__file__).parents[3] / "../shared/data"

needs_weights = pytest.mark.skipif(
    not (FOLDER / "image_answers.npz").exists(), reason="the image weights are not built"
)


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Is there a dog in the picture?", "a dog"),
        ("Are there any people in this photo?", "a people"),
        ("Is this a kitchen?", "a kitchen"),
        ("Does the image show a red boat?", "a red boat"),
        ("Can you see the sea?", "the sea"),
        ("What is on the table?", None),
        ("Is the man sitting or standing?", None),
        ("Is there a dog or a cat?", None),
    ],
)
def test_what_a_yes_or_no_question_is_after(question: str, thing: str | None) -> None:
    assert asked_presence(question) == thing


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What colour is the boat?", "colour"),
        ("what is the color of the chair", "colour"),
        ("How many chairs are there?", "number"),
        ("What is left of the red lamp?", ""),
        ("What is the black colored thing?", ""),
    ],
)
def test_a_question_says_what_kind_of_answer_it_admits(question: str, kind: str) -> None:
    assert allowed(question) == kind


def test_spelling_does_not_matter() -> None:
    assert plain(" What COLOUR is it? ") == plain("what color is it")


@pytest.fixture(scope="module")
def answerer() -> PictureAnswerer:
    return PictureAnswerer.load()


def boat(colour: str) -> bytes:
    picture = Image.new("RGB", (300, 200), colour)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 190, 300, 200), fill="white")
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()


@needs_weights
@pytest.mark.parametrize("colour", ["red", "blue", "green"])
def test_a_colour_is_read_off_the_pixels(answerer: PictureAnswerer, colour: str) -> None:
    assert answerer.answer("What colour is the wall?", boat(colour))[0].text == colour


@needs_weights
def test_answers_fit_the_question_and_their_chances_add_up(answerer: PictureAnswerer) -> None:
    picture = boat("white")
    assert all(one.text in COLOURS for one in answerer.answer("What color is the cup?", picture))
    assert all(one.text.isdecimal() for one in answerer.answer("How many cups?", picture))
    yes_or_no = answerer.answer("Is there a horse in the picture?", picture)
    assert {one.text for one in yes_or_no} == {"yes", "no"}
    assert sum(one.chance for one in yes_or_no) == pytest.approx(1)


def unseen_rooms() -> list[tuple[Path, str, list[str]]]:
    """DAQUAR's questions, with their answers, about photos that training put aside."""
    with (DATA / "daquar" / "data_train.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    photos = [DATA / "daquar" / "images" / f"{row['image_id']}.jpg" for row in rows]
    return [
        (photo, row["question"], row["answer"].replace("_", " ").split(", "))
        for photo, row in zip(photos, rows, strict=True)
        if photo.exists() and zlib.crc32(photo.name.encode()) % 10 >= 8
    ]


@pytest.mark.extras
@needs_weights
@pytest.mark.skipif(not (DATA / "daquar").is_dir(), reason="needs ../shared/data/daquar")
def test_questions_about_unseen_rooms_are_answered_better_than_by_habit(
    answerer: PictureAnswerer,
) -> None:
    asked = unseen_rooms()[:200]
    best = [answerer.answer(question, photo.read_bytes())[0] for photo, question, _ in asked]
    right = [one.text in gold for one, (_, _, gold) in zip(best, asked, strict=True)]
    usual = np.mean(["2" in gold for _, _, gold in asked])
    assert np.mean(right) > 3 * usual
    assert abs(np.mean([one.chance for one in best]) - np.mean(right)) < 0.12
