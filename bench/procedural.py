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

from bench.procedural_tables import DOMAINS, print_tables
from bench.procedural_training import VERSIONS, train_all
from manyhop.generation.procedures import (
    ClozeItem,
    ClozeSettings,
    build_cloze,
    gather_procedures,
)
from manyhop.learning.procedures import (
    TextNumbers,
    question_arrays,
    save,
    sentence_arrays,
    word2vec_arrays,
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
