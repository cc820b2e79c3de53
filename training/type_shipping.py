"""The int8 network of question types, and how honest its chances are."""

import copy
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.exporting import TEXTS, export, quantise, save_halves, text_inputs
from training.learning import interval
from training.type_networks import Shipped, Typer
from training.type_questions import FOLDS, Questions
from training.type_teaching import scores


def write(
    model: Typer,
    temperature: float,
    questions: Questions,
    figures: dict[str, Any],
    rounded: np.ndarray,
    out: Path,
) -> None:
    """The int8 network, its types and figures, and what it says of the slice."""
    out.mkdir(parents=True, exist_ok=True)
    logits = scores(model, questions, len(questions.labels)).cpu().numpy()
    labels = questions.labels[questions.slice]
    told = logits[: len(questions.labels)][questions.slice]
    for name, guess in (("slice_float", told), ("slice", rounded)):
        right = (guess.argmax(1) == labels).astype(float)
        report(f"the shipped network on the slice ({name})", right)
        figures[name] = float(right.mean())
    save_halves(model, out, "question_types")
    target = write_int8(model, temperature, out)
    (out / "question_types.json").write_text(json.dumps(figures))
    print(f"{target}: {target.stat().st_size / 1e6:.1f} MB", flush=True)


def write_int8(model: Typer, temperature: float, out: Path) -> Path:
    """The network as it ships."""
    full, target = out / "full_types.onnx", out / "question_types.onnx"
    shipped = Shipped(copy.deepcopy(model), temperature)
    dynamic = {"words": TEXTS, "kinds": TEXTS, "mask": TEXTS, "chances": {0: "texts"}}
    export(shipped, text_inputs(), ["chances"], full, dynamic)
    quantise(full, target)
    full.unlink()
    return target


def rounded_chances(model: Typer, questions: Questions, rows: np.ndarray) -> np.ndarray:
    """What the network says of these questions when it is rounded to int8, as it will ship."""
    import onnxruntime

    with tempfile.TemporaryDirectory() as folder:
        path = write_int8(model, 1.0, Path(folder))
        session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    table, found = model.body.words.cpu(), []
    for row in rows.tolist():
        ids, kinds, mask = (each.cpu() for each in questions.packed.batch([row]))
        there = int(mask.sum())
        inputs = {"words": table[ids], "kinds": kinds, "mask": mask}
        given = {name: each[:, :there].numpy() for name, each in inputs.items()}
        found.append(session.run(None, given)[0][0])
    return np.array(found)


def report(name: str, right: np.ndarray) -> None:
    print(
        f"RESULT question type, five folds by table, {name}: {interval(right.tolist())}", flush=True
    )


def calibrated(logits: np.ndarray, questions: Questions) -> tuple[float, dict[str, Any]]:
    """The temperature, itself judged in folds, and the figures that go beside the weights."""
    scored, labels = torch.from_numpy(logits).float(), torch.from_numpy(questions.labels)
    chances = np.zeros_like(logits)
    for fold in range(FOLDS):
        mine = questions.folds == fold
        temperature = temperature_of(scored[~mine], labels[~mine])
        chances[mine] = torch.softmax(scored[mine] / temperature, -1).numpy()
    before = calibration_error(torch.softmax(scored, -1).numpy(), questions.labels)
    after = calibration_error(chances, questions.labels)
    temperature = temperature_of(scored, labels)
    print(
        f"RESULT calibration error {before:.3f}, with temperature {after:.3f}; {temperature=:.2f}"
    )
    right = logits.argmax(1) == questions.labels
    return temperature, {
        "types": questions.types,
        "temperature": temperature,
        "calibration_error": [before, after],
        "right": [int(each) for each in right],
    }


def temperature_of(logits: Tensor, labels: Tensor) -> float:
    """What the scores are divided by for the labels to be likeliest."""
    tried = np.geomspace(0.3, 4, 120)
    return float(min(tried, key=lambda t: float(functional.cross_entropy(logits / t, labels))))


def calibration_error(chances: np.ndarray, labels: np.ndarray) -> float:
    """How far the highest chance is from the share that is right, over ten bins."""
    sure, hit = chances.max(1), chances.argmax(1) == labels
    bins = np.minimum((sure * 10).astype(int), 9)
    return float(
        sum(
            abs(sure[bins == each].mean() - hit[bins == each].mean()) * (bins == each).mean()
            for each in np.unique(bins)
        )
    )
