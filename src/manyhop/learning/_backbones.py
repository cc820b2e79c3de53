"""Encoders by name, which stay as they are while something is fitted on top of them."""

from collections.abc import Sequence
from functools import cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from manyhop.models import ImageEncoder, PictureEncoder, SentenceEncoder, StaticEncoder, TextEncoder
from manyhop.sources import Image

TINY = "tiny"


@cache
def open_texts(name: str) -> TextEncoder:
    """``embedded``, ``static``, ``tiny``, or a folder: BERT's kin, or CLIP's text tower.

    Example: ``open_texts("embedded").encode(["Who wrote Emma?"])``
    """
    match name:
        case "embedded":
            return SentenceEncoder.load()
        case "static":
            return StaticEncoder.load()
        case "tiny":
            return TinyTexts()
    from manyhop.models.hub import open_text_encoder

    return open_text_encoder(name)


@cache
def open_pictures(name: str) -> ImageEncoder:
    """``embedded`` (EfficientNet in the space of texts), ``tiny``, or a folder: CLIP's kin."""
    match name:
        case "embedded":
            return PictureEncoder.load()
        case "tiny":
            return TinyPictures()
    from manyhop.models.hub import open_image_encoder

    return open_image_encoder(name)


def picture_vectors(encoder: ImageEncoder, images: Sequence[Image | None]) -> NDArray[np.float32]:
    """One row for each image; zeros where its pixels are not at hand."""
    found = np.zeros((len(images), encoder.texts.dimension), np.float32)
    seen: dict[str, NDArray[np.float32]] = {}
    for row, image in enumerate(images):
        if image is None or not (image.path or image.data):
            continue
        if image.id not in seen:
            seen[image.id] = encoder.encode([image.pixels()])[0]
        found[row] = seen[image.id]
    return found


class TinyTexts:
    """A vector for each word, drawn from the word itself; enough to see whether something learns.

    Example: ``TinyTexts().encode(["a red boat"]).shape`` → ``(1, 32)``
    """

    name = "tiny-texts"
    dimension = 32

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text."""
        found = np.zeros((len(texts), 32), np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                found[row] += _drawn(word)
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        return np.asarray(found / np.where(lengths > 0, lengths, 1), np.float32)


class TinyPictures:
    """The mean colours of a picture's nine fields, as numbers of the same length as TinyTexts'."""

    name = "tiny-pictures"
    texts: TextEncoder = TinyTexts()

    def encode(self, pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """One unit row per encoded picture."""
        return np.stack([_fields(picture) for picture in pictures])


def _fields(picture: bytes) -> NDArray[np.float32]:
    from io import BytesIO

    from PIL import Image as Picture

    with Picture.open(BytesIO(picture)) as opened:
        small = np.asarray(opened.convert("RGB").resize((3, 3)), np.float32).ravel() / 255
    padded = np.concatenate([small, np.ones(5, np.float32)])
    return np.asarray(padded / np.linalg.norm(padded), np.float32)


def _drawn(word: str) -> NDArray[np.float64]:
    seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest())
    return np.random.default_rng(seed).normal(size=32)
