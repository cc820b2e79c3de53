"""What every system that can be fitted offers to the frame."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from statistics import fmean
from typing import Any

import msgspec
import torch
from torch import Tensor, nn

from manyhop.answering import Answer, Question
from manyhop.benchmarks import Benchmark, Example
from manyhop.learning._options import Options

MOST_TOGETHER = 64  # questions answered at a time


class Defaults(msgspec.Struct, frozen=True):
    """How a system is fitted where nothing is said: the paper's settings where it names them."""

    epochs: int = 30
    batch: int = 32
    rate: float = 1e-3
    patience: int = 5


class Learner(ABC):
    """A network, what it makes of examples, and how it answers.

    A lesson is whatever the system learns from in one go; ``loss`` takes a batch of them. What is
    not in the network's weights and is needed to open it again goes into ``state``, as JSON.
    """

    defaults = Defaults()
    network: nn.Module

    def __init__(self, options: Options) -> None:
        self.options = options

    @classmethod
    @abstractmethod
    def begin(cls, options: Options, examples: Sequence[Example]) -> "Learner":
        """A system that has learnt nothing, with what it takes from the training examples."""

    @classmethod
    @abstractmethod
    def reopen(cls, options: Options, state: dict[str, Any]) -> "Learner":
        """The same system again, from its state; its weights are loaded afterwards."""

    @property
    def state(self) -> dict[str, Any]:
        """What ``reopen`` needs."""
        return {}

    @property
    def device(self) -> torch.device:
        """Where the network lies."""
        return next((one.device for one in self.network.parameters()), torch.device("cpu"))

    @abstractmethod
    def lessons(self, examples: Sequence[Example]) -> Sequence[Any]:
        """What there is to learn from; examples without the gold it takes give none."""

    @abstractmethod
    def loss(self, lessons: Sequence[Any]) -> Tensor:
        """How wrong the network is on a batch."""

    @abstractmethod
    def answers(self, questions: Sequence[Question]) -> list[Answer]:
        """An answer to each question."""

    def figures(self, benchmark: Benchmark, examples: Sequence[Example]) -> dict[str, float]:
        """The benchmark's own scores; the first decides when fitting stops."""
        found: dict[str, list[float]] = {}
        for start in range(0, len(examples), MOST_TOGETHER):
            part = examples[start : start + MOST_TOGETHER]
            answers = self.answers([example.question for example in part])
            for example, answer in zip(part, answers, strict=True):
                for name, value in benchmark.score(example, answer).items():
                    found.setdefault(name, []).append(value)
        return {name: fmean(values) for name, values in found.items()}
