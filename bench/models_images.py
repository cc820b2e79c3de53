"""Text to image, tags and answers about pictures, with the shipped networks.

python -m bench.models --only images
MANYHOP_THREADS=1 python -m bench.models_images ../shared/data     # speed
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.model_rows import Row, scored_row
from manyhop.models import ImageAnswerer
from manyhop.models.embedded._image_answers import PictureAnswerer
from manyhop.models.embedded._image_encoder import PictureEncoder
from manyhop.models.embedded._image_tags import picture_tags
from training.image_names import NAMES
from training.image_photos import Photo, captioned_photos
from training.image_questions import (
    Asked,
    answers_of,
    caption_questions,
    daquar_questions,
    named,
    part_of,
    presence_questions,
)


def rows(data: Path, limit: int | None = None) -> Iterator[Row]:
    """The rows of the table that are about images."""
    photos = captioned_photos(data)
    held_out = photos.held_out[:limit]
    yield from _text_to_image(held_out)
    yield _tags(held_out, photos.training)
    answerer = PictureAnswerer.load()
    daquar = daquar_questions(data)
    known = [one for one in daquar if part_of(one.photo) == "train"]
    asked = [one for one in daquar if part_of(one.photo) == "dev" and len(answers_of(one)) == 1]
    yield _answers("DAQUAR dev, accuracy", asked[:limit], known, answerer)
    made = {photo: caption_questions(photo, NAMES) for photo in (*held_out, *photos.training)}
    for kind in ("colour", "count", "doing", "kind"):
        here = [one for photo in held_out for one in made[photo] if one.kind == kind]
        there = [one for photo in photos.training for one in made[photo] if one.kind == kind]
        yield _answers(f"{kind} questions from captions, accuracy", here, there, answerer)
    often = [name for photo in photos.training for name in NAMES if named(photo)[name] >= 2]
    presence = [one for photo in held_out for one in presence_questions(photo, NAMES, often)]
    yield _answers("is there a …, accuracy", presence, presence, answerer)


def _text_to_image(photos: list[Photo]) -> Iterator[Row]:
    """Captions against all held-out photos, in both spaces; the tags as text are the plain way."""
    pictures = [photo.path.read_bytes() for photo in photos]
    captions = [caption for photo in photos for caption in photo.captions]
    own = np.repeat(np.arange(len(photos)), [len(photo.captions) for photo in photos])
    groups = [str(number) for number in own]
    sentence, static = PictureEncoder.load("sentence"), PictureEncoder.load("static")
    tags = [", ".join(tag.text for tag in picture_tags(picture)[:5]) for picture in pictures]
    texts = sentence.texts.encode(captions)
    plain = _ranks(texts, sentence.texts.encode(tags), own)
    ours = _ranks(texts, sentence.encode(pictures), own)
    fast = _ranks(static.texts.encode(captions), static.encode(pictures), own)
    for within, trial, aim in ((1, 40.8, None), (10, 84.1, 85.0)):
        for space, found in (("sentence", ours), ("static", fast)):
            yield scored_row(
                "images",
                f"text → image, {space} space, R@{within}",
                (found < within).tolist(),
                groups=groups,
                baseline=(plain < within).tolist(),
                trial=trial if space == "sentence" else None,
                aim=aim if space == "sentence" else None,
                note="baseline: our tags as text",
            )


def _ranks(
    texts: NDArray[np.float32], pictures: NDArray[np.float32], own: NDArray[np.intp]
) -> NDArray[np.intp]:
    likeness = texts @ pictures.T
    return np.asarray((likeness > likeness[np.arange(len(own)), own][:, None]).sum(axis=1))


def _tags(photos: list[Photo], training: list[Photo]) -> Row:
    """Whether the best tag is a word of some caption; the plain way always gives one name."""
    said: Counter[str] = Counter(name for p in training for name in NAMES if named(p)[name])
    usual = said.most_common(1)[0][0]
    hits = [float(named(p)[picture_tags(p.path.read_bytes())[0].text] > 0) for p in photos]
    plain = [float(named(photo)[usual] > 0) for photo in photos]
    return scored_row("images", "best tag named by a caption", hits, baseline=plain)


def _answers(measure: str, asked: list[Asked], known: list[Asked], answerer: ImageAnswerer) -> Row:
    """Exact answers; the plain way always gives the commonest one of the training photos."""
    usual = Counter(answer for one in known for answer in answers_of(one)).most_common(1)[0][0]
    hits = []
    for one in asked:
        found = answerer.answer(one.question, one.photo.read_bytes())
        hits.append(float(bool(found) and found[0].text == answers_of(one)[0]))
    plain = [float(usual == answers_of(one)[0]) for one in asked]
    groups = [one.photo.name for one in asked]
    note = f"baseline: always {usual!r}"
    return scored_row("images", measure, hits, groups=groups, baseline=plain, note=note)


def speed(data: Path) -> None:
    """Seconds to load, pictures a second, and milliseconds to an answer, on this machine."""
    pictures = [photo.path.read_bytes() for photo in captioned_photos(data).held_out]
    start = time.perf_counter()
    encoder = PictureEncoder.load("static")
    encoder.encode(pictures[:1])
    loaded = time.perf_counter()
    busy = time.process_time()
    encoder.encode(pictures)
    seconds = time.perf_counter() - loaded
    cpu = (time.process_time() - busy) / len(pictures)
    answerer = PictureAnswerer.load()
    answerer.answer("What is this?", pictures[0])
    asked = time.perf_counter()
    for picture in pictures[1:21]:
        answerer.answer("What colour is the dog?", picture)
    answering = (time.perf_counter() - asked) / 20
    print(
        f"load and first picture: {loaded - start:.2f} s; {len(pictures) / seconds:.1f} pictures/s"
    )
    print(f"{1000 * cpu:.1f} ms of processor time a picture; an answer {1000 * answering:.0f} ms")


if __name__ == "__main__":
    speed(Path(sys.argv[1]))
