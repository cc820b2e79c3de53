"""What the choices alone give away, before and after: python -m bench.cloze ../shared/data

Questions of RecipeQA's recipes and of MyFixit's manuals are built with each remedy and without.
A cheater that sees only the choices learns from each version's training split and answers its test
split; drops are paired by question. Prints the tables of docs/building.md.
"""

import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from manyhop.audit import (
    FAMILIES,
    ChoiceOnlyResult,
    ChoiceQuestion,
    Family,
    choice_only,
    choice_questions,
    cross_validated,
)
from manyhop.benchmarks import open_benchmark
from manyhop.evaluation import Estimate, paired_difference
from manyhop.generation.procedures import (
    ClozeItem,
    ClozeSettings,
    build_cloze,
    gather_procedures,
)
from manyhop.models import StaticEncoder
from manyhop.sources import Procedure

BASE = ClozeSettings(questions_per_procedure=4, train_share=0.6, val_share=0.0)
_SIX = "least_steps=6"  # which the remedies keep to, so that versions differ in nothing else
VERSIONS = {
    "neighbourhood (biased), all procedures": [],
    "neighbourhood (biased)": [_SIX],
    "Algorithm 1": [_SIX, "remedy=budget"],
    "Algorithm 1, budget by answers": [_SIX, "remedy=budget", "budget_by=answers"],
    "Algorithm 1, the same, k = 1,000, 200 clusters": [
        _SIX,
        "remedy=budget",
        "budget_by=answers",
        "cluster_neighbours=1000",
        "clusters=200",
    ],
    "exchange": [_SIX, "remedy=exchange"],
}
REFERENCE = "neighbourhood (biased)"
ALONE: tuple[Family, ...] = ("meaning", "form", "habit", "position")
SIGHTS: dict[str, Sequence[Family]] = {"each choice alone": ALONE, "all four": FAMILIES}


class Version(NamedTuple):
    """The questions of one version by split."""

    train: list[ChoiceQuestion]
    test: list[ChoiceQuestion]


def questions(items: Sequence[ClozeItem]) -> list[ChoiceQuestion]:
    return [
        ChoiceQuestion(one.qid, tuple(map(str, one.choice_list)), one.answer, one.recipe_id)
        for one in items
    ]


def built(procedures: Sequence[Procedure], changes: list[str]) -> Version:
    settings = BASE.changed(changes)
    made = build_cloze(procedures, tasks=["textual_cloze"], settings=settings)
    return Version(questions(made.items["train"]), questions(made.items["test"]))


def percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def drop(before: ChoiceOnlyResult, after: ChoiceOnlyResult, test: list[ChoiceQuestion]) -> str:
    """How many points fewer are right after, on the questions that both versions have."""
    shared = [one for one in test if one.id in before.right]
    difference = paired_difference(
        [before.right[one.id] for one in shared],
        [after.right[one.id] for one in shared],
        [one.group for one in shared],
    )
    low, high = -100 * difference.high, -100 * difference.low
    return f"{-100 * difference.difference:.1f} ({low:.1f}–{high:.1f}), n = {difference.n:,}"


def table(title: str, procedures: Sequence[Procedure]) -> None:
    print(f"### {title}\n", flush=True)
    print("| choices | questions, train / test | cheater sees | right, % | drop, points |")
    print("|---|---|---|---|---|", flush=True)
    encoder = StaticEncoder.load()
    before: dict[str, ChoiceOnlyResult] = {}
    for name, changes in VERSIONS.items():
        version = built(procedures, changes)
        counts = f"{len(version.train):,} / {len(version.test):,}"
        for sight, families in SIGHTS.items():
            found = choice_only(version.train, version.test, encoder=encoder, families=families)
            fell = drop(before[sight], found, version.test) if sight in before else "–"
            if name == REFERENCE:
                before[sight] = found
            print(
                f"| {name} | {counts} | {sight} | {percent(found.accuracy)} | {fell} |", flush=True
            )
    print()


def official(path: Path) -> None:
    """RecipeQA's own textual cloze, each fifth answered by what was learnt from the rest."""
    examples = open_benchmark("recipeqa", path).examples()
    asked = choice_questions(one for one in examples if one.category == "textual_cloze")
    print(f"### RecipeQA's own val questions, textual cloze, n = {len(asked):,}\n")
    for sight, families in SIGHTS.items():
        found = cross_validated(asked, families=families)
        clues = ", ".join(f"{name} {100 * fall:+.1f}" for name, fall in found.clues.items())
        print(f"{sight}: {percent(found.accuracy)}; blinded to each: {clues}", flush=True)
    print()


def main() -> None:
    data = Path(sys.argv[1])
    official(data / "recipeqa/val.json.gz")
    recipes = gather_procedures([data / "recipeqa/recipes.jsonl.gz"]).procedures
    table("RecipeQA's recipes", recipes)
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data / "procedural/myfixit.tar.gz") as archive:
            archive.extractall(folder, filter="data")
        manuals = gather_procedures([Path(folder)]).procedures
    table("MyFixit's manuals", manuals)


if __name__ == "__main__":
    main()
