"""The row reader's network: each row read beside the question, then rows and columns compared.

A row is read by MiniLM as ``[CLS] question [SEP] header is value ; …``; cells are the means of
their pieces. The grid of cells (and of the rows as wholes, column 0) then goes through two blocks
of attention, down each column and along each row, so that "most", "last" and "the next one" can be
seen. Exact facts about each cell (see manyhop's ``_row_features``) are added to its pieces.
"""

import math
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.minilm import WIDTH, MiniLM

FEATURES, LEVELS = 10, 16
OPERATIONS = 7
GRID, HEADS = 256, 8
FARTHEST = 4  # rows apart that attention tells from one another
PLACES = 64


class Scores(NamedTuple):
    """For each cell that it is the answer, for each row that it belongs to it; the operation."""

    picked: Tensor
    chosen: Tensor
    operation: Tensor


class RowNetwork(nn.Module):
    """Scores for the cells and rows of tables.

    ``forward`` takes one table, as the shipped network does; ``read`` a batch of them.
    """

    def __init__(self, start: Path, facts: bool = True) -> None:
        super().__init__()
        self.body = MiniLM(start)
        self.with_facts = facts
        self.facts = nn.Embedding(FEATURES * LEVELS, WIDTH)
        nn.init.normal_(self.facts.weight, std=0.02)
        self.into_grid = nn.Linear(WIDTH, GRID)
        self.facts_into_grid = nn.Linear(WIDTH, GRID)
        self.from_top, self.from_bottom = nn.Embedding(PLACES, GRID), nn.Embedding(PLACES, GRID)
        nn.init.normal_(self.from_top.weight, std=0.1)
        nn.init.normal_(self.from_bottom.weight, std=0.1)
        self.blocks = nn.ModuleList([Block() for _ in range(2)])
        self.norm = nn.LayerNorm(GRID)
        self.pick = nn.Sequential(nn.Linear(2 * GRID, GRID), nn.GELU(), nn.Linear(GRID, 1))
        self.choose = nn.Sequential(nn.Linear(GRID, GRID), nn.GELU(), nn.Linear(GRID, 1))
        self.operate = nn.Sequential(
            nn.Linear(2 * GRID, GRID), nn.GELU(), nn.Linear(GRID, OPERATIONS)
        )

    def forward(
        self,
        words: Tensor,
        kinds: Tensor,
        mask: Tensor,
        cells: Tensor,
        features: Tensor,
        places: Tensor,
        height: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """One table: rows' pieces [rows, pieces, 384], each piece's cell, facts, row numbers."""
        grid, there = self.cells(words, kinds, mask, cells, features)
        scores = self.compare(grid[None], there[None], places[None], height)
        return scores.picked[0], scores.chosen[0], scores.operation[0]

    def cells(
        self, words: Tensor, kinds: Tensor, mask: Tensor, cells: Tensor, features: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Rows as vectors [rows, 1 + columns, GRID], the whole first, and which cells are there."""
        columns = torch.arange(1, features.shape[1] + 1, device=cells.device)
        belongs = (cells[:, :, None] == columns).to(words.dtype)
        offsets = torch.arange(FEATURES, device=cells.device) * LEVELS
        facts = self.facts(features + offsets).sum(2)
        if not self.with_facts:
            facts = facts * 0
        hidden = self.body.encode(words + belongs @ facts.to(words.dtype), kinds, mask)
        pieces = belongs.sum(1)
        share = (belongs / pieces.clamp_min(1)[:, None]).transpose(1, 2).to(hidden.dtype)
        vectors = self.into_grid(share @ hidden) + self.facts_into_grid(facts.to(hidden.dtype))
        whole = self.into_grid(hidden[:, :1])
        there = torch.cat([mask[:, :1] > 0, pieces > 0], 1)
        return torch.cat([whole, vectors], 1), there

    def compare(self, grid: Tensor, there: Tensor, places: Tensor, heights: Tensor) -> Scores:
        """Scores of a batch [tables, rows, 1 + columns, GRID]; rows that are absent are masked."""
        from_bottom = (heights[:, None] - 1 - places).clamp(0, PLACES - 1)
        where = self.from_top(places.clamp(0, PLACES - 1)) + self.from_bottom(from_bottom)
        grid = grid.float() + where[:, :, None].float()
        apart = (places[:, None, :] - places[:, :, None]).clamp(-FARTHEST, FARTHEST) + FARTHEST
        hidden = (~there).to(grid.dtype) * -10000.0
        for block in self.blocks:
            grid = block(grid, hidden, apart)
        grid = self.norm(grid)
        rows, cells = grid[:, :, 0], grid[:, :, 1:]
        beside = rows[:, :, None].expand(-1, -1, cells.shape[2], -1)
        picked = self.pick(torch.cat([cells, beside], -1)).squeeze(-1)
        picked = picked.float().masked_fill(~there[:, :, 1:], -10000.0)
        is_row = there[:, :, :1]
        mean = (rows * is_row).sum(1) / is_row.sum(1)
        most = rows.masked_fill(~is_row, -10000.0).max(1).values
        chosen = self.choose(rows).squeeze(-1).float().masked_fill(~is_row[..., 0], -10000.0)
        return Scores(picked, chosen, self.operate(torch.cat([mean, most], -1)).float())


class Block(nn.Module):
    """Attention down the columns, then along the rows, then each cell by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.down, self.along = Attention(), Attention()
        self.nearness = nn.Embedding(2 * FARTHEST + 1, HEADS)
        nn.init.zeros_(self.nearness.weight)
        self.norm = nn.LayerNorm(GRID)
        self.inner = nn.Sequential(nn.Linear(GRID, 3 * GRID), nn.GELU(), nn.Linear(3 * GRID, GRID))
        self.drop = nn.Dropout(0.1)

    def forward(self, grid: Tensor, hidden: Tensor, apart: Tensor) -> Tensor:
        near = self.nearness(apart).permute(0, 3, 1, 2)[:, None].to(grid.dtype)
        columns = grid.transpose(1, 2)
        bias = near + hidden.transpose(1, 2)[:, :, None, None, :]
        grid = grid + self.drop(self.down(columns, bias).transpose(1, 2))
        grid = grid + self.drop(self.along(grid, hidden[:, :, None, None, :]))
        return grid + self.drop(self.inner(self.norm(grid)))


class Attention(nn.Module):
    """Attention over the third dimension of [tables, lines, cells, GRID], normalised before."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(GRID)
        self.asked = nn.Linear(GRID, 3 * GRID)
        self.mixed = nn.Linear(GRID, GRID)

    def forward(self, lines: Tensor, bias: Tensor) -> Tensor:
        size = GRID // HEADS
        query, key, value = (
            part.unflatten(-1, (HEADS, size)).transpose(2, 3)
            for part in self.asked(self.norm(lines)).chunk(3, -1)
        )
        scores = query @ key.transpose(3, 4) / math.sqrt(size) + bias
        found = torch.softmax(scores, -1) @ value
        mixed: Tensor = self.mixed(found.transpose(2, 3).flatten(3))
        return mixed


def loss_of(scores: Scores, gold: dict[str, Tensor]) -> Tensor:
    """Cells by the likelihood of any right one, rows one by one or by their number, operation.

    ``groups`` is [tables, groups, rows, columns]: of each group one cell at least is right.
    """
    known = gold["operations"] >= 0
    named = functional.cross_entropy(
        scores.operation, gold["operations"].clamp_min(0), reduction="none"
    )
    loss = 0.5 * (named * known).sum() / known.sum().clamp_min(1)
    groups = gold["groups"]
    asked = groups.flatten(2).any(2)
    pointed = asked.any(1)
    likely = scores.picked.flatten(1).log_softmax(1)[:, None]
    found = likely.masked_fill(~groups.flatten(2), -1e4).logsumexp(2)
    each = -(found * asked).sum(1) / asked.sum(1).clamp_min(1)
    picks = pointed & (gold["operations"] != 1)
    loss = loss + (each * picks).sum() / picks.sum().clamp_min(1)
    rows = groups.any(3)
    sure = rows & (rows.sum(2, keepdim=True) == 1) | rows & gold["exact"][:, None, None]
    wanted = sure.any(1)
    weighed = gold["rows"] & pointed[:, None] & (wanted | ~rows.any(1))
    wrong = functional.binary_cross_entropy_with_logits(
        scores.chosen.clamp(-30, 30), wanted.float(), reduction="none"
    )
    weight = weighed * (1 + 3 * wanted)
    loss = loss + (wrong * weight).sum() / weight.sum().clamp_min(1)
    counted = (gold["operations"] == 1) & (gold["counts"] >= 0) & ~pointed
    if counted.any():
        loss = loss + 0.3 * _count_loss(scores.chosen, gold["counts"], counted)
    return loss


def _count_loss(chosen: Tensor, counts: Tensor, counted: Tensor) -> Tensor:
    """How unlikely the right number of rows is, if each row is chosen by its own chance."""
    weight = counted.float()
    likely = count_chances(torch.sigmoid(chosen.float()))
    right = likely.gather(1, counts.clamp(0, chosen.shape[1])[:, None])[:, 0]
    return -(right.clamp_min(1e-9).log() * weight).sum() / weight.sum().clamp_min(1)


def count_chances(chances: Tensor) -> Tensor:
    """The chance of each number of rows, from the chance of each row."""
    tables, rows = chances.shape
    numbers = torch.zeros(tables, rows + 1, device=chances.device)
    numbers[:, 0] = 1
    for row in range(rows):
        chance = chances[:, row : row + 1]
        shifted = functional.pad(numbers[:, :-1], (1, 0))
        numbers = numbers * (1 - chance) + shifted * chance
    return numbers
