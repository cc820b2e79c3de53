"""Make the shipped picture tags: names, how often photos show them, and what a likeness is worth.

    PYTHONPATH=src:. python -m training.image_tags

Runs after `training.image_encoder`, from the vectors that it left of photos it had not learnt.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from manyhop.models.embedded._image_answers import asked_presence
from manyhop.models.embedded._image_encoder import Projection
from manyhop.models.embedded._image_tags import FILE, chance, standing, usual_likeness
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER
from training.image_accuracy import share
from training.image_features import views_of
from training.image_names import NAMES, SPOKEN
from training.image_photos import Photo, captioned_photos
from training.image_questions import article, named, presence_questions

BANK = 256  # photos to compare a likeness with


def fitted(evidence: NDArray[np.float32], truth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Weights of a logistic regression, one per row of evidence."""
    weights = nn.Parameter(torch.zeros(len(evidence)))
    given, wanted = torch.from_numpy(evidence), torch.from_numpy(truth)
    optimiser = torch.optim.LBFGS([weights], max_iter=200)

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        value = nn.functional.binary_cross_entropy_with_logits(weights @ given, wanted)
        value = value + 1e-5 * weights.square().sum()
        value.backward()
        return value

    optimiser.step(loss)
    return np.asarray(weights.detach().numpy())


def shown(photos: Sequence[Photo]) -> NDArray[np.float32]:
    """Which names each photo's captions say: photos × names."""
    counts = [named(photo) for photo in photos]
    return np.array([[count[name] > 0 for name in NAMES] for count in counts], np.float32)


def presences(
    photos: Sequence[Photo],
    often: Sequence[str],
    pictures: NDArray[np.float32],
    bank: NDArray[np.float32],
    encoder: SentenceEncoder,
) -> tuple[NDArray[np.float32], NDArray[np.float32], list[int]]:
    """What speaks for a yes to each question, whether it is one, and the photo's number."""
    asked = [presence_questions(photo, NAMES, often) for photo in photos]
    rows = [row for row, some in enumerate(asked) for _ in some]
    every = [one for some in asked for one in some]
    texts = encoder.encode([asked_presence(one.question) or "" for one in every])
    likeness = np.einsum("ij,ij->i", texts, pictures[rows])
    evidence = [standing(likeness, usual_likeness(texts, bank)), likeness, np.ones_like(likeness)]
    return np.stack(evidence), np.array([one.answer == "yes" for one in every], np.float32), rows


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--cache", type=Path, default=Path("carry/images"))
    arguments.add_argument("--out", type=Path, default=FOLDER)
    options = arguments.parse_args()
    photos = captioned_photos(options.data)
    every = [photo.path for photo in (*photos.held_out, *photos.training)]
    held_out = Projection.load("sentence")(
        views_of(every, options.cache)[: len(photos.held_out), 0]
    )
    training = np.load(options.cache / "unlearnt.npy")
    encoder = SentenceEncoder.load()
    spoken = [SPOKEN.get(name, name) for name in NAMES]
    texts = encoder.encode([f"{article(name)} {name}" for name in spoken])
    bank = training[:: max(1, len(training) // BANK)][:BANK]
    truth = shown(photos.training)
    frequency = np.log((truth.sum(axis=0) + 0.5) / (len(truth) + 1)).astype(np.float32)

    def tag_evidence(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        likeness = pictures @ texts.T
        rows = [standing(likeness, usual_likeness(texts, bank)), likeness]
        rows += [np.broadcast_to(frequency, likeness.shape), np.ones_like(likeness)]
        return np.stack(rows).reshape(4, -1).astype(np.float32)

    tag_weights = fitted(tag_evidence(training), truth.ravel())
    found = chance(tag_weights @ tag_evidence(held_out)).reshape(len(held_out), -1)
    report_tags(found, shown(photos.held_out), frequency)

    often = [name for photo in photos.training for name in NAMES if named(photo)[name] >= 2]
    given, wanted, _ = presences(photos.training, often, training, bank, encoder)
    presence_weights = fitted(given, wanted)
    given, wanted, rows = presences(photos.held_out, often, held_out, bank, encoder)
    report_presence(chance(presence_weights @ given), wanted, rows)
    np.savez_compressed(
        options.out / FILE,
        names=np.frombuffer("\n".join(spoken).encode(), np.uint8),
        texts=np.rint(texts * 500).clip(-127, 127).astype(np.int8),
        bank=np.rint(bank * 500).clip(-127, 127).astype(np.int8),
        frequency=frequency,
        tag_weights=tag_weights,
        presence_weights=presence_weights,
    )


def report_tags(
    found: NDArray[np.float32], truth: NDArray[np.float32], frequency: NDArray[np.float32]
) -> None:
    """How often the best names are said by a caption, beside the names said most often."""
    for best in (1, 3):
        ours = np.argsort(-found, axis=1)[:, :best]
        hits = [[row, truth[row, place]] for row, places in enumerate(ours) for place in places]
        usual = truth[:, np.argsort(-frequency)[:best]].mean() * 100
        print(f"RESULT tags: best {best} named by a caption {share(hits)}; most common {usual:.1f}")
    sure = found >= 0.5
    right, mean = truth[sure].mean(), found[sure].mean()
    print(f"RESULT tags of chance 0.5 or more: {sure.sum()}, right {right:.2f}, mean {mean:.2f}")


def report_presence(
    yes: NDArray[np.float32], wanted: NDArray[np.float32], rows: Sequence[int]
) -> None:
    """How often the likelier of yes and no is right, and whether the chances are honest."""
    right = (yes > 0.5) == (wanted > 0.5)
    sure = np.where(yes > 0.5, yes, 1 - yes).mean()
    figure = share(list(zip(rows, right, strict=True)))
    print(f"RESULT presence: {figure}, mean chance {sure:.2f}; always yes {wanted.mean():.2f}")


if __name__ == "__main__":
    main()
