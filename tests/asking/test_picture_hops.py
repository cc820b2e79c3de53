"""From pictures to notes and back, on a small album with a log."""

from collections.abc import Iterator

import pytest
from PIL import Image as Pillow

from manyhop.answering import InCollection, Question
from manyhop.asking import Look, look, note_pictures, one_picture, picture_notes
from manyhop.collection import Collection, index_paths
from manyhop.models import Models
from manyhop.programs import Compose, TableQ
from manyhop.sources import CellAt, Region, Span

LOG = """file,photographer,date,place
IMG_0001.png,Anna Keller,2025-05-03,Zoo
IMG_0002.png,Ben Okafor,2025-06-14,Old town
IMG_0003.png,Carla Reyes,2025-11-08,Castle park
"""
EXHIBITION = """Winter exhibition

Where the pictures hang:
- over the door: IMG_0002.png
The jury's choice: first prize IMG_0001.png, second prize IMG_0003.png.
"""
COLOURS = ("#d01010", "#1040d0", "#10a020")


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder = tmp_path_factory.mktemp("album")
    for number, colour in enumerate(COLOURS, start=1):
        Pillow.new("RGB", (96, 96), colour).save(folder / f"IMG_{number:04}.png")
    (folder / "log.csv").write_text(LOG)
    (folder / "exhibition.txt").write_text(EXHIBITION)
    with Collection.open(folder / ".manyhop", create=True) as collection:
        index_paths(collection, [folder], ocr=False)
        yield collection


@pytest.fixture(scope="module")
def models() -> Models:
    return Models()


def looked(album: Collection, models: Models, text: str) -> Look:
    return look(Question(id="1", text=text), text, InCollection(album, models), models)


@pytest.mark.parametrize(
    ("question", "colour"),
    [
        ("What colour is the picture Anna took at the zoo?", "red"),
        ("What colour is the picture that hangs over the door?", "blue"),
        ("What colour is the picture that won second prize?", "green"),
        ("What colour is Carla's photo from 8 November 2025?", "green"),
    ],
)
def test_a_note_or_row_leads_to_its_picture(
    album: Collection, models: Models, question: str, colour: str
) -> None:
    proposal = next(iter(note_pictures(looked(album, models, question))))
    assert proposal.values_text == (colour,)
    assert isinstance(proposal.program, Compose)
    picture, note = proposal.values[0].citations
    assert picture.place == Region()
    assert isinstance(note.place, CellAt | Span)
    assert "IMG_000" in note.quote


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who took IMG_0002.png?", "Ben Okafor"),
        ("When was IMG_0003.png taken?", "2025-11-08"),
        ("Where was picture 1 taken?", "Zoo"),
    ],
)
def test_what_the_log_says_of_a_picture(
    album: Collection, models: Models, question: str, told: str
) -> None:
    found = list(picture_notes(looked(album, models, question)))
    tables = [proposal for proposal in found if isinstance(proposal.program, TableQ)]
    assert tables[0].values_text == (told,)
    cell, picture = tables[0].values[0].citations
    assert cell.quote == told
    assert picture.place == Region()


def test_a_named_picture_is_looked_at(album: Collection, models: Models) -> None:
    (first, *_) = one_picture(looked(album, models, "What colour is IMG_0002.png?"))
    assert first.values_text == ("blue",)
    assert first.signs["named"] == 1


def test_notes_are_not_asked_what_can_be_seen(album: Collection, models: Models) -> None:
    question = "What colour is IMG_0002.png?"
    assert list(picture_notes(looked(album, models, question))) == []


def test_pictures_are_not_asked_what_cannot_be_seen(album: Collection, models: Models) -> None:
    question = "Who took IMG_0002.png?"
    assert list(one_picture(looked(album, models, question))) == []
    assert list(note_pictures(looked(album, models, "When does the exhibition open?"))) == []
