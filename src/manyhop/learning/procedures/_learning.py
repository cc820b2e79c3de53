"""Training with patience: the epoch that validated best is the one that is kept."""

import copy
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from manyhop.learning.procedures._arrays import Floats, QuestionArrays, TextArrays
from manyhop.learning.procedures._networks import (
    Batch,
    ChoiceOnly,
    HastyStudent,
    ImpatientReader,
    OrderReader,
    Texts,
    UnorderedReader,
)
from manyhop.learning.procedures._settings import Reader, ReaderSettings

_AT_A_TIME = 512


@dataclass(frozen=True)
class Learnt:
    """A trained reader, and how training went: epochs run, the best one, and its val accuracy."""

    network: nn.Module
    settings: ReaderSettings
    epochs: int
    best: int
    val: float

    def scores(self, questions: QuestionArrays) -> Floats:
        """Each choice's chance, in rows."""
        return _chances(self.network, _Questions(questions, self.settings.device))


def learn(
    reader: Reader,
    texts: TextArrays,
    train: QuestionArrays,
    val: QuestionArrays,
    settings: ReaderSettings,
) -> Learnt:
    """Train one reader, stopping when ``val`` has not got better for as long as patience lasts."""
    torch.manual_seed(settings.seed)
    network = _network(reader, texts, settings)
    lessons, trial = _Questions(train, settings.device), _Questions(val, settings.device)
    steps = torch.optim.Adam(network.parameters(), lr=settings.rate)
    chance = np.random.default_rng(settings.seed)
    best, kept, at, epoch = (-1.0, 0.0), copy.deepcopy(network.state_dict()), 0, 0
    for epoch in range(1, settings.epochs + 1):
        network.train()
        order = chance.permutation(len(train))
        for start in range(0, len(order), settings.batch):
            rows = torch.from_numpy(order[start : start + settings.batch]).to(settings.device)
            loss = functional.cross_entropy(network(lessons.batch(rows)), lessons.answers[rows])
            steps.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5.0)
            steps.step()
        judged = _judged(_chances(network, trial), val)
        if judged > best:
            best, kept, at = judged, copy.deepcopy(network.state_dict()), epoch
        elif epoch - at >= settings.patience:
            break
    network.load_state_dict(kept)
    return Learnt(network, settings, epoch, at, best[0])


def _network(reader: Reader, texts: TextArrays, settings: ReaderSettings) -> nn.Module:
    arrays = Texts(*(torch.from_numpy(array) for array in vars(texts).values()))
    match reader:
        case "choice-only":
            network: nn.Module = ChoiceOnly(arrays, settings)
        case "hasty-student":
            network = HastyStudent(arrays, settings)
        case "impatient-reader":
            network = ImpatientReader(arrays, settings)
        case "unordered-reader":
            network = UnorderedReader(arrays, settings)
        case "order-reader":
            network = OrderReader(arrays, settings)
    return network.to(settings.device)


class _Questions:
    """Questions on the device, to draw batches of."""

    def __init__(self, questions: QuestionArrays, device: str) -> None:
        self.count = len(questions)
        self.answers = torch.from_numpy(questions.answers).to(device)
        longest = int(questions.lengths.max(initial=1))
        self._all = Batch(
            *(
                torch.from_numpy(array).to(device)
                for array in (
                    questions.shown,
                    questions.hole,
                    questions.choices,
                    questions.steps[:, :longest],
                    questions.lengths,
                    questions.matches[..., :longest],
                )
            )
        )

    def batch(self, rows: Tensor) -> Batch:
        return Batch(*(array[rows] for array in self._all))

    def batches(self) -> list[Batch]:
        starts = range(0, self.count, _AT_A_TIME)
        return [Batch(*(array[at : at + _AT_A_TIME] for array in self._all)) for at in starts]


def _chances(network: nn.Module, questions: _Questions) -> Floats:
    network.eval()
    with torch.no_grad():
        parts = [network(batch).softmax(dim=-1).cpu().numpy() for batch in questions.batches()]
    return np.concatenate(parts).astype(np.float32)


def _judged(chances: Floats, questions: QuestionArrays) -> tuple[float, float]:
    """The share of right answers and, where that is a tie, the likelihood of the right ones."""
    right = float(np.mean(chances.argmax(axis=1) == questions.answers))
    likely = chances[np.arange(len(chances)), questions.answers]
    return right, float(np.mean(np.log(likely + 1e-9)))
