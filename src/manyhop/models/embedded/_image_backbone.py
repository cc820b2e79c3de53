"""The networks that look at a picture; the encoder, the tags and the answers share them."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._pixels import reduced
from manyhop.models.embedded._weights import FOLDER, open_session, threads

SIDES = {0: 224, 2: 260}
"""The network's size and the side of the square that a picture is squeezed into for it."""

_BATCH = 8  # pictures at a time: more are no faster and take more memory
_PICTURES_KEPT = 64  # whose looks are kept, for questions that follow one another


class Look(NamedTuple):
    """What the networks see: numbers for the whole picture, and for each of its 7 × 7 squares."""

    features: NDArray[np.float32]
    grid: NDArray[np.float32]


class ImageBackbone:
    """Two EfficientNet-Lite networks in eight bits.

    Example: ``shared_backbone().features([png, jpeg])`` has one row per picture.
    """

    def __init__(self, sessions: dict[int, Any]) -> None:
        self._sessions = sessions
        self._kept: dict[bytes, Look] = {}

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped networks, or those in ``folder``."""
        return cls(
            {size: open_session(f"image_lite{size}.onnx", folder, fused=True) for size in SIDES}
        )

    def features(self, pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """What both networks see in each of some pictures; the next are decoded meanwhile."""
        keys = [_key(picture) for picture in pictures]
        looks = {key: self._kept[key] for key in keys if key in self._kept}
        fresh = {key: one for key, one in zip(keys, pictures, strict=True) if key not in looks}
        for key, look in zip(fresh, self.looks(list(fresh.values())), strict=True):
            looks[key] = look
            self._keep(key, look)
        return np.stack([looks[key].features for key in keys])

    def look(self, picture: bytes) -> Look:
        """All that is seen in one picture, kept for the next question about it."""
        key = _key(picture)
        if (known := self._kept.get(key)) is not None:
            return known
        (look,) = self.looks([picture])
        self._keep(key, look)
        return look

    def _keep(self, key: bytes, look: Look) -> None:
        if len(self._kept) >= _PICTURES_KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[key] = look

    def looks(self, pictures: Sequence[bytes]) -> Iterator[Look]:
        """All that is seen in each of many pictures, none of it kept."""
        batches = [pictures[at : at + _BATCH] for at in range(0, len(pictures), _BATCH)]
        with ThreadPoolExecutor(threads()) as decoders:
            coming = [decoders.map(_squares, batch) for batch in batches[:1]]
            for following in [*batches[1:], ()] if batches else ():
                squares = list(coming.pop())
                coming.append(decoders.map(_squares, following))
                seen = self._seen(squares)
                for features, grid in zip(seen.features, seen.grid, strict=True):
                    yield Look(features, grid)

    def _seen(self, squares: Sequence[dict[int, NDArray[np.uint8]]]) -> Look:
        seen = []
        for size, session in self._sessions.items():
            pixels = np.stack([square[size] for square in squares])
            seen.append(Look(*session.run(["features", "grid"], {"pictures": pixels})))
        return Look(np.hstack([one.features for one in seen]), seen[0].grid)


def _key(picture: bytes) -> bytes:
    return hashlib.blake2b(picture, digest_size=16).digest()


@cache
def shared_backbone() -> ImageBackbone:
    """The shipped networks, opened once."""
    return ImageBackbone.load()


def decoded(picture: bytes, side: int) -> NDArray[np.uint8]:
    """An encoded picture as a square of red, green and blue bytes, on white where it is clear.

    Example: ``decoded(png, 224).shape`` → ``(224, 224, 3)``
    """
    return _square(_opened(picture, 2 * side), side)


def _squares(picture: bytes) -> dict[int, NDArray[np.uint8]]:
    opened = _opened(picture, 2 * max(SIDES.values()))
    return {size: _square(opened, side) for size, side in SIDES.items()}


def _square(picture: Any, side: int) -> NDArray[np.uint8]:
    from PIL import Image

    return np.asarray(picture.resize((side, side), Image.Resampling.BICUBIC))


def _opened(picture: bytes, side: int) -> Any:
    """The picture, decoded no larger than it is needed where its format allows that."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture)) as opened:
            opened.draft("RGB", (side, side))
            return _on_white(reduced(opened))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise ManyhopError(f"the picture cannot be decoded ({error}); save it again") from error


def _on_white(picture: Any) -> Any:
    from PIL import Image

    if "A" not in picture.getbands() and "transparency" not in picture.info:
        return picture.convert("RGB")
    layered = picture.convert("RGBA")
    paper = Image.new("RGBA", layered.size, "white")
    paper.alpha_composite(layered)
    return paper.convert("RGB")
