"""The paper's three readers as networks; each gives a batch's choices scores."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from manyhop.baselines.procedural._settings import ReaderSettings


class Batch(NamedTuple):
    """Questions of one batch, as in ``QuestionArrays``."""

    shown: Tensor
    hole: Tensor
    choices: Tensor
    steps: Tensor
    lengths: Tensor
    matches: Tensor


class Texts(nn.Module):
    """The texts' arrays on the device, which training leaves as they are."""

    tokens: Tensor
    vectors: Tensor
    pooled: Tensor

    def __init__(self, tokens: Tensor, vectors: Tensor, pooled: Tensor) -> None:
        super().__init__()
        self.register_buffer("tokens", tokens, persistent=False)
        self.register_buffer("vectors", vectors, persistent=False)
        self.register_buffer("pooled", pooled, persistent=False)

    @property
    def dimension(self) -> int:
        """The length of a vector."""
        return int(self.vectors.shape[1])


class Sequence(nn.Module):
    """A stacked bidirectional LSTM: what it says at each place, and in the end."""

    def __init__(self, dimension: int, settings: ReaderSettings) -> None:
        super().__init__()
        self.lstm = nn.LSTM(
            dimension,
            settings.hidden,
            num_layers=settings.layers,
            dropout=settings.dropout if settings.layers > 1 else 0.0,
            bidirectional=True,
            batch_first=True,
        )
        self.dropout = nn.Dropout(settings.dropout)

    def forward(self, vectors: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        packed = pack_padded_sequence(
            vectors, lengths.clamp(min=1).cpu(), batch_first=True, enforce_sorted=False
        )
        outputs, (last, _) = self.lstm(packed)
        padded, _ = pad_packed_sequence(outputs, batch_first=True, total_length=vectors.shape[1])
        return self.dropout(padded), self.dropout(torch.cat([last[-2], last[-1]], dim=-1))


class Titles(nn.Module):
    """Titles read word by word, each on its own."""

    def __init__(self, texts: Texts, settings: ReaderSettings) -> None:
        super().__init__()
        self.texts = texts
        self.sequence = Sequence(texts.dimension, settings)

    def forward(self, numbers: Tensor) -> Tensor:
        tokens = self.texts.tokens[numbers.flatten()]
        lengths = (tokens > 0).sum(dim=1)
        _, last = self.sequence(self.texts.vectors[tokens], lengths)
        return last.view(*numbers.shape, -1)


class Question(nn.Module):
    """The four titles read as one text, with a vector of its own where one is missing."""

    def __init__(self, texts: Texts, settings: ReaderSettings) -> None:
        super().__init__()
        self.texts = texts
        self.blank = nn.Parameter(torch.randn(texts.dimension) / texts.dimension**0.5)
        self.sequence = Sequence(texts.dimension, settings)

    def forward(self, shown: Tensor, hole: Tensor) -> Tensor:
        tokens = self.texts.tokens[shown]
        vectors = self.texts.vectors[tokens]
        rows = torch.arange(len(shown), device=shown.device)
        vectors[rows, hole, 0] = self.blank
        there = tokens > 0
        there[rows, hole, 0] = True
        there, vectors = there.flatten(1), vectors.flatten(1, 2)
        order = torch.argsort(~there, dim=1, stable=True)
        vectors = vectors.gather(1, order[..., None].expand_as(vectors))
        _, last = self.sequence(vectors, there.sum(dim=1))
        return last


class Likeness(nn.Module):
    """The cosine of two vectors, as steep as training makes it."""

    def __init__(self) -> None:
        super().__init__()
        self.steepness = nn.Parameter(torch.tensor(2.0))

    def forward(self, one: Tensor, choices: Tensor) -> Tensor:
        found: Tensor = functional.cosine_similarity(one[:, None], choices, dim=-1)
        return found * self.steepness.exp()


class ChoiceOnly(nn.Module):
    """Hasty Student (choice only): scores each choice by itself."""

    def __init__(self, texts: Texts, settings: ReaderSettings) -> None:
        super().__init__()
        self.choices = Titles(texts, settings)
        self.score = nn.Linear(2 * settings.hidden, 1)

    def forward(self, batch: Batch) -> Tensor:
        scores: Tensor = self.score(self.choices(batch.choices))
        return scores.squeeze(-1)


class HastyStudent(nn.Module):
    """Hasty Student: takes the choice most like the question, and reads no step."""

    def __init__(self, texts: Texts, settings: ReaderSettings) -> None:
        super().__init__()
        self.question = Question(texts, settings)
        self.choices = Titles(texts, settings)
        self.likeness = Likeness()

    def forward(self, batch: Batch) -> Tensor:
        question = self.question(batch.shown, batch.hole)
        scores: Tensor = self.likeness(question, self.choices(batch.choices))
        return scores


class ImpatientReader(nn.Module):
    """Impatient Reader: goes back to the steps after each title that it is shown."""

    def __init__(self, texts: Texts, settings: ReaderSettings) -> None:
        super().__init__()
        width = 2 * settings.hidden
        self.texts = texts
        self.context = Sequence(texts.dimension, settings)
        self.titles = Titles(texts, settings)
        self.question = Question(texts, settings)
        self.choices = Titles(texts, settings)
        self.step = nn.Linear(width, width)
        self.title = nn.Linear(width, width, bias=False)
        self.read = nn.Linear(width, width, bias=False)
        self.weight = nn.Linear(width, 1)
        self.carried = nn.Linear(width, width)
        self.joined = nn.Linear(2 * width, width)
        self.likeness = Likeness()

    def forward(self, batch: Batch) -> Tensor:
        steps, _ = self.context(self.texts.pooled[batch.steps], batch.lengths)
        places = torch.arange(steps.shape[1], device=steps.device)
        beyond = places >= batch.lengths[:, None]
        titles = self.titles(batch.shown)
        known, read = self.step(steps), torch.zeros_like(titles[:, 0])
        for place in range(titles.shape[1]):
            asked = self.title(titles[:, place]) + self.read(read)
            weights = self.weight(torch.tanh(known + asked[:, None])).squeeze(-1)
            weights = weights.masked_fill(beyond, -1e4).softmax(dim=1)
            again = (weights[..., None] * steps).sum(dim=1) + torch.tanh(self.carried(read))
            blank = (batch.hole == place)[:, None]
            read = torch.where(blank, read, again)
        question = self.question(batch.shown, batch.hole)
        joint = torch.tanh(self.joined(torch.cat([read, question], dim=-1)))
        scores: Tensor = self.likeness(joint, self.choices(batch.choices))
        return scores
