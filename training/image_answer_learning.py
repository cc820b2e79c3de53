"""How the picture answerer learns from questions about photos."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from training.image_answer_network import Network, Recipe
from training.image_questions import Asked, answers_of


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


def lessons_of(
    asked: Sequence[Asked], vocabulary: Sequence[str], photos: dict[Path, int], vectors: Tensor
) -> Lessons:
    place = {answer: number for number, answer in enumerate(vocabulary)}
    shares = torch.zeros(len(asked), len(vocabulary))
    for row, one in enumerate(asked):
        known = [place[answer] for answer in answers_of(one) if answer in place]
        shares[row, known] = 1 / max(1, len(known))
    return Lessons(vectors, torch.tensor([photos[one.photo] for one in asked]), shares)


def answerable(lessons: Lessons) -> Lessons:
    """The questions whose answer the network can give."""
    known = lessons.answers.sum(dim=1) > 0
    return Lessons(lessons.questions[known], lessons.photos[known], lessons.answers[known])


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
