"""The procedural paper's Tables 2 and 3: python -m bench.procedural ../shared/data --small

Builds cloze sets of RecipeQA's recipes and MyFixit's manuals, biased and debiased, trains the
readers on each, and prints the tables of docs/reproductions/procedural.md. ``--full`` has the
paper's settings and wants a GPU; ``--work FOLDER`` keeps arrays and results there, so that a
broken run goes on where it stopped, or ``bench.procedural_training`` can run elsewhere.
"""

import argparse
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.procedural_training import (
    EMBEDDINGS,
    VERSIONS,
    lines_of,
    questions_of,
    train_all,
)
from manyhop.baselines.procedural import (
    READERS,
    TextNumbers,
    load_questions,
    question_arrays,
    save,
    sentence_arrays,
    word2vec_arrays,
)
from manyhop.evaluation import estimate, paired_difference
from manyhop.generation.procedures import (
    SPLITS,
    ClozeItem,
    ClozeSettings,
    build_cloze,
    gather_procedures,
)
from manyhop.models import SentenceEncoder, StaticEncoder, TextEncoder
from manyhop.sources import Procedure

BASE = ClozeSettings(questions_per_procedure=4, train_share=0.6, val_share=0.1)
CHANGES = {
    "biased": ["remedy=none"],
    "algorithm-1": ["remedy=budget"],
    "algorithm-1-wide": [
        "remedy=budget",
        "budget_by=answers",
        "cluster_neighbours=1000",
        "clusters=200",
    ],
    "exchange": ["remedy=exchange"],
}
BUILDS = {"small": 1, "full": 2}
MOST = {"small": 400, "full": None}  # procedures of a domain
DOMAINS = {"recipes": "RecipeQA", "manuals": "MyFixit"}
NAMES = {
    "choice-only": "Hasty Student (choice only)",
    "hasty-student": "Hasty Student",
    "impatient-reader": "Impatient Reader",
    "unordered-reader": "Order reader without the order",
    "order-reader": "Order reader (ours)",
}

Line = dict[str, Any]


def procedures(data: Path, domain: str) -> list[Procedure]:
    if domain == "recipes":
        return gather_procedures([data / "recipeqa/recipes.jsonl.gz"]).procedures
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data / "procedural/myfixit.tar.gz") as archive:
            archive.extractall(folder, filter="data")
        return gather_procedures([Path(folder)]).procedures


def prepare(data: Path, folder: Path, size: str) -> None:
    """Write every set, and every text under both embeddings."""
    folder.mkdir(parents=True, exist_ok=True)
    encoder: TextEncoder = StaticEncoder.load() if size == "small" else SentenceEncoder.load()
    for domain in DOMAINS:
        if (folder / f"{domain}.sentence.npz").exists():
            continue
        found = procedures(data, domain)
        numbers, titles = TextNumbers(), dict[str, None]()
        for seed in range(BUILDS[size]):
            for version in VERSIONS:
                items = built(found, version, seed, MOST[size])
                save(question_arrays(items, numbers), folder / f"{domain}.{version}.{seed}.npz")
                titles.update(dict.fromkeys(titles_of(items)))
        save(word2vec_arrays(numbers.texts, list(titles)), folder / f"{domain}.word2vec.npz")
        save(sentence_arrays(numbers.texts, encoder), folder / f"{domain}.sentence.npz")
        print(f"{domain}: {len(numbers.texts):,} texts prepared", flush=True)


def built(found: Sequence[Procedure], version: str, seed: int, most: int | None) -> list[ClozeItem]:
    settings = BASE.changed(CHANGES[version])
    made = build_cloze(found, tasks=["textual_cloze"], settings=settings, seed=seed, limit=most)
    return [item for items in made.items.values() for item in items]


def titles_of(items: Sequence[ClozeItem]) -> list[str]:
    """Every title shown or to choose from."""
    found = [str(title) for item in items for title in (*item.question, *item.choice_list)]
    return [title for title in found if title != "@placeholder"]


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
    heads = [f"{name}, {embedding}" for embedding in EMBEDDINGS for name in DOMAINS.values()]
    print(f"| reader | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    if chance:
        print(f"| Chance |{f' {chance} |' * len(heads)}")
    for reader in READERS:
        cells = [
            shown(domain=domain, embedding=embedding, reader=reader)
            for embedding in EMBEDDINGS
            for domain in DOMAINS
        ]
        print(f"| {NAMES[reader]} | {' | '.join(cells)} |")
    print()


def print_tables(folder: Path) -> None:
    results = Results(folder)
    results.counts()
    for version in VERSIONS:
        results.score(version, version)
    for after in VERSIONS[1:]:
        results.drop(after)
        results.score("biased", after)
        results.score(after, "biased")
    if any(line["dropout"] == "as-printed" for line in results.lines):
        for version in ("biased", "algorithm-1"):
            results.score(version, version, "as-printed")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--small", dest="size", action="store_const", const="small")
    size.add_argument("--full", dest="size", action="store_const", const="full")
    parser.add_argument("--work", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--prepare-only", action="store_true")
    parser.set_defaults(size="small")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = args.work or Path(temporary)
        prepare(args.data, work, args.size)
        if args.prepare_only:
            return
        train_all(work, work / "results.jsonl", args.size, args.workers)
        print_tables(work)


if __name__ == "__main__":
    main()
