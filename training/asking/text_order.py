"""Fit the order of texts and of their sentences: where does the evidence of our questions stand?

    python -m training.asking.text_order STORE --set QUESTIONS.jsonl FOLDER --set … [--check …]

Each set is measured with weights fitted on the others, beside the shipped ones; then weights that
were fitted on all are printed, for ``LIKED`` (`asking/_gathered.py`) and ``SAID``
(`asking/_passages.py`). What was gathered is kept in STORE by the name of the folder, so a second
run asks no network; delete it (``*.order.json``) where a sign was added.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.proposals import chosen, evidence_of, plain
from manyhop.answering import InCollection, asked
from manyhop.asking import (
    LIKED,
    SAID,
    Look,
    candidates,
    features,
    gather_texts,
    judge_units,
    pick_snippets,
    unit_features,
)
from manyhop.models import Models
from training.asking.gathering import fast_models, opened, question_of

FIRST = (1, 2, 3, 4, 5, 8)
CONSIDERED, PICKED = 40, 16  # snippets that are looked for, and judged
TEXTS = 5  # whose sentences are judged
STRENGTH = 0.5  # of the ridge

Lesson = dict[str, Any]  # "signs": one dict for each that is ordered, "right": one flag for each


def lessons(
    questions: Path, folder: Path, store: Path, most: int, models: Models
) -> Iterator[dict[str, Lesson]]:
    """For each question with evidence: the signs of texts and sentences, and which hold it."""
    with opened(folder, store) as collection:
        finder = InCollection(collection, models)
        for row in chosen(questions, most):
            parts = evidence_of(row)
            text = asked(row["question"])
            if not parts or "snippet" not in finder.kinds:
                continue
            many = finder.find(text, "snippet", CONSIDERED, quick=True)
            hits: dict[Any, Any] = {"snippet": pick_snippets(text, many)[:PICKED]}
            if "procedure" in finder.kinds:
                hits["procedure"] = finder.find(text, "procedure", 4)
            question = question_of(row, folder)
            seen = Look(question=question, text=text, finder=finder, models=models, hits=hits)
            found = candidates(seen)
            said = [plain(f"{each.context} {each.text}") for each in found]
            units = judge_units(seen, gather_texts(seen)[:TEXTS])
            words = [plain(unit.words) for unit in units]
            yield {
                "texts": {
                    "signs": features(seen, found),
                    "right": [any(part in each for part in parts) for each in said],
                },
                "units": {
                    "signs": unit_features(seen, units),
                    "right": [
                        any(
                            part in each or (len(each.split()) > 3 and each in part)
                            for part in parts
                        )
                        for each in words
                    ],
                },
            }


def kept(
    questions: Path, folder: Path, store: Path, most: int, models: Models
) -> list[dict[str, Lesson]]:
    """The lessons of a set, gathered once."""
    name = "-".join(folder.resolve().parts[-2:])
    path = store / f"{name}-{most}.order.json"
    if not path.exists():
        found = list(lessons(questions, folder, store / f"{name}.collection", most, models))
        path.write_bytes(msgspec.json.encode(found))
    held: list[dict[str, Lesson]] = msgspec.json.decode(path.read_bytes())
    return held


def matrix(lesson: Lesson, names: Sequence[str]) -> NDArray[np.float64]:
    return np.array([[signs[name] for name in names] for signs in lesson["signs"]], np.float64)


def fit(rows: Sequence[Lesson], names: Sequence[str]) -> dict[str, float]:
    """Weights under which a softmax over a question's texts falls on those with the evidence."""
    held = [
        (matrix(row, names), np.array(row["right"], bool))
        for row in rows
        if any(row["right"]) and not all(row["right"])
    ]
    spread = np.concatenate([x for x, _ in held]).std(0) + 1e-9

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        total, slope = STRENGTH * float(weights @ weights), 2 * STRENGTH * weights
        for x, right in held:
            drive = (x / spread) @ weights
            odds = np.exp(drive - drive.max())
            whole, mine = odds / odds.sum(), np.where(right, odds, 0) / odds[right].sum()
            total -= float(np.log(odds[right].sum() / odds.sum()))
            slope = slope + (whole - mine) @ (x / spread)
        return total, slope

    found = minimize(loss, np.zeros(len(names)), jac=True, method="L-BFGS-B").x / spread
    return dict(zip(names, found.tolist(), strict=True))


def first(rows: Sequence[Lesson], weights: dict[str, float]) -> list[int]:
    """In how many questions the evidence is among the first ones."""
    places = []
    for row in rows:
        drive = matrix(row, list(weights)) @ np.array(list(weights.values()))
        order = np.argsort(-drive, kind="stable").tolist()
        places.append(next((n for n, p in enumerate(order) if row["right"][p]), 99))
    return [sum(place < most for place in places) for most in FIRST]


def main() -> None:
    """Gather, fit across, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("store", type=Path)
    parser.add_argument("--set", nargs=2, action="append", required=True, type=Path)
    parser.add_argument("--check", nargs=2, action="append", default=[], type=Path)
    parser.add_argument("--most", type=int, default=10_000, help="questions of each set")
    parser.add_argument("--without", nargs="*", default=(), help="signs to leave out")
    options = parser.parse_args()
    models = fast_models()
    sets = {f.name: kept(q, f, options.store, options.most, models) for q, f in options.set}
    checks = {
        f"check {f.name}": kept(q, f, options.store, options.most, models) for q, f in options.check
    }
    for what, shipped in (("texts", LIKED), ("units", SAID)):
        names = [
            n for n in next(iter(sets.values()))[0][what]["signs"][0] if n not in options.without
        ]
        every = [row[what] for rows in sets.values() for row in rows]
        print(f"\n{what:20}{'n':>5}{'held':>6}   evidence among the first {FIRST}")
        for name, rows in {**sets, **checks}.items():
            mine = [row[what] for row in rows if row[what]["signs"]]
            others = [row[what] for other, them in sets.items() if other != name for row in them]
            weights = fit([row for row in others if row["signs"]], names)
            held = sum(any(row["right"]) for row in mine)
            print(f"{name:20}{len(mine):5}{held:6}   fitted on others {first(mine, weights)}")
            print(f"{'':34}shipped          {first(mine, dict(shipped))}")
        told = fit([row for row in every if row["signs"]], names)
        print({name: round(weight, 2) for name, weight in told.items()})


if __name__ == "__main__":
    main()
