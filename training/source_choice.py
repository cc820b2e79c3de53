"""Learns how to join the reranker's scores with plain ones, and how many sources to take.

    PYTHONPATH=src python -m training.reranker choose carry/sources --out carry/out

All is chosen on the recovered WebQA questions, from scores that networks gave to questions they
had not learnt; how many sources a question needs is learnt from WebQA's other questions, whose
number of sources is known. Writes ``source_choice.npz``.
"""

import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from manyhop.models import StaticEncoder
from manyhop.models.embedded._source_choice import BUCKETS, source_features
from training.question_kinds import features
from training.ranking_lesson import letters
from training.reranker_recovered import held_out, recovered
from training.static_texts import read_lines

Array = NDArray[np.float64]
GAPS = (0.0, 0.25, 0.5, 1.0, 2.0)
MARGINS = np.arange(-6, 4.1, 0.25)


def count_model(data: Path, questions: list[str]) -> tuple[dict[str, Any], Array]:
    """The model of how many sources a question needs, and what it says of ``questions``."""
    barred = held_out(data) | {letters(each.question) for each in recovered(data)}
    asked = [
        each
        for each in read_lines(data / "webqa/webqa_val_qa_qrels.jsonl.gz")
        if letters(each["Q"]) not in barred
    ]
    encoder = StaticEncoder.load()
    inputs = features([each["Q"] for each in asked], encoder)
    wanted = np.array([len(each["gold_sources"]) > 1 for each in asked], float)
    fold = np.random.default_rng(0).permutation(len(asked)) % 5
    right = np.zeros(len(asked), bool)
    for number in range(5):
        weights = logistic(inputs[fold != number], wanted[fold != number])
        mine = fold == number
        right[mine] = (inputs[mine] @ weights > 0) == (wanted[mine] > 0)
    pictures = np.array([each["Qcate"] != "text" for each in asked])
    print(
        f"RESULT one source or two, five folds: {100 * right.mean():.1f}, n={len(asked)}; about "
        f"pictures {100 * right[pictures].mean():.1f} (always one: "
        f"{100 * (1 - wanted[pictures].mean()):.1f}), n={pictures.sum()}"
    )
    weights = logistic(inputs, wanted).astype(np.float16)
    arrays = {
        "count_table": weights[:BUCKETS],
        "count_dense": weights[BUCKETS:-1],
        "count_bias": weights[-1],
    }
    return arrays, np.asarray(features(questions, encoder) @ weights.astype(float))


def logistic(inputs: Any, wanted: Array, penalty: float = 0.3) -> Array:
    """Weights of a logistic regression."""

    def loss(weights: Array) -> tuple[float, Array]:
        scores = inputs @ weights
        cost = np.logaddexp(0, scores).sum() - (wanted * scores).sum()
        slope = inputs.T @ (1 / (1 + np.exp(-scores)) - wanted) + penalty * weights
        return float(cost + penalty / 2 * (weights**2).sum()), np.asarray(slope)

    start = np.zeros(inputs.shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)


def joined(groups: list[Array], rights: list[NDArray[np.bool_]], penalty: float = 0.02) -> Array:
    """Weights under which the right candidates are likeliest among each question's own."""

    def loss(weights: Array) -> tuple[float, Array]:
        cost, slope = penalty / 2 * (weights**2).sum(), penalty * weights
        for rows, right in zip(groups, rights, strict=True):
            scores = rows @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            share = right / right.sum()
            cost -= (share * np.log(chances + 1e-12)).sum() / len(groups)
            slope = slope + rows.T @ (chances - share) / len(groups)
        return float(cost), np.asarray(slope)

    start = np.zeros(groups[0].shape[1])
    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B").x)


def source_f1(
    scores: Array, right: NDArray[np.bool_], two: float, gap: float, margin: float
) -> float:
    """WebQA's F1 for the sources that the rule takes."""
    order = np.argsort(-scores)
    number = 2 if two + gap * (scores[order[1]] - scores[order[0]]) > margin else 1
    return float(2 * right[order[:number]].sum() / (number + right.sum()))


def best_rule(scores: list[Array], rights: list[NDArray[np.bool_]], twos: Array) -> Array:
    """The gap's weight and the margin with the highest F1."""
    found = [
        (
            np.mean(
                [source_f1(*each, gap, margin) for each in zip(scores, rights, twos, strict=True)]
            ),
            gap,
            margin,
        )
        for gap in GAPS
        for margin in MARGINS
    ]
    best = max(value for value, _, _ in found)
    close = [rule for rule in found if rule[0] > best - 0.003]
    return np.array(close[len(close) // 2][1:])


def choose(folder: Path, out: Path, data: Path = Path("../shared/data")) -> None:
    """Print the honest figure for each network's scores; write the weights of the named one."""
    with lzma.open(folder / "recovered.json.xz", "rt") as file:
        questions = json.load(file)
    arrays, twos = count_model(data, [each["question"] for each in questions])
    kept: dict[str, Any] = {}
    for path in sorted(out.glob("sources_scores_*.npz")):
        kept |= dict(np.load(path))
    folds, ends = kept["folds"], np.cumsum(kept["sizes"])[:-1]
    rights = [np.array(each["right"]) for each in questions]
    pictures = np.array(
        ["image" in np.array(q["kinds"])[r] for q, r in zip(questions, rights, strict=True)]
    )
    names = [name for name in kept if name not in ("folds", "sizes")]
    for name in names:
        groups = [
            source_features(
                each["question"],
                each["passages"],
                np.array(each["kinds"]) == "image",
                judged.astype(float),
            )
            for each, judged in zip(questions, np.split(kept[name], ends), strict=True)
        ]
        print_figures(name, groups, rights, twos, folds, pictures)
        weights = joined(groups, rights)
        rule = best_rule([rows @ weights for rows in groups], rights, twos)
        print(f"  weights {np.round(weights, 2).tolist()}, rule {rule.tolist()}")
        file_name = out / f"source_choice_{name.replace(', ', '_').replace(' ', '_')}.npz"
        np.savez_compressed(file_name, weights=weights, rule=rule, **arrays)


def print_figures(
    name: str,
    groups: list[Array],
    rights: list[NDArray[np.bool_]],
    twos: Array,
    folds: NDArray[np.int64],
    pictures: NDArray[np.bool_],
) -> None:
    """F1 where weights and rule come from the other folds; with all weights, and with one."""
    columns = {
        "joined": list(range(8)),
        "reranker and kind": [0, 3, 6, 7],
        "words, cosine, kind": [1, 2, 4, 5, 6, 7],
        "words and kind": [1, 4, 6, 7],
    }
    for title, used in columns.items():
        values, plain = np.zeros(len(groups)), np.zeros(len(groups))
        for fold in range(folds.max() + 1):
            others = [n for n in range(len(groups)) if folds[n] != fold]
            weights = joined([groups[n][:, used] for n in others], [rights[n] for n in others])
            scores = {n: groups[n][:, used] @ weights for n in range(len(groups))}
            rule = best_rule([scores[n] for n in others], [rights[n] for n in others], twos[others])
            for n in np.flatnonzero(folds == fold).tolist():
                values[n] = source_f1(scores[n], rights[n], twos[n], *rule)
                plain[n] = source_f1(scores[n], rights[n], 1, 0, 0)
        print(
            f"RESULT recovered, source F1, {name}, {title}: {100 * values.mean():.1f}, captions "
            f"{100 * values[pictures].mean():.1f}, text {100 * values[~pictures].mean():.1f}; two "
            f"always: {100 * plain.mean():.1f}, {100 * plain[pictures].mean():.1f}, "
            f"{100 * plain[~pictures].mean():.1f}; n={len(values)} ({pictures.sum()} captions)"
        )
