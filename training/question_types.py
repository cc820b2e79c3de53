"""Trains the classifier of MultiModalQA's sixteen question types.

    PYTHONPATH=src python -m training.question_types gather carry/types
    python -m training.question_types train carry/types --start carry/minilm --out carry/out

Five folds grouped by table. Inside each fold: a few MiniLMs and a bag of words are the teachers,
with ``--language`` SmolLM2 too; one student learns the labels and what the teachers together think,
also of questions without labels. With ``--students 3`` three such students teach the last one. The
shipped student saw every question but the slice's, and a temperature from the predictions out of
fold makes its chances honest.
"""

import argparse
import json
import lzma
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from training.learning import DEVICE
from training.minilm import tokenizer
from training.type_networks import Typer
from training.type_questions import FILE, FOLDS, Questions, gather
from training.type_shipping import calibrated, report, rounded_chances, write
from training.type_teaching import Recipe, teach

WORKERS = 3  # folds at a time: one alone leaves a GPU waiting


class Done(NamedTuple):
    """All questions' scores by every network, the student's weights, and its own int8 chances."""

    told: dict[str, np.ndarray]
    weights: dict[str, np.ndarray]
    rounded: np.ndarray


def read(recipe: Recipe) -> Questions:
    with lzma.open(recipe.folder / FILE, "rt") as file:
        found = json.load(file)
    if recipe.small:
        found = {"labelled": found["labelled"][::32], "others": found["others"][:4]}
    keep = recipe.keep if recipe.languages else None
    return Questions(found["labelled"], found["others"], tokenizer(recipe.start), keep)


def work(recipe: Recipe, fold: int) -> Done:
    """One fold, or the shipped network (-1)."""
    if recipe.small:
        torch.set_num_threads(1)
    questions = read(recipe)
    mine = questions.slice if fold < 0 else questions.folds == fold
    name = f"fold {fold}" if fold >= 0 else "shipped"
    student, told = teach(recipe, questions, np.flatnonzero(~mine), name)
    count = len(questions.labels)
    weights = {name: each.cpu().numpy() for name, each in student.state_dict().items()}
    found = {name: each[:count].cpu().numpy() for name, each in told.items()}
    return Done(found, weights, rounded_chances(student, questions, np.flatnonzero(mine)))


def learn(recipe: Recipe, out: Path) -> None:
    """Folds side by side, their figures, and the shipped network."""
    began = time.time()
    folds = [-1, 0] if recipe.small else [-1, *range(FOLDS)]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1 if recipe.small else WORKERS, mp_context=context) as pool:
        done = dict(zip(folds, pool.map(partial(work, recipe), folds), strict=True))
    questions, shipped = read(recipe), done.pop(-1)
    kept: dict[str, np.ndarray] = {}
    for fold, each in done.items():
        mine = questions.folds == fold
        for name, logits in (each.told | {"student, int8": shipped.told["student"] * 0}).items():
            kept.setdefault(name, np.zeros_like(logits))[mine] = logits[mine]
        kept["student, int8"][mine] = np.log(each.rounded + 1e-9)
    for name, logits in kept.items():
        report(name, (logits.argmax(1) == questions.labels).astype(float))
    temperature, figures = calibrated(kept["student, int8"], questions)
    model = Typer(recipe.start, len(questions.types)).to(DEVICE)
    model.load_state_dict({name: torch.from_numpy(each) for name, each in shipped.weights.items()})
    for name, key in (("bag of words", "bag_of_words"), ("student", "float")):
        figures[key] = 100 * float((kept[name].argmax(1) == questions.labels).mean())
    write(model, temperature, questions, figures, shipped.rounded, out)
    arrays = {name.replace(" ", "_"): each.astype(np.float16) for name, each in kept.items()}
    arrays["labels"] = questions.labels
    np.savez_compressed(out / "types_out_of_fold.npz", **arrays)  # type: ignore[arg-type]
    print(f"all in {time.time() - began:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("gather", "train"))
    parser.add_argument("folder", type=Path, nargs="?", default=Path("carry/types"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--out", type=Path, default=Path("carry/out"))
    parser.add_argument("--seeds", type=int, default=3, help="MiniLMs among the teachers")
    parser.add_argument("--students", type=int, default=1, help="more than one teach the last")
    parser.add_argument("--language", type=int, default=0, help="SmolLM2s among the teachers")
    parser.add_argument("--keep", type=Path, default=Path("carry"), help="where SmolLM2 lies")
    parser.add_argument("--small", action="store_true", help="a few steps, to try the script")
    given = parser.parse_args()
    if given.task == "gather":
        gather(given.data, given.folder)
        return
    pace = 0.001 if given.small else 1.0
    given.out.mkdir(parents=True, exist_ok=True)
    recipe = Recipe(
        given.folder, given.start, given.keep, given.seeds, given.language, given.students, pace
    )
    learn(recipe, given.out)


if __name__ == "__main__":
    main()
