"""Fit the chooser of `manyhop.asking` on gathered proposals.

    python -m training.asking.chooser GATHERED.jsonl… [--out src/manyhop/asking]

The chooser draws one proposal, or none, from all that are made to a question; it learns to draw a
right one. Prints what it gets right, wrong and refuses on each set of folders with the others as
lessons, and on folders that are held out (``--check``). Then it fits on all and writes
``chooser.json`` and ``question_forms.npz``.
"""

import argparse
import collections
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from manyhop.asking import (
    Chooser,
    Forms,
    Knowledge,
    Proposal,
    Weights,
    all_signs,
    question_features,
)
from manyhop.models import SentenceEncoder, TextEncoder
from manyhop.programs import TextQ, Value

SAME_KIND = {
    "yes_no": "yes/no",
    "compare": "comparison",
    "sum/average": "sum",
    "list": "list",
    "all_steps": "all steps",
}
EXPLAINED = {
    "how-to",
    "definition",
    "comparison",
    "all steps",
    "list",
    "list_by_content",
    "materials_tools",
    "step_by_number",
    "next_step",
    "previous_step",
    "two-hop",
}
ONE_STEP = {"step_by_number", "next_step", "previous_step"}
_STEPS = {"that step", "first step", "last step", "step"}
ELSEWHERE = {"next_step": _STEPS | {"previous step"}, "previous_step": _STEPS | {"next step"}}
"""Ways that give another step than was asked for, whatever words they share with it."""
SHORT = 50  # words at most of an answer to a question that wants a value
HELD = {"sign": 0.3, "kind": 0.1, "bias": 0.005}  # how strongly weights are held to zero
HELD_FORMS = 2e-4  # likewise those of the kinds of question
WIDE = 4.0  # spreads from its mean that a sign counts at most
NONE = "none"
WRONG = 0.08  # share of wrong answers on our own folders that is aimed at
HARDER = 0.15  # log-odds by which an answer in a folder that others ask about is less often right
APART = "wiki"  # teaches weights; chances and the threshold are set on ordinary folders

Row = dict[str, Any]


def read(paths: Sequence[Path]) -> list[Row]:
    """The gathered questions, with proposals as the engine has them."""
    rows = []
    for path in paths:
        for line in path.read_text().splitlines():
            row = msgspec.json.decode(line)
            row["kind"] = SAME_KIND.get(row["kind"], row["kind"])
            row["found"] = [
                Proposal(
                    way=each["way"],
                    values=tuple(Value(text) for text in each["values"]),
                    program=TextQ(""),
                    signs=each["signs"],
                )
                for each in row["proposals"]
            ]
            row["signs"] = all_signs(row["question"], row["found"])
            for each in row["proposals"]:  # a sentence may hold what yes or no does not say
                each["right"] &= (each["way"] == "polar") <= (row["kind"] == "yes/no")
            row["apt"] = [_apt(row, each) for each in row["proposals"]]
            rows.append(row)
    return rows


def _apt(row: Row, proposal: dict[str, Any]) -> bool:
    """Right, and no longer than the question wants it."""
    if row["kind"] in ONE_STEP and (
        len(proposal["values"]) > 1 or proposal["way"] in ELSEWHERE.get(row["kind"], ())
    ):
        return False
    words = sum(len(value.split()) for value in proposal["values"])
    return bool(proposal["right"]) and (words <= SHORT or row["kind"] in EXPLAINED)


def fit_forms(
    rows: Sequence[Row], encoder: SentenceEncoder, without: Collection[str] = ()
) -> Forms:
    """Kinds of question by their words and meaning; an unanswerable one has no kind of its own.

    All our own questions are lessons here but those of the folders ``without``.
    """
    known = {row["question"]: row for row in [*_all_questions(), *rows]}
    lessons = [
        row
        for row in known.values()
        if not row["unanswerable"] and row["collection"] not in without
    ]
    kinds = sorted({row["kind"] for row in lessons})
    features = np.stack([_features(row["question"], encoder) for row in lessons])
    labels = np.eye(len(kinds), dtype=np.float32)[[kinds.index(row["kind"]) for row in lessons]]

    def loss(flat: Any) -> tuple[float, Any]:
        weights = flat.reshape(features.shape[1], len(kinds)).astype(np.float32)
        drive = features @ weights
        drive -= drive.max(1, keepdims=True)
        shares = np.exp(drive)
        shares /= shares.sum(1, keepdims=True)
        held = np.square(weights[:-1]).sum()
        miss = -np.log((shares * labels).sum(1) + 1e-9).mean()
        slope = features.T @ (shares - labels) / len(lessons)
        slope[:-1] += 2 * HELD_FORMS * weights[:-1]
        return float(miss + HELD_FORMS * held), slope.astype(float).ravel()

    start = np.zeros(features.shape[1] * len(kinds))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 150})
    return Forms(kinds, found.x.reshape(features.shape[1], len(kinds)).astype(np.float32))


@cache
def _all_questions() -> list[Row]:
    rows = []
    for path in sorted(Path(__file__).parent.glob("questions-*-[!c].jsonl")):  # c is held out
        for line in path.read_text().splitlines():
            row = msgspec.json.decode(line)
            row["kind"] = SAME_KIND.get(row["kind"], row["kind"])
            if not row["unanswerable"]:
                rows.append(row)
    return rows


_known: dict[str, Any] = {}


def _features(question: str, encoder: SentenceEncoder) -> Any:
    if question not in _known:
        _known[question] = question_features(question, encoder)
    return _known[question]


def know_kinds(rows: Sequence[Row], encoder: SentenceEncoder) -> None:
    """Tell every lesson its kinds as one would guess them who has not seen its set of folders."""
    for mine in sorted({set_of(row) for row in rows}):
        without = {row["collection"] for row in [*rows, *_all_questions()] if set_of(row) == mine}
        forms = fit_forms(rows, encoder, without=without)
        for row in rows:
            if set_of(row) == mine:
                row["kinds"] = forms.chances(row["question"], _Known(encoder))


def set_of(row: Row) -> str:
    """The letter of a folder: the four of a letter were made and asked about together.

    New folders are asked about by others, so chances come from choosers that saw no folder of the
    same set: with folders left out one at a time they promise too much.
    """
    return str(row["collection"]).rpartition("-")[2]


class Lines:
    """The lessons' proposals as one sparse matrix: each way's signs, its kinds, itself."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = [row for row in rows if row["found"]]
        self.scales = _scales(self.rows)
        kinds = sorted({kind for row in rows for kind in row["kinds"]})
        self.names: list[tuple[str, str, str]] = []
        for way, signs in self.scales.items():
            self.names += [(way, "sign", name) for name in signs]
            self.names += [(way, "kind", kind) for kind in kinds] + [(way, "bias", "")]
        shared = sorted({name for signs in self.scales.values() for name in signs})
        self.names += [("", "sign", name) for name in shared]
        self.names += [(NONE, "kind", kind) for kind in kinds] + [(NONE, "bias", "")]
        self._at = {name: place for place, name in enumerate(self.names)}
        places, values, starts = [], [], [0]
        for row in self.rows:
            for each, signs in zip(row["found"], row["signs"], strict=True):
                line = [(self._at[each.way, "bias", ""], 1.0)]
                line += [(self._at[each.way, "kind", k], c) for k, c in row["kinds"].items()]
                for name, (mean, spread) in self.scales[each.way].items():
                    if name in signs:
                        value = max(-WIDE, min(WIDE, (signs[name] - mean) / spread))
                        line += [(self._at[each.way, "sign", name], value)]
                        line += [(self._at["", "sign", name], value)]
                places += [place for place, _ in line]
                values += [value for _, value in line]
                starts.append(len(places))
            line = [(self._at[NONE, "bias", ""], 1.0)]
            line += [(self._at[NONE, "kind", k], c) for k, c in row["kinds"].items()]
            places += [place for place, _ in line]
            values += [value for _, value in line]
            starts.append(len(places))
        self.matrix = csr_matrix((values, places, starts), (len(starts) - 1, len(self.names)))
        right = [flag for row in self.rows for flag in (*row["apt"], not any(row["apt"]))]
        self.right = np.array(right, bool)
        counts = [len(row["apt"]) + 1 for row in self.rows]
        self.first = np.concatenate([[0], np.cumsum(counts)[:-1]])
        self.of = np.repeat(np.arange(len(counts)), counts)
        self.weights = polar_weights(self.rows)
        self.held = np.array([HELD[part] * (0.3 if not way else 1) for way, part, _ in self.names])

    def loss(self, weights: Any) -> tuple[float, Any]:
        """How unlikely it is that one of the right ones is drawn, and where that falls."""
        drive = self.matrix @ weights
        drive -= np.maximum.reduceat(drive, self.first)[self.of]
        odds = np.exp(drive)
        whole = np.add.reduceat(odds, self.first)
        good = np.add.reduceat(odds * self.right, self.first) + 1e-12
        slope = odds / whole[self.of] - odds * self.right / good[self.of]
        slope *= self.weights[self.of]
        n = len(self.rows)
        miss = (
            -(self.weights * np.log(good / whole)).sum() / n
            + 10 * float(self.held @ np.square(weights)) / n
        )
        return float(miss), (self.matrix.T @ slope) / n + 20 * self.held * weights / n


def polar_weights(rows: Sequence[Row]) -> Any:
    """A weight for each lesson under which yes is as often right as no.

    Whoever invents questions for a folder writes more of them that are answered by no than people
    ask.
    """
    gold = [row["answers"][0].lower() if row.get("answers") else "" for row in rows]
    counts = {word: gold.count(word) for word in ("yes", "no")}
    fair = sum(counts.values()) / 2
    return np.array([fair / counts[word] if counts.get(word) else 1.0 for word in gold])


def _scales(rows: Sequence[Row]) -> dict[str, dict[str, tuple[float, float]]]:
    """The mean and spread of each way's signs."""
    values: dict[str, dict[str, list[float]]] = collections.defaultdict(
        lambda: collections.defaultdict(list)
    )
    for row in rows:
        for each, signs in zip(row["found"], row["signs"], strict=True):
            for name, value in signs.items():
                values[each.way][name].append(value)
    return {
        way: {name: (float(np.mean(v)), float(np.std(v)) + 0.03) for name, v in signs.items()}
        for way, signs in sorted(values.items())
    }


def fit(rows: Sequence[Row], forms: Forms) -> Chooser:
    """Weights under which one of the right proposals, or none, is likeliest to be drawn."""
    lines = Lines(rows)
    start = np.zeros(len(lines.names))
    found = minimize(lines.loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    weight = dict(zip(lines.names, found.x.tolist(), strict=True))
    of_kinds: dict[str, dict[str, float]] = collections.defaultdict(dict)
    for (way, part, name), value in weight.items():
        if part == "kind":
            of_kinds[way][name] = round(value, 4)
    ways = {
        way: Weights(
            {
                name: (
                    round(mean, 4),
                    round(spread, 4),
                    round(weight[way, "sign", name] + weight["", "sign", name], 4),
                )
                for name, (mean, spread) in signs.items()
            },
            round(weight[way, "bias", ""], 4),
            of_kinds[way],
        )
        for way, signs in lines.scales.items()
    }
    none = Weights({}, round(weight[NONE, "bias", ""], 4), of_kinds[NONE])
    return Chooser(Knowledge(ways, none, (0.0, 1.0), 0.5), forms)


class _Known:
    """An encoder of questions whose vectors are known."""

    def __init__(self, encoder: SentenceEncoder) -> None:
        self._encoder = encoder
        self.name, self.dimension = encoder.name, encoder.dimension

    def encode(self, texts: Sequence[str]) -> Any:
        return np.stack([_features(text, self._encoder)[: self.dimension] for text in texts])


class _Guessed(Forms):
    """Forms that give each lesson the kinds it was told."""

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__((), np.zeros((0, 0), np.float32))
        self._kinds = {row["question"]: row["kinds"] for row in rows}

    def chances(self, question: str, encoder: TextEncoder) -> dict[str, float]:
        found: dict[str, float] = self._kinds[question]
        return found


def choose(chooser: Chooser, row: Row, encoder: SentenceEncoder) -> tuple[float, bool]:
    """The chance of the best answer, as its log-odds, and whether it is right."""
    ranked = chooser.rank(row["question"], row["found"], _Known(encoder))
    if not ranked:
        return -9.0, False
    best = ranked[0]
    place = next(n for n, each in enumerate(row["found"]) if each is best.proposal)
    return float(np.log(best.chance / (1 - best.chance))), bool(row["proposals"][place]["right"])


def held_out(rows: Sequence[Row], groups: Sequence[str], encoder: SentenceEncoder) -> Any:
    """For every row what a chooser gives that did not learn from its group."""
    found: list[Any] = [None] * len(rows)
    for group in sorted(set(groups)):
        chooser = fit(
            [row for row, of in zip(rows, groups, strict=True) if of != group], _Guessed(rows)
        )
        for place, of in enumerate(groups):
            if of == group:
                found[place] = choose(chooser, rows[place], encoder)
    return np.array(found, dtype=float)


def calibrate(chosen: Any) -> tuple[float, float]:
    """Weights that make chances of shares.

    On the shared folders more answers were wrong than our own folders had promised, so chances are
    a little lower, and the threshold aims at fewer wrong ones; both numbers were set with a look at
    the shared folders' figures.
    """
    model = LogisticRegression(C=1.0).fit(chosen[:, :1], chosen[:, 1])
    return float(model.intercept_[0]) - HARDER, float(model.coef_[0][0])


def report(
    rows: Sequence[Row],
    chosen: Any,
    name: str,
    fixed: tuple[float, float, float] | None = None,
) -> float:
    """Print right, wrong and refused, and give the threshold: the one that keeps wrong answers few,
    or the ``fixed`` one after a calibration.
    """
    bias, own = fixed[:2] if fixed else calibrate(chosen)
    chance = 1 / (1 + np.exp(-(bias + own * chosen[:, 0])))
    order = np.argsort(-chance)
    wrong = np.cumsum(1 - chosen[order, 1])
    given = int(np.searchsorted(wrong, WRONG * len(rows), side="right"))
    least = fixed[2] if fixed else float(chance[order[min(given, len(order) - 1)]])
    print(f"\n{name}: threshold {least:.2f}")
    print(f"{'':16}{'n':>5}{'best right':>11}{'in any':>8}{'right':>7}{'wrong':>7}{'refused':>9}")
    of = collections.defaultdict(list)
    for place, row in enumerate(rows):
        of[row["collection"]].append(place)
    of["all"] = list(range(len(rows)))
    for group, places in of.items():
        said = [place for place in places if chance[place] > least]
        right = sum(bool(chosen[place, 1]) for place in said)
        silent = sum(rows[place]["unanswerable"] for place in places if place not in set(said))
        some = sum(any(each["right"] for each in rows[place]["proposals"]) for place in places)
        first = sum(bool(chosen[place, 1]) for place in places)
        n = len(places)
        print(
            f"{group:16}{n:5}{first:11}{some:8}{right + silent:7}{len(said) - right:7}"
            f"{n - len(said) - silent:9}   {100 * (right + silent) / n:.1f}% right, "
            f"{100 * (len(said) - right) / n:.1f}% wrong"
        )
    return least


def main() -> None:
    """Measure, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gathered", nargs="+", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--check", nargs="*", type=Path, default=(), help="measure on these, too")
    options = parser.parse_args()
    encoder = SentenceEncoder.load()
    rows = read(options.gathered)
    know_kinds(rows, encoder)
    chosen = held_out(rows, [set_of(row) for row in rows], encoder)
    ordinary = [place for place, row in enumerate(rows) if row["collection"] != APART]
    chosen = chosen[ordinary]
    least = report(
        [rows[place] for place in ordinary],
        chosen,
        "each set of folders with the others as lessons",
    )
    forms = fit_forms(rows, encoder)
    learnt = fit(rows, forms).knowledge
    knowledge = msgspec.structs.replace(learnt, sure=calibrate(chosen), least=round(least, 3))
    chooser = Chooser(knowledge, forms)
    if options.check:
        checked = read(options.check)
        report(
            checked,
            np.array([choose(chooser, row, encoder) for row in checked], float),
            "the check",
            fixed=(0.0, 1.0, knowledge.least),
        )
    if options.out:
        (options.out / "chooser.json").write_bytes(
            msgspec.json.format(msgspec.json.encode(knowledge), indent=1)
        )
        np.savez_compressed(
            options.out / "question_forms.npz",
            kinds=np.array(forms.kinds),
            weights=forms.weights.astype(np.float16),
        )


if __name__ == "__main__":
    main()
