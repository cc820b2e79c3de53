"""The tables of docs/reproductions/procedural.md, from what readers got right.

python -m bench.procedural_tables FOLDER      # prepared sets and results.jsonl
"""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.procedural_training import EMBEDDINGS, VERSIONS, lines_of, questions_of
from manyhop.evaluation import estimate, paired_difference
from manyhop.generation.procedures import SPLITS
from manyhop.learning.procedures import READERS, load_questions

DOMAINS = {"recipes": "RecipeQA", "manuals": "MyFixit"}
NAMES = {
    "choice-only": "Hasty Student (choice only)",
    "hasty-student": "Hasty Student",
    "impatient-reader": "Impatient Reader",
    "unordered-reader": "Order reader without the order",
    "order-reader": "Order reader (ours)",
}

Line = dict[str, Any]


class Cell:
    """What the builds' readers of one cell get right, by build and question."""

    def __init__(self, lines: Sequence[Line], folder: Path, tested: str) -> None:
        self.right: dict[tuple[int, str], int] = {}
        self.groups: dict[tuple[int, str], str] = {}
        for line in lines:
            test = questions_of(folder, line["domain"], tested, line["seed"]).part("test")
            for id, group, one in zip(test.ids, test.groups, line["right"][tested], strict=True):
                self.right[line["seed"], str(id)] = int(one)
                self.groups[line["seed"], str(id)] = str(group)

    def shown(self) -> str:
        if not self.right:
            return "–"
        found = estimate(list(self.right.values()), list(self.groups.values()))
        return percents(found.value, found.low, found.high)

    def drop(self, after: "Cell") -> str:
        shared = [key for key in self.right if key in after.right]
        if not shared:
            return "–"
        found = paired_difference(
            [self.right[key] for key in shared],
            [after.right[key] for key in shared],
            [self.groups[key] for key in shared],
        )
        return percents(-found.difference, -found.high, -found.low)


def percents(value: float, low: float, high: float) -> str:
    return f"{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})"


class Results:
    """All readers trained, and the questions they were tested on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines = lines_of(folder / "results.jsonl")

    def cell(self, tested: str, **wanted: str) -> Cell:
        """Example: ``results.cell("biased", reader="choice-only", domain="recipes")``"""
        return Cell(
            [one for one in self.lines if all(one[name] == wanted[name] for name in wanted)],
            self.folder,
            tested,
        )

    def score(self, trained: str, tested: str, dropout: str = "kept") -> None:
        """Shares right, of readers trained on one version and tested on one."""
        printed = "" if dropout == "kept" else ", dropout 0.9 as printed"
        print(f"### Trained on {trained}, tested on {tested}{printed}\n")
        _print_table(
            lambda **same: self.cell(tested, version=trained, dropout=dropout, **same).shown(),
            chance="25.0",
        )

    def drop(self, after: str) -> None:
        """Points lost on the questions that both versions have."""
        print(f"### Points lost from biased to {after}, same questions\n")

        def lost(**same: str) -> str:
            before = self.cell("biased", version="biased", dropout="kept", **same)
            return before.drop(self.cell(after, version=after, dropout="kept", **same))

        _print_table(lost)

    def order(self) -> None:
        """Points that the order adds to the reader that goes without it, same questions."""
        print(f"### What the order adds\n\n{_head('set')}")
        for version in VERSIONS:
            cells = [
                self._read_by("order-reader", version, **same).drop(
                    self._read_by("unordered-reader", version, **same)
                )
                for same in _columns()
            ]
            print(f"| {version} | {' | '.join(cells)} |")
        print()

    def _read_by(self, reader: str, version: str, **same: str) -> Cell:
        return self.cell(version, version=version, reader=reader, dropout="kept", **same)

    def counts(self) -> None:
        """Questions in each split, of all builds together."""
        print(
            "| set | builds | train | val | test | procedures tested |\n|---|---|---|---|---|---|"
        )
        for domain, name in DOMAINS.items():
            for version in VERSIONS:
                files = sorted(self.folder.glob(f"{domain}.{version}.*.npz"))
                sets = [load_questions(file) for file in files]
                splits = [sum(len(one.part(split)) for one in sets) for split in SPLITS]
                tested = len({id for one in sets for id in one.part("test").groups.tolist()})
                shown = " | ".join(f"{count:,}" for count in (*splits, tested))
                print(f"| {name}, {version} | {len(sets)} | {shown} |")
        print()


def _print_table(shown: Callable[..., str], chance: str | None = None) -> None:
    print(_head("reader"))
    if chance:
        print(f"| Chance |{f' {chance} |' * len(_columns())}")
    for reader in READERS:
        cells = [shown(reader=reader, **same) for same in _columns()]
        if any(cell != "–" for cell in cells):
            print(f"| {NAMES[reader]} | {' | '.join(cells)} |")
    print()


def _head(first: str) -> str:
    heads = [f"{DOMAINS[same['domain']]}, {same['embedding']}" for same in _columns()]
    return f"| {first} | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}"


def _columns() -> list[dict[str, str]]:
    return [
        {"domain": domain, "embedding": embedding} for embedding in EMBEDDINGS for domain in DOMAINS
    ]


def print_tables(folder: Path) -> None:
    results = Results(folder)
    results.counts()
    for version in VERSIONS:
        results.score(version, version)
    for after in VERSIONS[1:]:
        results.drop(after)
        results.score("biased", after)
        results.score(after, "biased")
    results.order()
    if any(line["dropout"] == "as-printed" for line in results.lines):
        for version in ("biased", "algorithm-1"):
            results.score(version, version, "as-printed")


if __name__ == "__main__":
    print_tables(Path(sys.argv[1]))
