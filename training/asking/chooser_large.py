"""Fit the chooser for the large reader: what it proposes, and what it thinks of the others.

    python -m training.asking.gathering OUT --large --resume --most 40 --set QUESTIONS FOLDER …
    python -m training.asking.chooser_large OUT… --fast G/*.judged.jsonl [--out src/manyhop/asking]

Stands on ``chooser.json``, which learnt from many more questions than a large reader can be asked:
each way's drive is kept as one figure, and one regression weighs it, the large reader's opinion and
the signs of its own proposals. Its weights are held to those in ``BEFORE``, which were set by hand,
the more so the fewer the lessons. ``--fast`` names the fast chooser's lessons, so that each
question's drives come from a chooser and a judge that did not learn from it. Prints what is right,
wrong and refused, each set of folders with the others as lessons.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from manyhop.asking import (
    WRITTEN,
    Chooser,
    Knowledge,
    Weights,
    all_signs,
    question_forms,
    shipped_knowledge,
)
from manyhop.models import SentenceEncoder
from training.asking.chooser import (
    Row,
    calibrate,
    choose,
    fit,
    know_kinds,
    read,
    report,
    set_of,
)

BEFORE: dict[str, dict[str, float]] = {
    "": {"drive": 1.0, "reader agrees": 0.5, "reader likes": 0.5, "reader asked": 0.0},
    "reader": {"bias": -0.4, "sure": 0.5, "support": 2.0, "named": 0.3, "number": 0.2},
    "reader list": {"bias": -0.8, "sure": 0.5, "support": 2.0, "kept": 1.0, "named": 0.3},
    "reader polar": {"bias": -0.2, "sure": 0.5, "support": 0.5, "named": 0.3},
    "written query": {"bias": -0.8, "sure": 0.8, "retried": -0.7, "zero": -0.7, "texts": -0.5},
}
"""Weights before any lesson: of every way's drive and the reader's opinion, and of its own ways."""
SHARED = {
    "reader agrees": 0.5,
    "reader likes": 0.3,
    "judge": 0.3,
    "same elsewhere": 0.6,
    "fits": 0.5,
}  # of its own ways, likewise
MIDDLE = {"support": 0.8, "kept": 1.0, "fits": 0.7, "sure": -0.3}  # what a sign is counted from
HOLD = 4.0  # how strongly the weights are held to those
FEW = 60  # questions below which the calibration of chances is kept as it was

Names = list[tuple[str, str]]


def names() -> Names:
    """Every weight that is fitted, by way (or "" for those of others) and sign."""
    found = [("", sign) for sign in BEFORE[""]]
    for way in sorted(WRITTEN):
        found += [(way, sign) for sign in {**BEFORE[way], **SHARED}]
    return found


def before() -> NDArray[np.float64]:
    """Their values without a lesson."""
    return np.array([{**SHARED, **BEFORE[way]}[sign] if way else BEFORE[""][sign]
                     for way, sign in names()])  # fmt: skip


def features(row: Row, fast: Chooser, encoder: SentenceEncoder) -> NDArray[np.float64]:
    """A line for each proposal of a question."""
    *drives, none = fast.drives(row["question"], row["found"], encoder)
    lines = []
    for proposal, signs, drive in zip(row["found"], row["signs"], drives, strict=True):
        own = proposal.way if proposal.way in WRITTEN else ""
        given = {"bias": 1.0, "drive": drive} | {
            sign: value - MIDDLE.get(sign, 0.0) if own else value for sign, value in signs.items()
        }
        lines.append([given.get(sign, 0.0) if way == own else 0.0 for way, sign in names()])
    lines.append([none if name == ("", "drive") else 0.0 for name in names()])
    return np.array(lines, float)


def unlearnt(
    rows: Sequence[Row], lessons: Sequence[Row], encoder: SentenceEncoder
) -> list[Chooser]:
    """For each question a fast chooser that saw no folder of its set; the judge's verdicts on what
    it learnt from are exchanged for those of the network that did not.
    """
    known = {row["id"] for row in lessons}
    verdicts = {
        (row["id"], each["shown"]): each["signs"]["judge"]
        for row in lessons
        for each in row["proposals"]
    }
    for row in rows:
        if row["id"] not in known:
            continue
        for place, (proposal, told) in enumerate(zip(row["found"], row["proposals"], strict=True)):
            signs = {name: sign for name, sign in proposal.signs.items() if name != "judge"}
            if (verdict := verdicts.get((row["id"], told["shown"]))) is not None:
                signs["judge"] = verdict
            row["found"][place] = msgspec.structs.replace(proposal, signs=signs)
        row["signs"] = all_signs(row["question"], row["found"])
    know_kinds(lessons, encoder)
    choosers = {
        mine: fit([row for row in lessons if set_of(row) != mine], question_forms())
        for mine in sorted({set_of(row) for row in rows})
    }
    return [choosers[set_of(row)] for row in rows]


def fit_weights(rows: Sequence[Row], lines: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The weights that make right proposals likely, held to those before."""
    start = before()
    if not rows:
        return start
    given = np.concatenate(list(lines))
    right = np.array([apt for row in rows for apt in (*row["apt"], not any(row["apt"]))])
    counts = [len(row["apt"]) + 1 for row in rows]
    first = np.concatenate([[0], np.cumsum(counts)[:-1]])
    of = np.repeat(np.arange(len(rows)), counts)

    def loss(weights: NDArray[np.float64]) -> float:
        """How unlikely it is that one of the right ones, or rightly none, is drawn."""
        drive = given @ weights
        odds = np.exp(drive - np.maximum.reduceat(drive, first)[of])
        drawn = np.add.reduceat(odds * right, first) / np.add.reduceat(odds, first)
        return float(-np.log(drawn + 1e-9).sum() + HOLD / 2 * np.square(weights - start).sum())

    found: NDArray[np.float64] = minimize(loss, start, method="L-BFGS-B").x
    return found


def knowledge(weights: NDArray[np.float64], fast: Knowledge) -> Knowledge:
    """The same as a chooser keeps it."""
    named = dict(zip(names(), map(float, weights), strict=True))
    scale = named["", "drive"]
    opinion = {sign: (0.0, 1.0, named["", sign]) for sign in BEFORE[""] if sign != "drive"}
    ways = {way: _scaled(known, scale, opinion) for way, known in fast.ways.items()}
    for way in WRITTEN:
        signs = {
            sign: (MIDDLE.get(sign, 0.0), 1.0, weight)
            for (of, sign), weight in named.items()
            if of == way and sign != "bias"
        }
        ways[way] = Weights(signs=signs, bias=named[way, "bias"], kinds={})
    return msgspec.structs.replace(fast, ways=ways, none=_scaled(fast.none, scale, {}))


def _scaled(
    known: Weights, scale: float, more: Mapping[str, tuple[float, float, float]]
) -> Weights:
    return Weights(
        signs={sign: (m, s, w * scale) for sign, (m, s, w) in known.signs.items()} | dict(more),
        bias=known.bias * scale,
        kinds={kind: weight * scale for kind, weight in known.kinds.items()},
    )


def main() -> None:
    """Measure, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gathered", nargs="*", type=Path)
    parser.add_argument("--fast", nargs="*", type=Path, default=(), help="its lessons")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    encoder = SentenceEncoder.load()
    rows = read(options.gathered)
    fast = unlearnt(rows, read(options.fast), encoder) if options.fast else []
    fast = fast or [Chooser.load()] * len(rows)
    lines = [features(row, its, encoder) for row, its in zip(rows, fast, strict=True)]
    found = []
    for mine in sorted({set_of(row) for row in rows}):
        others = [place for place, row in enumerate(rows) if set_of(row) != mine]
        weights = fit_weights([rows[place] for place in others], [lines[place] for place in others])
        for place, row in enumerate(rows):
            if set_of(row) == mine:
                chooser = Chooser(knowledge(weights, fast[place].knowledge), question_forms())
                found.append((place, choose(chooser, row, encoder)))
    made = knowledge(fit_weights(rows, lines), shipped_knowledge())
    if rows:
        chosen = np.array([each for _, each in sorted(found)], float)
        least = report(rows, chosen, "each set of folders with the others as lessons")
        if len(rows) >= FEW:
            made = msgspec.structs.replace(made, sure=calibrate(chosen), least=round(least, 3))
    if options.out:
        path = options.out / "chooser_large.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1))
        print(f"{path.name}: {len(rows)} questions")


if __name__ == "__main__":
    main()
