"""The procedural paper's Tables 2 and 3: python -m bench.procedural ../shared/data --small

Builds cloze sets of RecipeQA's recipes and MyFixit's manuals, biased and debiased, trains the
readers on each, and prints the tables of docs/reproductions/procedural.md. ``--full`` has the
paper's settings and wants a GPU; ``--work FOLDER`` keeps arrays and results there, so that a
broken run goes on where it stopped, or ``bench.procedural_training`` can run elsewhere.
"""

import argparse
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.procedural_training import EMBEDDINGS, VERSIONS, lines_of, settings_for, train_all
from manyhop.baselines.procedural import (
    READERS,
    TextNumbers,
    question_arrays,
    save,
    sentence_arrays,
    word2vec_arrays,
)
from manyhop.evaluation import estimate, paired_difference
from manyhop.generation.procedures import ClozeItem, ClozeSettings, build_cloze, gather_procedures
from manyhop.models import SentenceEncoder, StaticEncoder, TextEncoder
from manyhop.sources import Procedure

BASE = ClozeSettings(questions_per_procedure=4, train_share=0.6, val_share=0.1)
REMEDIES = {"biased": "none", "algorithm-1": "budget", "exchange": "exchange"}
BUILDS = {"small": 1, "full": 3}
MOST = {"small": 400, "full": None}  # procedures of a domain
DOMAINS = {"recipes": "RecipeQA", "manuals": "MyFixit"}
NAMES = {
    "choice-only": "Hasty Student (choice only)",
    "hasty-student": "Hasty Student",
    "impatient-reader": "Impatient Reader",
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
    settings = BASE.changed([f"remedy={REMEDIES[version]}"])
    made = build_cloze(found, tasks=["textual_cloze"], settings=settings, seed=seed, limit=most)
    return [item for items in made.items.values() for item in items]


def titles_of(items: Sequence[ClozeItem]) -> list[str]:
    return [str(title) for item in items for title in (*item.question, *item.choice_list)]


class Cell:
    """What the builds' readers of one cell get right, question by question."""

    def __init__(self, lines: Sequence[Line], tested: str) -> None:
        self.right = {
            (line["seed"], id): one for line in lines for id, one in line["right"][tested].items()
        }

    def shown(self) -> str:
        if not self.right:
            return "–"
        found = estimate(list(self.right.values()), groups(list(self.right)))
        return percents(found.value, found.low, found.high)

    def drop(self, after: "Cell") -> str:
        shared = [key for key in self.right if key in after.right]
        if not shared:
            return "–"
        found = paired_difference(
            [self.right[key] for key in shared],
            [after.right[key] for key in shared],
            groups(shared),
        )
        return percents(-found.difference, -found.high, -found.low)


def groups(keys: Sequence[tuple[int, str]]) -> list[str]:
    """A question's procedure, by its id, whatever the build."""
    return [id.partition("-textual_cloze-")[0] for _, id in keys]


def percents(value: float, low: float, high: float) -> str:
    return f"{100 * value:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def cell(lines: Sequence[Line], tested: str, **wanted: str) -> Cell:
    chosen = [one for one in lines if all(one[name] == value for name, value in wanted.items())]
    return Cell(chosen, tested)


def table(lines: Sequence[Line], trained: str, tested: str, dropout: str = "kept") -> None:
    print(f"### Trained on {trained}, tested on {tested}{_dropped(dropout)}\n")
    heads = [f"{name}, {embedding}" for embedding in EMBEDDINGS for name in DOMAINS.values()]
    print(f"| reader | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    print(f"| Chance |{' 25.0 |' * len(heads)}")
    for reader in READERS:
        cells = [
            cell(
                lines,
                tested,
                version=trained,
                dropout=dropout,
                domain=domain,
                embedding=embedding,
                reader=reader,
            ).shown()
            for embedding in EMBEDDINGS
            for domain in DOMAINS
        ]
        print(f"| {NAMES[reader]} | {' | '.join(cells)} |")
    print()


def drops(lines: Sequence[Line], after: str) -> None:
    """Points lost on the questions that both versions have."""
    print(f"### Points lost from biased to {after}, same questions\n")
    heads = [f"{name}, {embedding}" for embedding in EMBEDDINGS for name in DOMAINS.values()]
    print(f"| reader | {' | '.join(heads)} |\n|---|{'---|' * len(heads)}")
    for reader in READERS:
        cells = []
        for embedding in EMBEDDINGS:
            for domain in DOMAINS:
                same = {
                    "dropout": "kept",
                    "domain": domain,
                    "embedding": embedding,
                    "reader": reader,
                }
                before = cell(lines, "biased", version="biased", **same)
                cells.append(before.drop(cell(lines, after, version=after, **same)))
        print(f"| {NAMES[reader]} | {' | '.join(cells)} |")
    print()


def _dropped(dropout: str) -> str:
    return "" if dropout == "kept" else ", dropout 0.9 as printed"


def tables(lines: Sequence[Line]) -> None:
    for version in VERSIONS:
        table(lines, version, version)
    for after in VERSIONS[1:]:
        drops(lines, after)
        table(lines, "biased", after)
        table(lines, after, "biased")
    for version in ("biased", "algorithm-1"):
        table(lines, version, version, "as-printed")


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
        results = work / "results.jsonl"
        train_all(work, results, settings_for(args.size), args.workers, 1e9)
        tables(lines_of(results))


if __name__ == "__main__":
    main()
