import io
from pathlib import Path

import numpy as np
import pytest
from held_out_photos import HERE, held_out_photos  # type: ignore[import-not-found]
from PIL import Image, ImageDraw

from manyhop.errors import ManyhopError
from manyhop.models.embedded._image_backbone import SIDES, decoded, shared_backbone
from manyhop.models.embedded._image_encoder import PictureEncoder, Projection
from manyhop.models.embedded._weights import FOLDER

pytestmark = pytest.mark.skipif(
    not (FOLDER / "image_projections.npz").exists(), reason="the image weights are not built"
)


def encoded(picture: Image.Image, form: str = "PNG") -> bytes:
    stream = io.BytesIO()
    picture.save(stream, form)
    return stream.getvalue()


def landscape(width: int = 320, height: int = 200) -> Image.Image:
    picture = Image.new("RGB", (width, height), (90, 160, 230))
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, height * 0.6, width, height), fill=(40, 130, 50))
    pen.ellipse((width * 0.7, height * 0.1, width * 0.9, height * 0.4), fill=(255, 220, 30))
    return picture


@pytest.fixture(scope="module")
def encoder() -> PictureEncoder:
    return PictureEncoder.load()


def test_each_picture_gets_a_unit_row_in_the_text_encoders_space(encoder: PictureEncoder) -> None:
    vectors = encoder.encode([encoded(landscape()), encoded(Image.new("L", (30, 90), 200))])
    assert vectors.shape == (2, encoder.texts.dimension)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1], abs=1e-5)


def test_the_static_space_has_a_name_and_a_size_of_its_own(encoder: PictureEncoder) -> None:
    static = PictureEncoder.load("static")
    assert static.name != encoder.name
    assert static.encode([encoded(landscape())]).shape == (1, static.texts.dimension) == (1, 256)


def test_no_pictures_give_no_rows(encoder: PictureEncoder) -> None:
    assert encoder.encode([]).shape == (0, 384)


def test_many_pictures_are_encoded_as_each_one_alone(encoder: PictureEncoder) -> None:
    pictures = [encoded(landscape(100 + 9 * number, 80)) for number in range(11)]
    together = encoder.encode(pictures)
    alone = np.vstack([encoder.encode([picture]) for picture in pictures])
    assert np.einsum("ij,ij->i", together, alone).min() > 0.999


def test_a_picture_and_its_copy_in_another_format_lie_close(encoder: PictureEncoder) -> None:
    png, jpeg = encoder.encode([encoded(landscape()), encoded(landscape(), "JPEG")])
    assert png @ jpeg > 0.9


def test_what_is_clear_counts_as_white() -> None:
    clear = Image.new("RGBA", (40, 40), (255, 0, 0, 0))
    assert decoded(encoded(clear), 8).min() == 255


@pytest.mark.parametrize("content", [b"", b"not a picture", encoded(landscape())[:60]])
def test_what_is_no_picture_is_refused_in_one_sentence(
    encoder: PictureEncoder, content: bytes
) -> None:
    with pytest.raises(ManyhopError, match="cannot be decoded"):
        encoder.encode([content])


def test_a_missing_weight_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ManyhopError, match=r"image_projections\.npz.*reinstall"):
        Projection.load("sentence", tmp_path)


def test_what_was_seen_is_kept_for_the_next_question() -> None:
    picture = encoded(landscape())
    first = shared_backbone().look(picture)
    assert shared_backbone().look(bytes(bytearray(picture))) is first
    assert first.grid.shape == ((SIDES[0] // 32) ** 2, 1280)


@pytest.mark.skipif(not HERE, reason="needs the photos of ../shared/data")
def test_photos_are_found_by_what_they_show(encoder: PictureEncoder) -> None:
    photos = held_out_photos(40)
    vectors = encoder.encode([photo.pixels for photo in photos])
    texts = encoder.texts.encode([photo.captions[0] for photo in photos])
    likeness = texts @ vectors.T
    ranks = (likeness > likeness.diagonal()[:, None]).sum(axis=1)
    assert (ranks < 5).mean() > 0.7  # chance: 1 in 8
