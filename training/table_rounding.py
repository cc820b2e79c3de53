"""What rounding the row reader's weights to a byte costs.

    PYTHONPATH=src:. python -m training.table_rounding FOLDER --shipped WEIGHTS --questions 600

FOLDER holds the weights in half precision; carry/float/table_reader.onnx is written from them.
"""

import argparse
from pathlib import Path

import numpy as np

from manyhop.models.embedded._row_reader import FILE, RowReader
from manyhop.models.embedded._weights import FOLDER, manifest
from training.learning import interval
from training.table_answers import denotes, values
from training.table_chances import write
from training.table_export import NAME, export_float, load
from training.table_lessons import Lesson, normal, wikitq


def judged(reader: RowReader, lessons: list[Lesson]) -> dict[str, list[float]]:
    """For each question whether the best cell and the whole answer are right."""
    found: dict[str, list[float]] = {"top-1 cell": [], "whole answer": []}
    for lesson in lessons:
        best = reader.rank(lesson.question, lesson.table, most=1)[0]
        text = lesson.table.rows[best.row][best.column].text
        answers = {normal(answer) for answer in lesson.answers}
        if lesson.groups and lesson.operation == 0:
            found["top-1 cell"].append(float(normal(text) in answers))
        reading = reader.read(lesson.question, lesson.table)
        found["whole answer"].append(denotes(values(reading, lesson.table), lesson))
    return found


def main() -> None:
    """Write the float file and compare."""
    manifest().clear()  # other files than shipped, on purpose
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--shipped", type=Path, default=FOLDER)
    parser.add_argument("--floats", type=Path, default=Path("carry/float"))
    parser.add_argument("--questions", type=int, default=600)
    given = parser.parse_args()
    lessons = list(wikitq(given.data, "dev"))
    chosen = np.random.default_rng(0).permutation(len(lessons))[: given.questions]
    lessons = [lessons[number] for number in chosen]
    shipped = RowReader.load(given.shipped)
    export_float(load(given.folder, given.start), given.floats / f"{NAME}.onnx")
    write(given.floats / FILE, shipped.habits)
    ours, exact = judged(shipped, lessons), judged(RowReader.load(given.floats), lessons)
    for name in ours:
        lost = np.array(exact[name]) - np.array(ours[name])
        print(
            f"RESULT tables {name} | float32 {interval(exact[name])}, int8 {interval(ours[name])}"
        )
        print(f"RESULT tables {name} | lost to int8 {interval(lost.tolist())}", flush=True)


if __name__ == "__main__":
    main()
