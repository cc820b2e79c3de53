"""Table questions as arrays: everything a batch is cut from, packed before training starts."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from manyhop.models.embedded._row_features import MOST_COLUMNS, question_sheet, table_facts
from manyhop.models.embedded._row_reader import lay_out, question_pieces
from manyhop.sources import Table
from training.table_archive import write_arrays
from training.table_lessons import Lesson

MOST_GROUPS = 16


class Packing:
    """Takes lessons up one by one, each table once, and writes them as one compressed file."""

    def __init__(self, tokenizer: Any, most_rows: int) -> None:
        self._tokenizer, self._most_rows = tokenizer, most_rows
        self._tables: dict[str, int] = {}
        self._facts: list[Any] = []
        self._arrays: dict[str, list[Any]] = {
            name: []
            for name in [
                "piece_ids",
                "piece_cells",
                "row_lengths",
                "table_heights",
                "table_widths",
                "known",
                "question_ids",
                "question_lengths",
                "sources",
                "tables",
                "rows",
                "row_counts",
                "cell_facts",
                "row_facts",
                "operations",
                "counts",
                "gold_cells",
                "gold_groups",
                "gold_counts",
                "visible",
            ]
        }
        self._sources: list[str] = []

    def add(self, lessons: Iterable[Lesson]) -> int:
        """Pack lessons; returns how many."""
        before = len(self._arrays["tables"])
        for lesson in lessons:
            self._add(lesson)
        return len(self._arrays["tables"]) - before

    def _table(self, table: Table) -> int:
        if table.id not in self._tables:
            self._tables[table.id] = len(self._tables)
            width = min(len(table.columns), MOST_COLUMNS)
            facts = table_facts(table)
            texts = [column.name for column in table.columns[:width]]
            texts += [cell.text for row in table.rows for cell in row[:width]]
            pieces = [
                each.ids for each in self._tokenizer.encode_batch(texts, add_special_tokens=False)
            ]
            arrays = self._arrays
            for first in range(width, len(pieces), width):
                ids, cells = lay_out(pieces[:width], pieces[first : first + width])
                arrays["piece_ids"].append(np.array(ids, np.uint16))
                arrays["piece_cells"].append(np.array(cells, np.uint8))
                arrays["row_lengths"].append(len(ids))
            arrays["table_heights"].append(len(table.rows))
            arrays["table_widths"].append(width)
            arrays["known"].append(facts.known.reshape(-1, 4))
            self._facts.append(facts)
        return self._tables[table.id]

    def _add(self, lesson: Lesson) -> None:
        number = self._table(lesson.table)
        sheet = question_sheet(lesson.question, self._facts[number], self._most_rows)
        encoded = self._tokenizer.encode(lesson.question, add_special_tokens=False)
        arrays, f = self._arrays, sheet.features
        ids = question_pieces(encoded.ids)
        arrays["question_ids"].append(np.array(ids, np.uint16))
        arrays["question_lengths"].append(len(ids))
        if lesson.source not in self._sources:
            self._sources.append(lesson.source)
        arrays["sources"].append(self._sources.index(lesson.source))
        arrays["tables"].append(number)
        arrays["rows"].append(np.array(sheet.rows, np.uint16))
        arrays["row_counts"].append(len(sheet.rows))
        cell_facts = f[:, :, 4] | f[:, :, 5] << 2 | f[:, :, 6] << 4 | f[:, :, 7] << 6
        arrays["cell_facts"].append(cell_facts.reshape(-1))
        arrays["row_facts"].append(f[:, 0, 8] | f[:, 0, 9] << 4)
        self._gold(lesson, sheet.rows, f.shape[1])

    def _gold(self, lesson: Lesson, rows: Sequence[int], width: int) -> None:
        place = {row: at for at, row in enumerate(rows)}
        groups = [
            [
                place[row] * width + column
                for row, column in group
                if row in place and column < width
            ]
            for group in lesson.groups[:MOST_GROUPS]
        ]
        arrays = self._arrays
        flat = [(cell, at) for at, group in enumerate(groups) for cell in group]
        arrays["gold_cells"].append(np.array([cell for cell, _ in flat], np.uint16))
        arrays["gold_groups"].append(np.array([at for _, at in flat], np.uint8))
        arrays["gold_counts"].append(len(flat))
        arrays["visible"].append(bool(groups) and all(groups) and len(lesson.groups) <= MOST_GROUPS)
        arrays["operations"].append(lesson.operation)
        whole = len(rows) == len(lesson.table.rows)
        arrays["counts"].append(lesson.count if whole else -1)

    def write(self, path: Path) -> None:
        """One file of arrays, compressed."""
        kinds = {"operations": np.int8, "counts": np.int16, "visible": np.bool_}
        packed = {
            name: np.concatenate(parts)
            if isinstance(parts[0], np.ndarray)
            else np.array(parts, kinds.get(name, np.int32))
            for name, parts in self._arrays.items()
        }
        write_arrays(path, {"names": np.array(self._sources), **packed})
