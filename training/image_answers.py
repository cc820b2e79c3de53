"""Make the shipped picture answerer from DAQUAR and from questions made of captions.

    PYTHONPATH=src:. python -m training.image_answers

Needs torch beside Manyhop, the shipped image networks and `../shared/data`. Photos are split, never
questions: DAQUAR's by a hash of their names (70% training, 10% to set the chances, 20%
development), captioned photos as for the encoder. Minutes on one core.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from manyhop.models.embedded._image_answers import FILE, LEAST_SHARE, plain
from manyhop.models.embedded._image_colours import COLOURS, SQUARES, colour_grid
from manyhop.models.embedded._image_encoder import Projection
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER
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

FEATURES = 448  # as many as the encoder keeps of a picture
LEAST_TIMES = 3  # an answer must occur to be one of those the network can give


@dataclass(frozen=True)
class Recipe:
    """What training turns on; the defaults made the shipped weights."""

    directions: int = 192  # of a square's 1,280 numbers, the strongest are kept
    looks: int = 2
    width: int = 96
    hidden: int = 384
    epochs: int = 12
    batch: int = 128
    rate: float = 2e-3
    decay: float = 0.3
    dropout: float = 0.5
    showing: float = 0.3  # weight of: the picture alone must tell what is asked about it
    seed: int = 3


@dataclass(frozen=True)
class Photos:
    """What is seen in each photo: its strongest features, its squares, and their colours."""

    features: Tensor
    cells: Tensor
    colours: Tensor


@dataclass(frozen=True)
class Lessons:
    """Questions as vectors, the photo that each is about, and its answers' shares."""

    questions: Tensor
    photos: Tensor
    answers: Tensor


class Network(nn.Module):
    """The torch twin of `AnswerNetwork`, which says what it does."""

    def __init__(self, recipe: Recipe, vocabulary: Sequence[str]) -> None:
        super().__init__()
        self.recipe = recipe
        width, both = recipe.width, recipe.width * recipe.looks
        self.asked = nn.Linear(384, recipe.hidden)
        self.answer = nn.Linear(recipe.hidden, len(vocabulary))
        self.seen = nn.Linear(FEATURES, len(vocabulary))
        self.key = nn.Linear(recipe.directions, width, bias=False)
        self.value = nn.Linear(recipe.directions, width, bias=False)
        self.place = nn.Parameter(torch.randn(SQUARES**2, width) * 0.1)
        self.query = nn.Linear(384, both, bias=False)
        self.looked = nn.Linear(both, both)
        self.gate = nn.Linear(384, both)
        self.fused = nn.Linear(both, len(vocabulary))
        self.colours = nn.Parameter(torch.full((recipe.looks + 2,), 0.25))
        self.register_buffer("middle", _middle())
        self.named = [vocabulary.index(colour) for colour in COLOURS]

    def forward(
        self, questions: Tensor, features: Tensor, cells: Tensor, colours: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The answers' scores, and those by the picture alone."""
        shown = self.seen(self._dropped(features))
        told = self.answer(self._dropped(self.asked(questions).relu()))
        keys = self.key(cells) + self.place
        asked = self.query(questions).view(len(questions), self.recipe.looks, -1)
        attention = (asked @ keys.transpose(1, 2)).softmax(dim=2)
        looks = self._dropped((attention @ self.value(cells)).flatten(1))
        found = self.fused(self._dropped(self.looked(looks).tanh() * self.gate(questions)))
        middle = self.middle.expand(len(questions), -1, -1)
        shares = torch.cat([attention, middle], dim=1) @ colours
        votes = torch.zeros_like(told)
        votes[:, self.named] = self.colours @ (shares + LEAST_SHARE).log()
        return told + shown + found + votes, shown

    def blind(self, questions: Tensor) -> Tensor:
        """The answers' scores by the question alone."""
        return self.answer(self._dropped(self.asked(questions).relu()))

    def _dropped(self, numbers: Tensor) -> Tensor:
        return functional.dropout(numbers, self.recipe.dropout, self.training)


def _middle() -> Tensor:
    """Weights of the squares: all alike, and the nine in the middle."""
    middle = torch.zeros(SQUARES, SQUARES)
    middle[2:5, 2:5] = 1 / 9
    return torch.stack([torch.full((SQUARES**2,), 1 / SQUARES**2), middle.flatten()])


def learn(
    lessons: Lessons,
    photos: Photos,
    vocabulary: Sequence[str],
    recipe: Recipe,
    *,
    blind: bool = False,
) -> Network:
    """Train a network; a blind one sees no picture, and so shows what questions give away."""
    torch.manual_seed(recipe.seed)
    network = Network(recipe, vocabulary)
    optimiser = torch.optim.AdamW(network.parameters(), recipe.rate, weight_decay=recipe.decay)
    steps = recipe.epochs * -(-len(lessons.photos) // recipe.batch)
    falling = torch.optim.lr_scheduler.OneCycleLR(optimiser, recipe.rate, total_steps=steps)
    for _ in range(recipe.epochs):
        for batch in torch.randperm(len(lessons.photos)).split(recipe.batch):
            wanted = lessons.answers[batch]
            if blind:
                loss = functional.cross_entropy(network.blind(lessons.questions[batch]), wanted)
            else:
                found, shown = network(*_given(lessons, photos, batch))
                loss = functional.cross_entropy(found, wanted)
                loss = loss + recipe.showing * functional.cross_entropy(shown, wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            falling.step()
    network.eval()
    return network


def scores(network: Network, lessons: Lessons, photos: Photos) -> Tensor:
    batches = torch.arange(len(lessons.photos)).split(512)
    with torch.no_grad():
        return torch.cat([network(*_given(lessons, photos, batch))[0] for batch in batches])


def _given(lessons: Lessons, photos: Photos, batch: Tensor) -> tuple[Tensor, ...]:
    at = lessons.photos[batch]
    return lessons.questions[batch], photos.features[at], photos.cells[at], photos.colours[at]


def sharpness(found: Tensor, answers: Tensor) -> float:
    """By what factor scores must be multiplied for their chances to be honest."""
    factors = torch.linspace(0.3, 1.5, 25)
    losses = [functional.cross_entropy(found * factor, answers) for factor in factors]
    return float(factors[torch.stack(losses).argmin()])


def lessons_of(
    asked: Sequence[Asked], vocabulary: Sequence[str], photos: dict[Path, int], vectors: Tensor
) -> Lessons:
    place = {answer: number for number, answer in enumerate(vocabulary)}
    shares = torch.zeros(len(asked), len(vocabulary))
    for row, one in enumerate(asked):
        known = [place[answer] for answer in answers_of(one) if answer in place]
        shares[row, known] = 1 / max(1, len(known))
    return Lessons(vectors, torch.tensor([photos[one.photo] for one in asked]), shares)


def squares(grids: NDArray[np.float16], count: int) -> tuple[NDArray[np.float32], ...]:
    """The middle of all squares' numbers and the directions in which they vary most."""
    sample = grids[:: max(1, len(grids) // 600)].reshape(-1, grids.shape[2]).astype(np.float32)
    mean = sample.mean(axis=0)
    strengths, directions = np.linalg.eigh((sample - mean).T @ (sample - mean) / len(sample))
    scaled = directions[:, -count:] / np.sqrt(strengths[-count:]) ** 0.5
    return mean, np.asarray(scaled, np.float32)


def accuracy(best: Sequence[str], asked: Sequence[Asked]) -> str:
    """The share of questions with one answer that get it, with its interval over photos."""
    pairs = [(one, answers_of(one), found) for one, found in zip(asked, best, strict=True)]
    return share([(one.photo, found == gold[0]) for one, gold, found in pairs if len(gold) == 1])


def report(
    part: str, asked: Sequence[Asked], seeing: Tensor, blind: Tensor, vocabulary: Sequence[str]
) -> None:
    """The accuracy for each kind of question, beside a network that sees no picture."""
    ours, guesses = (
        [vocabulary[place] for place in found.argmax(dim=1).tolist()] for found in (seeing, blind)
    )
    kinds = [kind_of(one) for one in asked]
    for kind in ["all", *sorted(set(kinds))]:
        rows = [row for row, found in enumerate(kinds) if kind in ("all", found)]
        some = [asked[row] for row in rows]
        usual = Counter(one.answer for one in some).most_common(1)[0][0].replace("_", " ")
        print(
            f"RESULT {part}, {kind}: {accuracy([ours[row] for row in rows], some)}; question only "
            f"{accuracy([guesses[row] for row in rows], some)}; always {usual!r} "
            f"{accuracy([usual] * len(some), some)}",
            flush=True,
        )


def share(hits: Sequence[Sequence[object]]) -> str:
    """A share with its 95% interval, whole photos resampled."""
    by_photo: dict[object, list[float]] = {}
    for photo, hit in hits:
        by_photo.setdefault(photo, []).append(float(bool(hit)))
    right = np.array([sum(found) for found in by_photo.values()])
    asked = np.array([len(found) for found in by_photo.values()])
    draws = np.random.default_rng(0).integers(0, len(right), (1000, len(right)))
    low, high = np.percentile(right[draws].sum(axis=1) / asked[draws].sum(axis=1), [2.5, 97.5])
    value = right.sum() / asked.sum()
    return f"{100 * value:.1f} [{100 * low:.1f}, {100 * high:.1f}] n={len(hits)}"


def packed(
    network: Network,
    mean: NDArray[np.float32],
    directions: NDArray[np.float32],
    factor: float,
    vocabulary: Sequence[str],
) -> dict[str, NDArray[np.generic]]:
    """The arrays that `AnswerNetwork` reads: matrices in bytes with a scale per column."""
    arrays: dict[str, NDArray[np.generic]] = {
        "answers": np.frombuffer("\n".join(vocabulary).encode(), np.uint8),
        "mean": mean,
        "sharpness": np.array([factor], np.float32),
    }
    for name in ("place", "colours", "middle"):
        arrays[name] = getattr(network, name).detach().numpy()
    matrices = {"directions": directions}
    for name, layer in network.named_children():
        matrices[name] = layer.weight.detach().numpy().T
        if layer.bias is not None:
            arrays[f"{name}_offset"] = layer.bias.detach().numpy()
    for name, matrix in matrices.items():
        scales = np.abs(matrix).max(axis=0) / 127 + 1e-12
        arrays[name] = np.rint(matrix / scales).astype(np.int8)
        arrays[f"{name}.scales"] = scales.astype(np.float32)
    return arrays


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


def answerable(lessons: Lessons) -> Lessons:
    """The questions whose answer the network can give."""
    known = lessons.answers.sum(dim=1) > 0
    return Lessons(lessons.questions[known], lessons.photos[known], lessons.answers[known])


def kind_of(asked: Asked) -> str:
    if asked.kind != "daquar":
        return asked.kind
    question = plain(asked.question)
    return "colour" if "color" in question else "count" if "how m" in question else "thing"


if __name__ == "__main__":
    main()
