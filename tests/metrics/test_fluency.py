import csv
import json
import math
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from manyhop.metrics import webqa
from manyhop.metrics.webqa import BartScore, Scored, fluency, fluency_from_log_scores, summarize

Golden = Callable[[str, str], list[dict[str, Any]]]


def shared_letters(sources: Sequence[str], targets: Sequence[str]) -> list[float]:
    """A scorer that needs no network: the log of the share of a target's letters in its source."""
    return [
        math.log((sum(letter in source for letter in target) + 1) / (len(target) + 1))
        for source, target in zip(sources, targets, strict=True)
    ]


@cache
def bart(folder: Path, tuned: bool = True) -> BartScore:
    pytest.importorskip("transformers", reason="the extra bartscore is not installed")
    toy = folder / "tiny_bart"
    return BartScore(toy / "base", toy / "bart.pth" if tuned else None)


def test_a_reference_is_as_fluent_as_can_be() -> None:
    assert fluency("It's red.", ["Its red"], shared_letters) == 1
    assert 0 < fluency("xyz red", ["It's red."], shared_letters) < 1


def test_the_best_reference_counts() -> None:
    references = ["nothing alike", "It is red."]
    best = max(fluency("It is dark red", [one], shared_letters) for one in references)
    assert fluency("It is dark red", references, shared_letters) == best


def test_the_scores_are_probabilities_before_they_are_divided() -> None:
    assert fluency_from_log_scores([-2.0], [-1.0]) == pytest.approx(math.exp(-1))
    assert fluency_from_log_scores([-1.0], [-2.0]) == 1


def test_a_hopelessly_improbable_reference_still_scores() -> None:
    assert fluency_from_log_scores([-802.0], [-800.0]) == pytest.approx(math.exp(-2))
    assert fluency_from_log_scores([-1.0], [-800.0]) == 1


def test_the_product_is_averaged_and_not_the_averages_multiplied() -> None:
    scores = summarize([Scored("YesNo", 1.0, 0.5), Scored("color", 0.0, 1.0)])
    assert scores["All"] == webqa.Summary(2, 0.5, 0.75, 0.25)
    assert scores["color"] == webqa.Summary(1, 0.0, 1.0, 0.0)


def test_fluency_that_was_not_computed_stays_unknown() -> None:
    assert summarize([Scored("YesNo", 1.0)])["All"] == webqa.Summary(1, 1.0, None, None)


def test_golden_formula(golden: Golden) -> None:
    for case in golden("webqa_fl", "FL formula (scorer stubbed with given log scores)"):
        given, itself = case["inputs"]["log_r_to_c"], case["inputs"]["log_r_to_r"]
        expected = case["expected"]
        assert fluency_from_log_scores(given, itself) == pytest.approx(expected["FL"], abs=1e-9)
        raw = fluency_from_log_scores(given, [0.0] * len(given))
        assert raw == pytest.approx(expected["FL_no_norm"], abs=1e-9)


@pytest.mark.extras
def test_golden_bartscore(golden: Golden, golden_folder: Path) -> None:
    for case in golden("webqa_fl", "BARTScorer.score (bart_score.py) on tiny_bart"):
        texts, expected = (case["inputs"]["srcs"], case["inputs"]["tgts"]), case["expected"]
        plain, tuned = bart(golden_folder, tuned=False)(*texts), bart(golden_folder)(*texts)
        assert plain == pytest.approx(expected["base"], abs=1e-4), case
        assert tuned == pytest.approx(expected["after_load_bart_pth"], abs=1e-4), case


@pytest.mark.extras
def test_golden_fluency(golden: Golden, golden_folder: Path) -> None:
    function = "FL in eval_1022.py main loop (compute_bartscore_ParaBank) on tiny_bart + bart.pth"
    for case in golden("webqa_fl", function):
        texts = case["inputs"]["candidate"], case["inputs"]["references"]
        expected = case["expected"]
        found = fluency(*texts, bart(golden_folder))
        assert found == pytest.approx(expected["FL"], abs=1e-4), case
        raw = fluency(*texts, bart(golden_folder), normed=False)
        assert raw == pytest.approx(expected["FL_no_norm"], abs=1e-4), case


@pytest.mark.extras
def test_golden_runs_of_the_whole_script(golden: Golden, golden_folder: Path) -> None:
    function = "eval_1022.py end to end (shimmed spaCy lemma table + tiny_bart)"
    for case in golden("webqa_fl", function):
        lemmas = case["inputs"]["lemma_table"]
        normed = "--no_norm" not in case["inputs"]["args"]
        scored = [
            Scored(
                row["Qcate"],
                webqa.accuracy(
                    row["Qcate"], candidate, row["Keywords_A"], lemmatize=lemmas.__getitem__
                ),
                fluency(candidate, json.loads(row["A"]), bart(golden_folder), normed=normed),
            )
            for row, candidate in _rows(case["inputs"]["tsv"])
        ]
        found, expected = summarize(scored), case["expected"]
        assert found["All"].n == expected["n_samples"]
        for name, summary in found.items():
            assert summary.accuracy == pytest.approx(expected[name]["acc_avg"], abs=1e-9)
            assert summary.fluency == pytest.approx(expected[name]["fluency_avg"], abs=1e-4)
            assert summary.product == pytest.approx(expected[name]["mul_avg"], abs=1e-4)


def _rows(tsv: str) -> list[tuple[dict[str, str], str]]:
    rows = csv.DictReader(tsv.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    return [(row, json.loads(row["Output"])[0]) for row in rows]
