"""Make the shipped picture encoder: from what two networks see into the spaces of texts.

    PYTHONPATH=src:. python -m training.image_backbone
    PYTHONPATH=src:. python -m training.image_encoder

Needs torch beside Manyhop, and `../shared/data`. `--permissive` learns without the photos that are
for research only; `--backbone FOLDER` measures other networks, `--folds` the recipe on training
photos instead of the held-out ones. Minutes on one core, most of them to look at the photos.
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from manyhop.models import StaticEncoder, TextEncoder
from manyhop.models.embedded._image_encoder import FILE, Projection
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER
from training.image_features import views_of
from training.image_photos import HELD_OUT, captioned_photos

CAPTIONS = 5
FOLD = 145  # photos of the training set that stand in for the held-out ones


@dataclass(frozen=True)
class Recipe:
    """What training turns on; the defaults made the shipped weights."""

    directions: int = 448  # of the features, the strongest are kept
    hidden: int = 384
    epochs: int = 40
    batch: int = 128
    rate: float = 1e-3
    decay: float = 0.3
    dropout: float = 0.5
    heat: float = 0.07
    seeds: int = 3  # as many small networks are averaged, in the static space one less


@dataclass(frozen=True)
class Lessons:
    """Photos' features (photos × views × numbers) and their captions' vectors (photos × 5)."""

    features: NDArray[np.float32]
    captions: Tensor

    def some(self, chosen: NDArray[np.intp]) -> "Lessons":
        return Lessons(self.features[chosen], self.captions[torch.from_numpy(chosen)])


def learn(lessons: Lessons, recipe: Recipe) -> Projection:
    """A projection whose picture vectors are nearer to their own captions than to the others'."""
    flat = lessons.features.reshape(-1, lessons.features.shape[2])
    mean, deviation = flat.mean(axis=0), flat.std(axis=0) + 1e-4
    plain = torch.from_numpy((lessons.features - mean) / deviation)
    directions = strongest(plain.mean(dim=1), recipe.directions)
    directions /= (plain @ directions).std()
    matrix = directions.numpy() / deviation[:, None]
    seen = plain @ directions
    networks = [_network(seen, lessons.captions, recipe, seed) for seed in range(recipe.seeds)]
    return Projection(matrix, -mean @ matrix, [_arrays(network) for network in networks])


def _arrays(network: nn.Sequential) -> tuple[NDArray[np.float32], ...]:
    layers = [layer for layer in network if isinstance(layer, nn.Linear)]
    return tuple(
        array.detach().numpy() for layer in layers for array in (layer.weight.T, layer.bias)
    )


def strongest(features: Tensor, count: int) -> Tensor:
    """The directions in which photos differ most, found from the photos' products (few photos)."""
    centred = features - features.mean(dim=0)
    strengths, mixes = torch.linalg.eigh((centred @ centred.T).double())
    kept = min(count, len(features) - 1)
    lengths = strengths[-kept:].sqrt().float()
    return centred.T @ mixes[:, -kept:].float() / lengths


def _network(seen: Tensor, captions: Tensor, recipe: Recipe, seed: int) -> nn.Sequential:
    torch.manual_seed(seed)
    network = nn.Sequential(
        nn.Dropout(recipe.dropout),
        nn.Linear(seen.shape[2], recipe.hidden),
        nn.ReLU(),
        nn.Dropout(recipe.dropout),
        nn.Linear(recipe.hidden, captions.shape[2]),
    )
    sharpness = nn.Parameter(torch.tensor(1 / recipe.heat).log())
    groups = [
        {"params": network.parameters(), "weight_decay": recipe.decay},
        {"params": [sharpness], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=recipe.rate)
    steps = recipe.epochs * (len(seen) // recipe.batch)
    falling = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.rate, total_steps=steps, pct_start=0.1
    )
    for _ in range(recipe.epochs):
        for batch in torch.randperm(len(seen)).split(recipe.batch):
            if len(batch) < recipe.batch:
                continue
            view = torch.randint(seen.shape[1], (len(batch),))
            loss = pairing_loss(network(seen[batch, view]), captions[batch], sharpness.exp())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            falling.step()
    return network.eval()


def pairing_loss(pictures: Tensor, captions: Tensor, sharpness: Tensor) -> Tensor:
    """Each caption must find its picture, and each picture its five captions."""
    count = len(pictures)
    likeness = functional.normalize(pictures, dim=1) @ captions.flatten(0, 1).T * sharpness
    own = torch.arange(count).repeat_interleave(CAPTIONS)
    found = likeness.log_softmax(dim=1).view(count, count, CAPTIONS).diagonal().mean()
    return functional.cross_entropy(likeness.T, own) - found


def ranks(vectors: NDArray[np.float32], captions: Tensor) -> NDArray[np.intp]:
    """For each caption of each photo, how many other photos come before its own."""
    likeness = captions.numpy() @ vectors.T
    own = np.einsum("pcp->pc", likeness)
    return np.asarray((likeness > own[..., None]).sum(axis=2))


def recall(found: NDArray[np.intp], within: int) -> str:
    """The share of captions whose photo is so near, with its interval over photos."""
    hits = (found < within).mean(axis=1) * 100
    draws = np.random.default_rng(0).integers(0, len(hits), (1000, len(hits)))
    low, high = np.percentile(hits[draws].mean(axis=1), [2.5, 97.5])
    return f"R@{within} {hits.mean():.1f} [{low:.1f}, {high:.1f}]"


def rounded(name: str, matrix: NDArray[np.float32]) -> dict[str, NDArray[np.generic]]:
    """A matrix with a byte per number and a scale per row."""
    scales = np.abs(matrix).max(axis=-1) / 127 + 1e-12
    whole = np.rint(matrix / scales[..., None]).astype(np.int8)
    return {name: whole, f"{name}.scales": scales.astype(np.float32)}


def packed(projections: dict[str, Projection]) -> dict[str, NDArray[np.generic]]:
    """The arrays that `Projection.load` reads; the directions are the same for all spaces."""
    shared = next(iter(projections.values()))
    arrays = {**rounded("directions", shared.directions), "offset": shared.offset}
    for space, projection in projections.items():
        parts = [np.stack(part) for part in zip(*projection.networks, strict=True)]
        arrays |= rounded(f"{space}_first", parts[0]) | rounded(f"{space}_second", parts[2])
        arrays |= {f"{space}_first_offset": parts[1], f"{space}_second_offset": parts[3]}
    return arrays


def unlearnt(lessons: Lessons, recipe: Recipe, parts: int = 4) -> NDArray[np.float32]:
    """Vectors of the photos as they come out where the photo itself was not learnt from."""
    vectors = np.empty((len(lessons.features), lessons.captions.shape[2]), np.float32)
    numbers = np.arange(len(vectors))
    for part in range(parts):
        here = numbers % parts == part
        projection = learn(lessons.some(numbers[~here]), replace(recipe, seeds=1))
        vectors[here] = projection(lessons.features[here, 0])
    return vectors


def encoders() -> dict[str, TextEncoder]:
    return {"sentence": SentenceEncoder.load(), "static": StaticEncoder.load()}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--cache", type=Path, default=Path("carry/images"))
    arguments.add_argument("--backbone", type=Path, default=FOLDER)
    arguments.add_argument("--out", type=Path, default=FOLDER)
    arguments.add_argument("--permissive", action="store_true")
    arguments.add_argument("--folds", action="store_true")
    arguments.add_argument("--dry", action="store_true", help="measure, write nothing")
    options = arguments.parse_args()
    photos = captioned_photos(options.data)
    every = [*photos.held_out, *photos.training]
    features = views_of([photo.path for photo in every], options.cache, options.backbone)
    usable = np.array([place >= HELD_OUT for place in range(len(every))])
    if options.permissive:
        usable &= np.array([photo.permissive for photo in every])
    projections = {}
    for space, texts in encoders().items():
        said = [text for photo in every for text in (photo.captions * CAPTIONS)[:CAPTIONS]]
        vectors = torch.from_numpy(texts.encode(said)).view(len(every), CAPTIONS, -1)
        lessons = Lessons(features, vectors)
        recipe = Recipe() if space == "sentence" else Recipe(seeds=2)
        tests = [np.arange(HELD_OUT)]
        if options.folds:
            tests = [np.arange(at, at + FOLD) for at in range(HELD_OUT, len(every) - FOLD, FOLD)]
        found = []
        for test in tests[:4]:
            train = np.flatnonzero(usable & ~np.isin(np.arange(len(every)), test))
            projection = learn(lessons.some(train), recipe)
            found.append(ranks(projection(features[test, 0]), vectors[test]))
        figures = ", ".join(recall(np.concatenate(found), within) for within in (1, 10))
        print(f"RESULT {space}: {figures}, {len(train)} training photos", flush=True)
        projections[space] = projection
        if space == "sentence" and not (options.folds or options.dry):
            np.save(options.cache / "unlearnt.npy", unlearnt(lessons.some(train), recipe))
    if not (options.folds or options.dry):
        arrays = packed(projections)
        np.savez(options.out / FILE, **arrays)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
