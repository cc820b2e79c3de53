"""The network that answers about pictures: its form, and the arrays that ship."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from manyhop.models.embedded._image_answers import LEAST_SHARE
from manyhop.models.embedded._image_colours import COLOURS, SQUARES

FEATURES = 448  # as many as the encoder keeps of a picture


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
