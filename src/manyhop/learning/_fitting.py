"""The one loop that fits: shuffled batches, patience, and a checkpoint that survives a kill.

All chance comes from the seed and the number of the batch, so that nothing of the past is needed
to go on but weights, the optimiser and where it was: a run that was killed and resumed ends with
the very same figures.
"""

import copy
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from manyhop.errors import ManyhopError
from manyhop.evaluation import write_whole
from manyhop.learning._card import Epoch
from manyhop.learning._learner import Learner

CHECKPOINT, WEIGHTS = "checkpoint.pt", "weights.pt"
STEEPEST = 5.0  # a longer gradient is cut to this length

OnStep = Callable[[int, int, "Course"], None]


@dataclass
class Course:
    """Where fitting stands: after ``step`` batches of epoch ``epoch``, counted from 1."""

    epoch: int = 1
    step: int = 0
    loss: float = 0.0
    epochs: list[Epoch] = field(default_factory=list)
    best: int = 0
    kept: dict[str, Any] = field(default_factory=dict)
    done: bool = False

    def better(self) -> bool:
        """Whether the last epoch is better than the best before it."""
        return _first(self.epochs[-1]) > _first(self.epochs[self.best])


@dataclass(frozen=True)
class Pace:
    """How fast, how long, and from which chance."""

    epochs: int
    batch: int
    rate: float
    patience: int
    seed: int
    keep_every: int


def fit(
    learner: Learner,
    lessons: Sequence[Any],
    judge: Callable[[], dict[str, float]],
    pace: Pace,
    folder: Path,
    on_step: OnStep = lambda *_: None,
) -> Course:
    """Fit a learner's network, going on from the folder's checkpoint where there is one.

    Epoch 0 is the network as it begins. The weights of the best epoch are in the network at the
    end; the checkpoint stays until the caller has written them.
    """
    network = learner.network
    fitted = [one for one in network.parameters() if one.requires_grad]
    optimiser = torch.optim.AdamW(fitted, lr=pace.rate) if fitted else None
    course = _resumed(folder, network, optimiser)
    if not course.epochs:
        course.epochs.append(Epoch(0.0, _judged(network, judge)))
        course.kept = _weights(network)
        course.done = not lessons or not fitted or pace.epochs < 1
    batches = -(-len(lessons) // pace.batch)
    while not course.done:
        network.train()
        order = np.random.default_rng([pace.seed, course.epoch]).permutation(len(lessons))
        for step in range(course.step, batches):
            rows = order[step * pace.batch : (step + 1) * pace.batch]
            torch.manual_seed(hash((pace.seed, course.epoch, step)) % 2**63)
            loss = learner.loss([lessons[row] for row in rows])
            assert optimiser
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(fitted, STEEPEST)
            optimiser.step()
            course.step, course.loss = step + 1, course.loss + float(loss.detach())
            on_step((course.epoch - 1) * batches + course.step, pace.epochs * batches, course)
            if course.step % pace.keep_every == 0:
                _keep(folder, course, network, optimiser)
        course.epochs.append(Epoch(course.loss / batches, _judged(network, judge)))
        if course.better():
            course.best, course.kept = course.epoch, _weights(network)
        course.done = course.epoch >= pace.epochs or course.epoch - course.best >= pace.patience
        course.epoch, course.step, course.loss = course.epoch + 1, 0, 0.0
        _keep(folder, course, network, optimiser)
    network.load_state_dict(course.kept)
    network.eval()
    return course


def _first(epoch: Epoch) -> float:
    return next(iter(epoch.figures.values()), 0.0)


def _judged(network: nn.Module, judge: Callable[[], dict[str, float]]) -> dict[str, float]:
    network.eval()
    with torch.no_grad():
        return judge()


def _weights(network: nn.Module) -> dict[str, Any]:
    return copy.deepcopy(network.state_dict())


# The checkpoint: everything in one file, there whole or not at all.


def _keep(folder: Path, course: Course, network: nn.Module, optimiser: Any) -> None:
    epochs = [(epoch.loss, dict(epoch.figures)) for epoch in course.epochs]
    content = {
        "course": {**vars(course), "epochs": epochs},
        "network": network.state_dict(),
        "optimiser": optimiser.state_dict() if optimiser else {},
    }
    write_whole(folder / CHECKPOINT, _packed(content))


def _resumed(folder: Path, network: nn.Module, optimiser: Any) -> Course:
    path = folder / CHECKPOINT
    if not path.exists():
        return Course()
    content = _unpacked(path)
    network.load_state_dict(content["network"])
    if optimiser:
        optimiser.load_state_dict(content["optimiser"])
    course = Course(**content["course"])
    course.epochs = [Epoch(*epoch) for epoch in course.epochs]  # type: ignore[misc]
    return course


def write_weights(folder: Path, network: nn.Module) -> None:
    """The fitted weights, whole or not at all."""
    write_whole(folder / WEIGHTS, _packed(network.state_dict()))


def load_weights(folder: Path, network: nn.Module) -> None:
    """The fitted weights into a network of the same shape, ready to answer."""
    try:
        network.load_state_dict(_unpacked(folder / WEIGHTS))
    except (RuntimeError, FileNotFoundError) as error:
        said = str(error).splitlines()[0]
        raise ManyhopError(f"{folder / WEIGHTS}: {said}; fit the system again") from error
    network.eval()


def _packed(content: Any) -> bytes:
    buffer = io.BytesIO()
    torch.save(content, buffer)
    return buffer.getvalue()


def _unpacked(path: Path) -> Any:
    return torch.load(path, map_location="cpu", weights_only=True)
