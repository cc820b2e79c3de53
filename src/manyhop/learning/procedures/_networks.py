"""The paper's three readers as networks; each gives a batch's choices scores."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from manyhop.learning.procedures._settings import ReaderSettings


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


# Our reader of steps in order: lays the titles onto the steps, and never crosses itself.

_NEVER = -1e4


class OrderReader(nn.Module):
    """Scores a choice by every way to lay the four titles, it among them, in order onto the steps.

    A way is worth what its titles match their steps, by shared words and by meaning; a choice,
    the logarithm of the sum over all ways. Titles beside the gap thus say which steps the missing
    one may be of. The choice's match with any step is weighed against that, since some steps say
    too little to be found; and a short look at the choice between its neighbours is added.
    """

    def __init__(self, texts: Texts, settings: ReaderSettings) -> None:
        super().__init__()
        self.texts = texts
        self.title = _nearly_same(texts.dimension)
        self.step = _nearly_same(texts.dimension)
        self.by_meaning = nn.Parameter(torch.tensor(5.0))
        self.by_words = nn.Parameter(torch.tensor(5.0))
        self.by_order = nn.Parameter(torch.tensor(0.5))
        self.by_any = nn.Parameter(torch.tensor(0.5))
        self.dropout = nn.Dropout(settings.dropout)
        self.look = nn.Sequential(
            nn.Linear(3 * texts.dimension, settings.hidden),
            nn.ReLU(),
            nn.Dropout(settings.dropout),
            nn.Linear(settings.hidden, 1),
        )

    def forward(self, batch: Batch) -> Tensor:
        shown, choices = self._matches(batch)
        return self._laid(shown, choices, batch) + self._looks(batch)

    def _laid(self, shown: Tensor, choices: Tensor, batch: Batch) -> Tensor:
        beyond = _beyond(batch)
        ordered = in_order(shown, choices, batch.hole, beyond)
        return self.by_order * ordered + self.by_any * anywhere(choices, beyond)

    def _matches(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """How well the four titles shown, and the choices, match each step."""
        titles = self.texts.pooled[torch.cat([batch.shown, batch.choices], dim=1)]
        titles = functional.normalize(self.title(self.dropout(titles)), dim=-1)
        steps = self.texts.pooled[batch.steps]
        steps = functional.normalize(self.step(self.dropout(steps)), dim=-1)
        alike = torch.einsum("btd,bsd->bts", titles, steps)
        matches = self.by_meaning * alike + self.by_words * batch.matches
        places = batch.shown.shape[1]
        return matches[:, :places], matches[:, places:]

    def _looks(self, batch: Batch) -> Tensor:
        """The choice beside the title before the gap and the one after it."""
        titles = self.texts.pooled[batch.shown]
        rows = torch.arange(len(titles), device=titles.device)
        ends = functional.pad(titles, (0, 0, 1, 1))
        before, after = ends[rows, batch.hole], ends[rows, batch.hole + 2]
        choices = self.texts.pooled[batch.choices]
        beside = [one[:, None].expand_as(choices) for one in (before, after)]
        found: Tensor = self.look(torch.cat([choices, *beside], dim=-1))
        return found.squeeze(-1)


class UnorderedReader(OrderReader):
    """The same without the order, to tell what it is worth: a choice may be of any step."""

    def _laid(self, shown: Tensor, choices: Tensor, batch: Batch) -> Tensor:
        return anywhere(choices, _beyond(batch))


def in_order(shown: Tensor, choices: Tensor, hole: Tensor, beyond: Tensor) -> Tensor:
    """For each choice, the log of the summed worth of all ways to lay titles onto rising steps.

    ``shown`` holds the titles' matches, of which the one at ``hole`` gives way to each choice's.
    """
    count = choices.shape[1]
    never = beyond[:, None] * _NEVER
    paths = torch.zeros_like(choices)
    for place in range(shown.shape[1]):
        here = torch.where(
            (hole == place)[:, None, None],
            choices,
            shown[:, place][:, None].expand(-1, count, -1),
        )
        if place:
            reached = torch.logcumsumexp(paths, dim=-1)[..., :-1]
            paths = functional.pad(reached, (1, 0), value=_NEVER)
        paths = paths + here + never
    return torch.logsumexp(paths, dim=-1)


def anywhere(choices: Tensor, beyond: Tensor) -> Tensor:
    """For each choice, the log of its summed worth on every step, whatever the other titles say."""
    return torch.logsumexp(choices + beyond[:, None] * _NEVER, dim=-1)


def _beyond(batch: Batch) -> Tensor:
    places = torch.arange(batch.steps.shape[1], device=batch.steps.device)
    return places >= batch.lengths[:, None]


def _nearly_same(dimension: int) -> nn.Linear:
    """A layer that at first changes nothing."""
    layer = nn.Linear(dimension, dimension, bias=False)
    nn.init.eye_(layer.weight)
    return layer
