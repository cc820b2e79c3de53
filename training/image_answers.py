"""Make the shipped picture answerer from DAQUAR and from questions made of captions.

    PYTHONPATH=src:. python -m training.image_answers

Needs torch beside Manyhop, the shipped image networks and `../shared/data`. Photos are split, never
questions: DAQUAR's by a hash of their names (70% training, 10% to set the chances, 20%
development), captioned photos as for the encoder. Minutes on one core.
"""

import argparse
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from manyhop.models.embedded._image_answers import FILE, plain
from manyhop.models.embedded._image_colours import colour_grid
from manyhop.models.embedded._image_encoder import Projection
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER
from training.image_accuracy import report
from training.image_answer_learning import (
    Photos,
    answerable,
    learn,
    lessons_of,
    scores,
    sharpness,
)
from training.image_answer_network import Recipe, packed
from training.image_features import looks_of
from training.image_names import NAMES
from training.image_photos import captioned_photos
from training.image_questions import (
    Asked,
    answers_of,
    caption_questions,
    daquar_questions,
    part_of,
)

LEAST_TIMES = 3  # an answer must occur to be one of those the network can give


def gathered(data: Path) -> tuple[dict[str, list[Asked]], list[Path], list[Path]]:
    """The questions of each part, DAQUAR's photos, and the captioned ones."""
    captioned = captioned_photos(data)
    parts: dict[str, list[Asked]] = {"train": [], "chances": [], "dev": [], "captions": []}
    for one in daquar_questions(data):
        parts[part_of(one.photo)].append(one)
    indoor = sorted({one.photo for asked in parts.values() for one in asked})
    for name, photos in (("train", captioned.training), ("captions", captioned.held_out)):
        parts[name] += [one for photo in photos for one in caption_questions(photo, NAMES)]
    return parts, indoor, [photo.path for photo in (*captioned.held_out, *captioned.training)]


def seen(
    indoor: list[Path], captioned: list[Path], trained: set[Path], cache: Path, recipe: Recipe
) -> tuple[Photos, NDArray[np.float32], NDArray[np.float32]]:
    """What is seen in all photos, and the map from the networks' squares to its cells."""
    looks = [looks_of(paths, cache) for paths in (indoor, captioned)]
    grids = np.concatenate([grids for _, grids in looks])
    paths = [*indoor, *captioned]
    mean, directions = squares(grids[[path in trained for path in paths]], recipe.directions)
    cells = np.stack([(grid.astype(np.float32) - mean) @ directions for grid in grids])
    colours = np.stack([colour_grid(path.read_bytes()) for path in paths])
    features = np.vstack([features for features, _ in looks])
    strongest = Projection.load("sentence").strongest(features)
    return Photos(*map(torch.from_numpy, (strongest, cells, colours))), mean, directions


def squares(grids: NDArray[np.float16], count: int) -> tuple[NDArray[np.float32], ...]:
    """The middle of all squares' numbers and the directions in which they vary most."""
    sample = grids[:: max(1, len(grids) // 600)].reshape(-1, grids.shape[2]).astype(np.float32)
    mean = sample.mean(axis=0)
    strengths, directions = np.linalg.eigh((sample - mean).T @ (sample - mean) / len(sample))
    scaled = directions[:, -count:] / np.sqrt(strengths[-count:]) ** 0.5
    return mean, np.asarray(scaled, np.float32)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--cache", type=Path, default=Path("carry/images"))
    arguments.add_argument("--out", type=Path, default=FOLDER)
    options = arguments.parse_args()
    recipe = Recipe()
    parts, indoor, captioned = gathered(options.data)
    said = Counter(answer for one in parts["train"] for answer in answers_of(one))
    vocabulary = sorted(answer for answer, times in said.items() if times >= LEAST_TIMES)
    trained = {one.photo for one in parts["train"]}
    photos, mean, directions = seen(indoor, captioned, trained, options.cache, recipe)
    place = {path: number for number, path in enumerate([*indoor, *captioned])}
    encoder = SentenceEncoder.load()
    lessons = {}
    for name, asked in parts.items():
        texts = torch.from_numpy(encoder.encode([plain(one.question) for one in asked]))
        lessons[name] = lessons_of(asked, vocabulary, place, texts)
    network = learn(answerable(lessons["train"]), photos, vocabulary, recipe)
    blind = learn(answerable(lessons["train"]), photos, vocabulary, recipe, blind=True)
    for name in ("dev", "captions"):
        found = scores(network, lessons[name], photos)
        guesses = blind.blind(lessons[name].questions)
        report(name, parts[name], found, guesses, vocabulary)
    tuning = answerable(lessons["chances"])
    factor = sharpness(scores(network, tuning, photos), tuning.answers)
    arrays = packed(network, mean, directions, factor, vocabulary)
    np.savez(options.out / FILE, **arrays)  # type: ignore[arg-type]
    size = (options.out / FILE).stat().st_size
    print(f"{len(vocabulary)} answers, sharpness {factor:.2f}, {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
