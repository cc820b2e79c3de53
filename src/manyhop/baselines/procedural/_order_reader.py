"""Our reader of steps in order: lays the titles onto the steps, and never crosses itself."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from manyhop.baselines.procedural._networks import Batch, Texts
from manyhop.baselines.procedural._settings import ReaderSettings

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
