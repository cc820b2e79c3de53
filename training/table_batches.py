"""Batches of table questions, cut on the device from the packed arrays."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from training.learning import DEVICE
from training.row_network import RowNetwork, Scores
from training.table_archive import read_arrays


class TableBatches:
    """The packed questions on the device.

    Example: ``TableBatches(read_arrays(path)).scores(network, np.array([0, 5]))``
    """

    def __init__(self, arrays: dict[str, Any]) -> None:
        self.sources = [str(name) for name in arrays["names"]]
        self.source = arrays["sources"]
        self.operations, self.counts = arrays["operations"], arrays["counts"]
        self.visible, self.row_counts = arrays["visible"], arrays["row_counts"]
        widths, heights = arrays["table_widths"], arrays["table_heights"]
        self.widths = widths[arrays["tables"]]
        first_row = _starts(heights)
        global_rows = arrays["rows"] + np.repeat(first_row[arrays["tables"]], arrays["row_counts"])
        longest = np.maximum.reduceat(
            arrays["row_lengths"][global_rows], _starts(arrays["row_counts"])
        )
        self.lengths = longest + arrays["question_lengths"]
        self.costs = self.lengths * self.row_counts
        self.gold_counts = arrays["gold_counts"]
        held: dict[str, Any] = {
            name: arrays[name]
            for name in [
                "piece_ids",
                "piece_cells",
                "row_lengths",
                "known",
                "question_ids",
                "question_lengths",
                "rows",
                "row_counts",
                "cell_facts",
                "row_facts",
                "operations",
                "counts",
                "gold_cells",
                "gold_groups",
                "tables",
            ]
        }
        held |= {
            "first_piece": _starts(arrays["row_lengths"]),
            "first_row": first_row,
            "first_known": _starts(heights * widths),
            "widths": widths,
            "heights": heights,
            "first_question_piece": _starts(arrays["question_lengths"]),
            "first_chosen_row": _starts(arrays["row_counts"]),
            "first_cell_fact": _starts(arrays["row_counts"] * self.widths),
            "first_gold": _starts(arrays["gold_counts"]),
            "gold_counts": arrays["gold_counts"],
        }
        self._held = {name: _on_device(array) for name, array in held.items()}

    def of(self, *sources: str) -> np.ndarray:
        """The numbers of the questions from these sets."""
        wanted = [number for number, name in enumerate(self.sources) if name in sources]
        return np.flatnonzero(np.isin(self.source, wanted))

    def scores(self, network: RowNetwork, questions: np.ndarray) -> tuple[Scores, Tensor]:
        """The network's scores for these questions, and which rows are there."""
        held = self._held
        length = -(-int(self.lengths[questions].max()) // 16) * 16
        height, width = int(self.row_counts[questions].max()), int(self.widths[questions].max())
        asked = torch.as_tensor(questions, device=DEVICE)
        many = held["row_counts"][asked]
        total = int(self.row_counts[questions].sum())
        owner = torch.repeat_interleave(
            torch.arange(len(questions), device=DEVICE), many, output_size=total
        )
        at = torch.arange(total, device=DEVICE) - (torch.cumsum(many, 0) - many)[owner]
        question = asked[owner]
        table = held["tables"][question]
        row = held["rows"][held["first_chosen_row"][question] + at].long()
        ids, cells, kinds, mask = self._pieces(question, held["first_row"][table] + row, length)
        features = self._features(question, table, row, at, width)
        words = network.body.words[ids]
        vectors, there = network.cells(words, kinds, mask, cells, features)
        tables = len(questions)
        grid = vectors.new_zeros(tables, height, width + 1, vectors.shape[2])
        grid = grid.index_put((owner, at), vectors)
        present = torch.zeros(tables, height, width + 1, dtype=torch.bool, device=DEVICE)
        present[owner, at] = there
        places = torch.zeros(tables, height, dtype=torch.long, device=DEVICE)
        places[owner, at] = row
        heights = held["heights"][held["tables"][asked]].long()
        return network.compare(grid, present, places, heights), present[:, :, 0]

    def _pieces(
        self, question: Tensor, row: Tensor, length: int
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        held = self._held
        places = torch.arange(length, device=DEVICE)[None]
        asked = held["question_lengths"][question][:, None]
        end = asked + held["row_lengths"][row][:, None]
        in_question, in_row = places < asked, (places >= asked) & (places < end)
        from_question = (held["first_question_piece"][question][:, None] + places).clamp_max(
            len(held["question_ids"]) - 1
        )
        from_row = (held["first_piece"][row][:, None] + places - asked).clamp(
            0, len(held["piece_ids"]) - 1
        )
        ids = torch.where(in_question, held["question_ids"][from_question].int(), 0)
        ids = torch.where(in_row, held["piece_ids"][from_row].int(), ids).long()
        cells = torch.where(in_row, held["piece_cells"][from_row].int(), 0)
        return ids, cells, in_row.long(), (places < end).long()

    def _features(
        self, question: Tensor, table: Tensor, row: Tensor, at: Tensor, width: int
    ) -> Tensor:
        held = self._held
        columns = torch.arange(width, device=DEVICE)[None]
        own = held["widths"][table][:, None]
        there = columns < own
        place = (held["first_known"][table][:, None] + row[:, None] * own + columns).clamp_max(
            len(held["known"]) - 1
        )
        fact = (held["first_cell_fact"][question][:, None] + at[:, None] * own + columns).clamp_max(
            len(held["cell_facts"]) - 1
        )
        facts = held["cell_facts"][fact].int()
        of_row = held["row_facts"][held["first_chosen_row"][question] + at].int()[:, None]
        parts = [facts & 3, facts >> 2 & 3, facts >> 4 & 3, facts >> 6 & 3]
        parts += [(of_row & 15).expand(-1, width), (of_row >> 4).expand(-1, width)]
        features = torch.cat([held["known"][place].int(), torch.stack(parts, 2)], 2)
        return torch.where(there[:, :, None], features, 0)

    def gold(self, questions: np.ndarray, present: Tensor) -> dict[str, Tensor]:
        """What the scores ought to be."""
        held = self._held
        asked = torch.as_tensor(questions, device=DEVICE)
        many = held["gold_counts"][asked]
        total = int(self.gold_counts[questions].sum())
        owner = torch.repeat_interleave(
            torch.arange(len(questions), device=DEVICE), many, output_size=total
        )
        at = torch.arange(total, device=DEVICE) - (torch.cumsum(many, 0) - many)[owner]
        place = held["first_gold"][asked[owner]] + at
        cell = held["gold_cells"][place].long()
        own = held["widths"][held["tables"][asked]][owner].long()
        width = int(self.widths[questions].max())
        groups = torch.zeros(
            len(questions), 16, present.shape[1], width, dtype=torch.bool, device=DEVICE
        )
        groups[owner, held["gold_groups"][place].long(), cell // own, cell % own] = True
        generated = torch.as_tensor(
            self.source[questions] == self.sources.index("generated"), device=DEVICE
        )
        return {
            "groups": groups,
            "rows": present,
            "exact": generated,
            "operations": held["operations"][asked].long(),
            "counts": held["counts"][asked].long(),
        }


def _starts(lengths: np.ndarray) -> np.ndarray:
    ends: np.ndarray = np.cumsum(lengths, dtype=np.int64)
    starts: np.ndarray = ends - lengths
    return starts


def _on_device(array: np.ndarray) -> Tensor:
    if array.dtype == np.uint16:
        array = array.astype(np.int32) if array.max(initial=0) > 32767 else array.astype(np.int16)
    return torch.as_tensor(array, device=DEVICE)


def open_batches(folder: Path) -> TableBatches:
    """The packed questions of a folder."""
    return TableBatches(read_arrays(folder / "lessons.npz.xz"))
