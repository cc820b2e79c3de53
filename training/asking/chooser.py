"""Fit the chooser of `manyhop.asking` on gathered proposals.

    python -m training.asking.chooser GATHERED.jsonl… [--out src/manyhop/asking]

Prints what it gets right, wrong and refuses on questions it did not learn from: in five folds by
question, and on each folder with all others as lessons. Then it fits on all and writes
``chooser.json`` and ``question_forms.npz``.
"""

import argparse
import collections
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from sklearn.linear_model import LogisticRegression

from manyhop.asking import (
    Chooser,
    Forms,
    Knowledge,
    Proposal,
    Weights,
    all_signs,
    log_odds,
    question_features,
)
from manyhop.models import SentenceEncoder
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
STRENGTH = 1.0  # of the regularisation's inverse
WRONG = 0.11  # share of wrong answers that is aimed at

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


def fit_forms(rows: Sequence[Row], encoder: SentenceEncoder) -> Forms:
    """Kinds of question by their words and meaning; an unanswerable one has no kind of its own.

    All our own questions are lessons here but those of folders that ``rows`` leave out.
    """
    folders = {row["collection"] for row in rows}
    asked = {row["question"] for row in rows}
    known = [row for row in rows if not row["unanswerable"]]
    known += [
        row
        for row in _all_questions()
        if row["collection"] not in folders
        and row["collection"] not in HELD_OUT
        and row["question"] not in asked
    ]
    kinds = sorted({row["kind"] for row in known})
    features = np.stack([_features(row["question"], encoder) for row in known])
    model = LogisticRegression(C=10.0, max_iter=2000).fit(
        features, [kinds.index(row["kind"]) for row in known]
    )
    weights = model.coef_.T.astype(np.float32)
    weights[-1] += model.intercept_
    return Forms(kinds, weights)


HELD_OUT: set[str] = set()  # folders that no lesson may come from while they are measured


@cache
def _all_questions() -> list[Row]:
    rows = []
    for path in sorted(Path(__file__).parent.glob("questions-*.jsonl")):
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


def fit_ways(rows: Sequence[Row], forms: Forms, encoder: SentenceEncoder) -> dict[str, Weights]:
    """One regression for each way."""
    ways = sorted({each.way for row in rows for each in row["found"]})
    return {way: _fit_way(way, rows, forms, encoder) for way in ways}


def _fit_way(way: str, rows: Sequence[Row], forms: Forms, encoder: SentenceEncoder) -> Weights:
    mine = [
        (row, signs, apt, 1 / sum(each.way == way for each in row["found"]))
        for row in rows
        for each, signs, apt in zip(row["found"], row["signs"], row["apt"], strict=True)
        if each.way == way
    ]
    rate = (sum(apt * w for _, _, apt, w in mine) + 0.2) / (sum(w for *_, w in mine) + 2)
    by_kind: dict[str, list[float]] = collections.defaultdict(lambda: [0.0, 0.0])
    for row, _, apt, weight in mine:
        by_kind[row["kind"]][0] += apt * weight
        by_kind[row["kind"]][1] += weight
    right = {kind: log_odds((good + 3 * rate) / (n + 3)) for kind, (good, n) in by_kind.items()}
    names = sorted({name for _, signs, _, _ in mine for name in signs})
    values = np.array([[signs.get(name, 0.0) for name in names] for _, signs, _, _ in mine])
    mean, spread = values.mean(0), values.std(0) + 1e-3
    asked = []
    for row, _, apt, weight in mine:
        chances = forms.chances(row["question"], _Known(encoder))
        rates = []
        for kind, chance in chances.items():
            good, n = by_kind.get(kind, [0.0, 0.0])
            if kind == row["kind"]:  # leave this proposal out, or the rate tells its own label
                good, n = good - apt * weight, n - weight
            rates.append(chance * (good + 3 * rate) / (n + 3))
        asked.append(log_odds(sum(rates)))
    features = np.column_stack([np.array(asked), (values - mean) / spread])
    labels = np.array([apt for _, _, apt, _ in mine])
    weights = np.array([w for *_, w in mine])
    if labels.sum() < 2 or labels.all():
        return Weights({}, -4.0, right, 0.0)
    model = LogisticRegression(C=STRENGTH, max_iter=2000).fit(features, labels, weights)
    coefficients = model.coef_[0]
    return Weights(
        signs={
            name: (float(m), float(s), round(float(c), 4))
            for name, m, s, c in zip(names, mean, spread, coefficients[1:], strict=True)
        },
        bias=float(model.intercept_[0]),
        right=right,
        asked=float(coefficients[0]),
    )


class _Known:
    """An encoder of questions whose vectors are known."""

    def __init__(self, encoder: SentenceEncoder) -> None:
        self._encoder = encoder
        self.name, self.dimension = encoder.name, encoder.dimension

    def encode(self, texts: Sequence[str]) -> Any:
        return np.stack([_features(text, self._encoder)[: self.dimension] for text in texts])


def fit(rows: Sequence[Row], encoder: SentenceEncoder) -> Chooser:
    """A chooser whose chances are not calibrated yet."""
    forms = fit_forms(rows, encoder)
    return Chooser(Knowledge(fit_ways(rows, forms, encoder), (0.0, 1.0, 0.0), 0.5), forms)


def choose(chooser: Chooser, row: Row, encoder: SentenceEncoder) -> tuple[float, float, bool]:
    """The best proposal's drive, its lead over another answer, and whether it is right."""
    ranked = chooser.rank(row["question"], row["found"], _Known(encoder))
    if not ranked:
        return -9.0, 0.0, False
    drives = [log_odds_wide(each.chance) for each in ranked[:2]]
    place = next(n for n, each in enumerate(row["found"]) if each is ranked[0].proposal)
    lead = drives[0] - drives[1] if len(drives) > 1 else 2.0
    return drives[0], min(lead, 3.0), bool(row["proposals"][place]["right"])


def log_odds_wide(chance: float) -> float:
    return float(np.log(chance / (1 - chance))) if 0 < chance < 1 else 30.0 * (2 * chance - 1)


def held_out(rows: Sequence[Row], groups: Sequence[str], encoder: SentenceEncoder) -> Any:
    """For every row what a chooser gives that did not learn from its group."""
    found: list[Any] = [None] * len(rows)
    for group in sorted(set(groups)):
        lessons = [row for row, of in zip(rows, groups, strict=True) if of != group]
        HELD_OUT.clear()
        HELD_OUT.update(
            row["collection"] for row, of in zip(rows, groups, strict=True) if of == group
        )
        chooser = fit(lessons, encoder)
        for place, of in enumerate(groups):
            if of == group:
                found[place] = choose(chooser, rows[place], encoder)
    HELD_OUT.clear()
    return np.array(found, dtype=float)


def calibrate(chosen: Any) -> tuple[float, float, float]:
    """Weights that make chances of drives and leads."""
    model = LogisticRegression(C=1.0).fit(chosen[:, :2], chosen[:, 2])
    return float(model.intercept_[0]), float(model.coef_[0][0]), float(model.coef_[0][1])


def report(rows: Sequence[Row], chosen: Any, name: str) -> float:
    """Print right, wrong and refused at the threshold that keeps wrong answers few; give it."""
    bias, own, lead = calibrate(chosen)
    chance = 1 / (1 + np.exp(-(bias + own * chosen[:, 0] + lead * chosen[:, 1])))
    order = np.argsort(-chance)
    wrong = np.cumsum(1 - chosen[order, 2])
    given = int(np.searchsorted(wrong, WRONG * len(rows), side="right"))
    least = float(chance[order[min(given, len(order) - 1)]])
    print(f"\n{name}: threshold {least:.2f}")
    print(f"{'':16}{'n':>5}{'best right':>11}{'in any':>8}{'right':>7}{'wrong':>7}{'refused':>9}")
    of = collections.defaultdict(list)
    for place, row in enumerate(rows):
        of[row["collection"]].append(place)
    of["all"] = list(range(len(rows)))
    for group, places in of.items():
        said = [place for place in places if chance[place] > least]
        right = sum(bool(chosen[place, 2]) for place in said)
        silent = sum(rows[place]["unanswerable"] for place in places if place not in set(said))
        some = sum(any(each["right"] for each in rows[place]["proposals"]) for place in places)
        first = sum(bool(chosen[place, 2]) for place in places)
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
    rng = np.random.default_rng(0)
    folds = [str(each) for each in rng.permutation(len(rows)) % 5]
    by_fold = held_out(rows, folds, encoder)
    report(rows, by_fold, "five folds by question")
    by_folder = held_out(rows, [row["collection"] for row in rows], encoder)
    least = report(rows, by_folder, "each folder with the others as lessons")
    chooser = fit(rows, encoder)
    if options.check:
        checked = read(options.check)
        chosen = np.array([choose(chooser, row, encoder) for row in checked], float)
        report(checked, chosen, "the check's own best threshold (flattering)")
    if options.out:
        knowledge = msgspec.structs.replace(
            chooser._knowledge, sure=calibrate(by_folder), least=round(least, 3)
        )
        (options.out / "chooser.json").write_bytes(
            msgspec.json.format(msgspec.json.encode(knowledge), indent=1)
        )
        np.savez_compressed(
            options.out / "question_forms.npz",
            kinds=np.array(chooser._forms.kinds),
            weights=chooser._forms._weights.astype(np.float16),
        )


if __name__ == "__main__":
    main()
