"""Set how the row reader's scores become choices and chances, and write that into its file.

    PYTHONPATH=src:. python -m training.table_chances FOLDER

FOLDER holds table_reader.onnx. Half of WikiTableQuestions' dev tables (by a hash of their names)
are for choosing, the other half for measuring what was chosen.
"""

import argparse
import itertools
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx

from manyhop.models.embedded._row_reader import FILE, Habits, RowReader, RowScores, decide
from training.learning import interval
from training.table_answers import denotes, values
from training.table_lessons import Lesson, wikitq

SEVERAL = (-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 6.0)
SHARE = (0.0, 0.01, 0.03, 0.1, 0.3)
COUNTED = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5)


class Judged(NamedTuple):
    """A question and what the network says of it."""

    lesson: Lesson
    scores: RowScores


def right(judged: Sequence[Judged], habits: Habits) -> tuple[list[float], list[float]]:
    """For each question whether its answer is right, and the chance that was given for that."""
    truths, chances = [], []
    for lesson, scores in judged:
        reading = decide(lesson.question, lesson.table, scores, habits)
        truths.append(denotes(values(reading, lesson.table), lesson))
        chances.append(reading.chance)
    return truths, chances


def choose(judged: Sequence[Judged]) -> Habits:
    """The habits that give the most right answers, and honest chances for them."""

    def best(tried: Sequence[Habits]) -> Habits:
        return max(tried, key=lambda habits: sum(right(judged, habits)[0]))

    pairs = itertools.product(SEVERAL, SHARE)
    chosen = best([Habits(several=several, share=share) for several, share in pairs])
    chosen = best([chosen._replace(counted=counted) for counted in COUNTED])
    chosen = best([chosen._replace(added=added) for added in COUNTED])
    slope, offset = logistic(*right(judged, chosen))
    return chosen._replace(slope=slope, offset=offset)


def logistic(truths: Sequence[float], chances: Sequence[float]) -> tuple[float, float]:
    """Slope and offset on the log odds of the chances that make the truths likeliest."""
    truth, odds = np.array(truths), np.clip(chances, 1e-6, 1 - 1e-6)
    given = np.stack([np.log(odds / (1 - odds)), np.ones(len(truth))], 1)
    weights = np.array([1.0, 0.0])
    for _ in range(30):
        found = 1 / (1 + np.exp(-given @ weights))
        curve = (given * (found * (1 - found))[:, None]).T @ given + 1e-6 * np.eye(2)
        weights = weights + np.linalg.solve(curve, given.T @ (truth - found))
    return float(weights[0]), float(weights[1])


def calibration_error(truths: Sequence[float], chances: Sequence[float], bins: int = 10) -> float:
    """How far chances are from truths on average, over bins of equally many questions."""
    order = np.array_split(np.argsort(chances), bins)
    truth, chance = np.array(truths), np.array(chances)
    gaps = [abs(truth[part].mean() - chance[part].mean()) * len(part) for part in order]
    return float(sum(gaps) / len(truth))


def write(path: Path, habits: Habits) -> None:
    """Store the habits in the network's file."""
    network = onnx.load(str(path))
    onnx.helper.set_model_props(network, {k: f"{v:.5g}" for k, v in habits._asdict().items()})
    onnx.save(network, str(path))


def main() -> None:
    """Choose, measure and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--limit", type=int, help="so many, drawn at random, instead of all")
    given = parser.parse_args()
    reader = RowReader.load(given.folder)
    halves: tuple[list[Judged], list[Judged]] = ([], [])
    lessons = list(wikitq(given.data, "dev"))
    for number in np.random.default_rng(0).permutation(len(lessons))[: given.limit]:
        lesson = lessons[number]
        half = halves[zlib.crc32(lesson.table.id.encode()) % 2]
        half.append(Judged(lesson, reader.scores(lesson.question, lesson.table)))
    chosen = choose(halves[0])
    print(chosen)
    for name, habits in (("before", Habits()), ("chosen", chosen)):
        truths, chances = right(halves[1], habits)
        error = 100 * calibration_error(truths, chances)
        print(f"RESULT tables {name} | other half: {interval(truths)}, calibration {error:.1f}")
    write(given.folder / FILE, chosen)


if __name__ == "__main__":
    main()
