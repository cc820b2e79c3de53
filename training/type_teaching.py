"""Teachers of question types, each learning from labels, and students that learn from them all."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.learning import DEVICE, ordered_batches, train
from training.type_losses import bag_chances, label_loss, taught_loss
from training.type_networks import LanguageTyper, Typer
from training.type_questions import Questions

Model = TypeVar("Model", Typer, LanguageTyper)


class Recipe(NamedTuple):
    """What is read, and how many networks teach."""

    folder: Path
    start: Path
    keep: Path
    seeds: int
    languages: int
    students: int
    pace: float  # of the epochs; less than 1 to try the script

    @property
    def small(self) -> bool:
        return self.pace < 1


class Plan(NamedTuple):
    """How a network is trained."""

    epochs: float
    size: int
    rate: float
    seed: int
    name: str


def fitted(
    model: Model,
    questions: Questions,
    rows: np.ndarray,
    loss: Callable[[nn.Module, np.ndarray], Tensor],
    plan: Plan,
) -> Model:
    """The network, trained on the rows."""
    lengths = questions.packed_for(model).lengths[rows]
    train(
        model,
        lengths,
        lambda batch: loss(model, rows[batch]),
        epochs=plan.epochs,
        rate=plan.rate,
        size=plan.size,
        seed=plan.seed,
        name=plan.name,
    )
    return model


@torch.no_grad()  # type: ignore[untyped-decorator]
def scores(model: nn.Module, questions: Questions, most: int | None = None) -> Tensor:
    """Every question's scores of the types, before they are chances."""
    packed = questions.packed_for(model)
    found = torch.zeros(len(packed), len(questions.types), device=DEVICE)
    model.eval()
    for rows in ordered_batches(packed.lengths[:most], 512):
        with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda"):
            found[torch.from_numpy(rows).to(DEVICE)] = model(*packed.batch(rows))[0]
    return found


def teach(
    recipe: Recipe, questions: Questions, rows: np.ndarray, name: str
) -> tuple[Typer, dict[str, Tensor]]:
    """Teachers on the rows' labels, then students; scores of every question by each."""
    told = {"bag of words": bag_chances(questions, rows).clamp_min(1e-9).log()}
    together = 0.5 * told["bag of words"].exp()
    teachers = [(f"teacher {n}", 0) for n in range(recipe.seeds)]
    teachers += [(f"language {n}", n + 1) for n in range(recipe.languages)]
    for number, (called, language) in enumerate(teachers):
        torch.manual_seed(number)
        plan = Plan(10 * recipe.pace, 32, 2e-4, number, f"{name} {called}")
        model: Typer | LanguageTyper = Typer(recipe.start, len(questions.types))
        if language:
            model = LanguageTyper(recipe.keep, len(questions.types))
            plan = plan._replace(epochs=6 * recipe.pace, rate=6e-4)
        twice = 0.0 if language else 1.0
        loss = partial(label_loss, questions, twice=twice)
        model = fitted(model.to(DEVICE), questions, rows, loss, plan)
        told[called] = scores(model, questions)
        together = together + torch.softmax(told[called], -1)
        del model
    together = together / together.sum(-1, keepdim=True)
    told["teachers"] = together.clamp_min(1e-9).log()
    if recipe.students > 1:
        for number in range(recipe.students):
            student = taught_student(recipe, questions, rows, together, number, name)
            told[f"student {number}"] = scores(student, questions)
        chances = [torch.softmax(told[f"student {n}"], -1) for n in range(recipe.students)]
        together = (together + torch.stack(chances).sum(0)) / (1 + recipe.students)
        told["students"] = together.clamp_min(1e-9).log()
    student = taught_student(recipe, questions, rows, together, recipe.students, name)
    told["student"] = scores(student, questions)
    return student, told


def taught_student(
    recipe: Recipe,
    questions: Questions,
    rows: np.ndarray,
    together: Tensor,
    seed: int,
    name: str,
) -> Typer:
    """A network that learns labels and what others together think, also where no label is."""
    taught = together.clone()
    labels = torch.from_numpy(questions.labels[rows]).to(DEVICE)
    own = torch.from_numpy(rows).to(DEVICE)
    known = functional.one_hot(labels, len(questions.types)).float()
    taught[own] = 0.5 * known + 0.5 * taught[own]
    both = np.concatenate([np.repeat(rows, 2), questions.unlabelled])
    plan = Plan(6 * recipe.pace, 64, 2e-4, 100 + seed, f"{name} student {seed}")
    torch.manual_seed(plan.seed)
    student: Typer = Typer(recipe.start, len(questions.types)).to(DEVICE)
    return fitted(student, questions, both, partial(taught_loss, questions, taught=taught), plan)
