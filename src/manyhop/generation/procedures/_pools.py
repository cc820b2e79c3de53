"""The titles and pictures of all procedures, with vectors that say what is near."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.generation.procedures._pool import Item, Pool
from manyhop.generation.procedures._prepared import Prepared
from manyhop.generation.procedures._settings import ClozeSettings
from manyhop.generation.procedures._titles import same_words
from manyhop.generation.procedures._word2vec import WordVectors
from manyhop.models import PictureEncoder, StaticEncoder
from manyhop.sources import Image

_AT_A_TIME = 32  # pictures


class Pooled(msgspec.Struct, frozen=True):
    """A pool, and in words what its vectors come from."""

    pool: Pool
    note: str


def title_pool(prepared: Sequence[Prepared], settings: ClozeSettings, seed: int) -> Pooled:
    """Every title of the procedures; titles of the same words have the same owners."""
    owners: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    for one in prepared:
        for step in one.steps:
            if step.title:
                owners.setdefault(same_words(step.title), set()).add(one.id)
                counts[step.title] += 1
    repeated = settings.pool_counts == "occurrences"
    names = [title for title, number in counts.items() for _ in range(number if repeated else 1)]
    items = [Item(name, frozenset(owners[same_words(name)])) for name in names]
    if settings.encoder == "static":
        vectors, note = StaticEncoder.load().encode(names), "titles are compared by static vectors"
    else:
        vectors = WordVectors(list(counts.elements()), settings, seed).encode(names)
        note = "titles are compared by word vectors learnt from these titles"
    return Pooled(Pool(items, vectors, settings), note)


def picture_pool(
    prepared: Sequence[Prepared], images: Mapping[str, Image], settings: ClozeSettings
) -> Pooled:
    """Every picture of the procedures, by its pixels where all have some, else by its step's text.

    A picture that several procedures share belongs to all of them.
    """
    owners: dict[str, set[str]] = {}
    texts: dict[str, str] = {}
    for one in prepared:
        for step in one.procedure.steps:
            for name in step.images:
                owners.setdefault(name, set()).add(one.id)
                texts.setdefault(name, f"{step.title} {step.text}")
    items = [Item(name, frozenset(ids)) for name, ids in owners.items()]
    seen = {name: images[name] for name in owners if name in images and has_pixels(images[name])}
    wanted = settings.image_vectors
    if wanted == "pixels" and len(seen) < len(owners):
        raise ManyhopError(
            f"{len(owners) - len(seen):,} of {len(owners):,} pictures have no pixels; index their "
            "files too, or set image_vectors to text"
        )
    if owners and wanted != "text" and len(seen) == len(owners):
        vectors, note = _pixels([seen[name] for name in owners]), "by their pixels"
    else:
        vectors = StaticEncoder.load().encode(list(texts.values()))
        note = "by the text of their steps" + (
            f", since {len(owners) - len(seen):,} of {len(owners):,} have no pixels"
            if wanted == "auto"
            else ""
        )
    return Pooled(Pool(items, vectors, settings), f"pictures are compared {note}")


def has_pixels(image: Image) -> bool:
    """Whether a picture can be looked at."""
    return bool(image.data or image.path)


def _pixels(images: Sequence[Image]) -> NDArray[np.float32]:
    encoder = PictureEncoder.load("static")
    parts = [
        encoder.encode([image.pixels() for image in images[start : start + _AT_A_TIME]])
        for start in range(0, len(images), _AT_A_TIME)
    ]
    return np.concatenate(parts)
