"""Question types: the figure of the training's folds, and the shipped network on unseen ones."""

import json
from collections.abc import Iterator
from pathlib import Path

from bench.model_rows import Row, scored_row
from manyhop.models.embedded._question_types import QuestionTypes
from training.static_texts import read_lines

FOLDS = Path("training/question_types_folds.json")  # written by the training run


def rows(data: Path, limit: int | None) -> Iterator[Row]:
    """Sixteen-way accuracy, and the modalities that the types stand for."""
    stored = json.loads(FOLDS.read_text())
    yield scored_row(
        "questions",
        "question type, five folds by table",
        stored["right"],
        baseline=stored["bag_of_words"],
        trial=82.3,
        aim=85,
        note="as stored by the training run; baseline bag of words",
    )
    typer = QuestionTypes.load()
    asked = read_lines(data / "mmqa/slice/MMQA_dev.jsonl.gz")[:limit]
    types, modalities = [], []
    for each in asked:
        chances = typer.chances(each["question"])
        types.append(float(max(chances, key=chances.__getitem__) == each["metadata"]["type"]))
        parts = typer.modalities(each["question"])
        guessed = {name for name, chance in parts.items() if chance > 0.5}
        modalities.append(float(guessed == set(each["metadata"]["modalities"])))
    note = "the shipped network on the slice, which it never saw"
    yield scored_row("questions", "question type, slice", types, note=note)
    yield scored_row("questions", "set of modalities, slice", modalities, note=note)
