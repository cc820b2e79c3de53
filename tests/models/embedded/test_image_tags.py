import io

import numpy as np
import pytest
from held_out_photos import HERE, held_out_photos  # type: ignore[import-not-found]
from PIL import Image

from manyhop.models.embedded._image_colours import COLOURS, colour_grid
from manyhop.models.embedded._image_tags import PictureTagger, picture_tags
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER

needs_weights = pytest.mark.skipif(
    not (FOLDER / "image_tags.npz").exists(), reason="the image weights are not built"
)
needs_photos = pytest.mark.skipif(not HERE, reason="needs the photos of ../shared/data")


def encoded(picture: Image.Image) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return stream.getvalue()


def halves(left: str, right: str) -> bytes:
    picture = Image.new("RGB", (140, 140), left)
    picture.paste(Image.new("RGB", (70, 140), right), (70, 0))
    return encoded(picture)


def test_colours_are_told_square_by_square() -> None:
    shares = colour_grid(halves("red", "blue")).reshape(7, 7, -1)
    assert [COLOURS[place] for place in shares[3, [0, 6]].argmax(axis=1)] == ["red", "blue"]
    assert np.allclose(shares.sum(axis=2), 1)


@needs_weights
def test_tags_come_with_chances_best_first() -> None:
    tags = picture_tags(halves("green", "white"))
    chances = [tag.chance for tag in tags]
    assert tags
    assert chances == sorted(chances, reverse=True)
    assert all(0 < chance < 1 for chance in chances)


@needs_weights
@needs_photos
def test_tags_name_what_captions_name() -> None:
    photos = held_out_photos(60)
    hits = [photo.names(picture_tags(photo.pixels)[0].text) for photo in photos]
    assert np.mean(hits) > 0.4


@needs_weights
@needs_photos
def test_presence_is_likelier_where_captions_tell_of_it() -> None:
    tagger = PictureTagger.load()
    (text,) = SentenceEncoder.load().encode(["a dog"])
    chances: dict[bool, list[float]] = {True: [], False: []}
    for photo in held_out_photos(60):
        chances[photo.names("dog")].append(tagger.presence(text, photo.pixels))
    assert np.mean(chances[True]) > np.mean(chances[False]) + 0.3
