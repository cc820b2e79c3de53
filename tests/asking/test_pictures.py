"""Lists of pictures by what they show."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image as Pillow

import manyhop
from manyhop.answering import InCollection, Question
from manyhop.asking import Look, look, picture_lists
from manyhop.collection import Collection, index_paths
from manyhop.models import Models
from manyhop.programs import Aggregate, ImageListQ
from manyhop.sources import Region

SAMPLE = Path(manyhop.__file__).parent / "sample" / "images"


@pytest.fixture(scope="module")
def album(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    """Bridges in colour, and two in shades of grey."""
    folder = tmp_path_factory.mktemp("album")
    for number, path in enumerate(sorted(SAMPLE.glob("*.png"))):
        picture = Pillow.open(path).convert("L" if number < 2 else "RGB")
        stream = io.BytesIO()
        picture.save(stream, "PNG")
        (folder / f"IMG_{number:04}.png").write_bytes(stream.getvalue())
    with Collection.open(folder / ".manyhop", create=True) as collection:
        index_paths(collection, [folder], ocr=False)
        yield collection


def looked(album: Collection, text: str) -> Look:
    models = Models()
    return look(Question(id="1", text=text), text, InCollection(album, models), models)


def test_pictures_without_colours_are_listed_whole(album: Collection) -> None:
    (proposal,) = picture_lists(looked(album, "Which photos are black and white?"))
    assert [value.text for value in proposal.values] == ["IMG_0000.png", "IMG_0001.png"]
    assert proposal.way == "picture list"
    assert isinstance(proposal.program, ImageListQ)
    for value in proposal.values:
        (citation,) = value.citations
        assert citation.place == Region()
        assert citation.source_id in {source.id for source in proposal.sources}


def test_they_can_be_counted(album: Collection) -> None:
    (proposal,) = picture_lists(looked(album, "How many photos are black and white?"))
    assert proposal.values_text == ("2",)
    assert isinstance(proposal.program, Aggregate)


def test_what_no_picture_shows_is_worth_little(album: Collection) -> None:
    for question in ("Which picture shows a zebra?", "Which pictures show a pizza?"):
        for proposal in picture_lists(looked(album, question)):
            assert proposal.signs["worth"] < 0


def test_other_questions_get_no_list(album: Collection) -> None:
    assert list(picture_lists(looked(album, "When does the exhibition open?"))) == []
