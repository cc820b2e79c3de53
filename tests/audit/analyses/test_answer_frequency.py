"""Accuracy by answer frequency and the coverage of answers, against SciPy and statsmodels."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from statsmodels.distributions.empirical_distribution import ECDF
from tests.audit.analyses.answered import scored_run, tosses

from manyhop.audit.analyses import (
    TrainingData,
    TrainingPart,
    answer_frequency,
    coverage,
    graded,
    other_half,
    read_training,
)
from manyhop.baselines import half_of
from manyhop.benchmarks import Gold
from manyhop.errors import ManyhopError

TIMES = np.random.default_rng(3).integers(0, 300, size=400)
GOLDS = [Gold(values=(f"Thing  {number}",)) for number in range(400)]
TRAINING = TrainingData(
    parts=(TrainingPart(Counter({f"thing {n}": int(t) for n, t in enumerate(TIMES) if t})),),
    note="training: made up",
)


def test_each_bin_has_the_mean_that_scipy_gives_it() -> None:
    scores = tosses(400, 0.4, 1)
    found = answer_frequency(graded([scored_run("a", scores, golds=GOLDS)]), TRAINING)
    assert found is not None
    edges = [-0.5, 0.5, 5.5, 10.5, 20.5, 50.5, 100.5, 200.5, 1e9]
    means = stats.binned_statistic(TIMES, scores, "mean", bins=edges).statistic
    counts = stats.binned_statistic(TIMES, scores, "count", bins=edges).statistic
    labels = ("0", "1–5", "6–10", "11–20", "21–50", "51–100", "101–200", "201+")
    for label, mean, n in zip(labels, means, counts, strict=True):
        if n:
            cell = found.cell("a", label)
            assert cell is not None
            assert cell.value == pytest.approx(mean)
            assert cell.n == n


def test_coverage_is_the_distribution_of_ranks() -> None:
    run = scored_run("a", [0.0] * 400, golds=GOLDS)
    found = coverage(run.samples, TRAINING)
    assert found is not None
    order = [text for text, _ in TRAINING.parts[0].answers.most_common()]
    ranks = [order.index(f"thing {n}") + 1 if TIMES[n] else np.inf for n in range(400)]
    for label, size in (("10", 10), ("100", 100), ("300", 300), ("all", len(order))):
        cell = found.cell("answer", label)
        assert cell is not None
        assert cell.value == pytest.approx(ECDF(ranks)(size))


def test_the_most_common_of_ten_answers_counts_and_any_of_them_covers() -> None:
    gold = Gold(answers=("cab",) * 6 + ("taxi",) * 4)
    run = scored_run("a", [1.0, 0.0], golds=[gold, Gold(answers=("tree",))])
    taxis = TrainingData(parts=(TrainingPart(Counter({"taxi": 7})),), note="training: taxis")
    covered = coverage(run.samples, taxis)
    assert covered is not None
    common = covered.cell("most common answer", "all")
    anyone = covered.cell("any person's answer", "all")
    assert common is not None
    assert anyone is not None
    assert (common.value, anyone.value) == (0.0, 0.5)
    assert answer_frequency(graded([run]), taxis) is None  # no answer of these occurs in training


def test_sentences_are_looked_for_among_sentences() -> None:
    golds = [Gold(keywords="red", sentences=("The bus is red.",))] * 40
    samples = scored_run("a", [1.0] * 40, golds=golds).samples
    found = coverage(samples, other_half(samples))
    assert found is not None
    for label in ("keywords", "full sentence"):
        cell = found.cell(label, "all")
        assert cell is not None
        assert cell.value == 1.0
    vocabulary = TrainingData(parts=(TrainingPart(Counter(red=1)),), note="training: a word")
    only = coverage(samples, vocabulary)
    assert only is not None
    assert [row.label for row in only.rows] == ["keywords"]


def test_a_half_never_knows_its_own_answers() -> None:
    run = scored_run("a", [1.0] * 40)
    training = other_half(run.samples)
    for sample in run.samples:
        part = training.of(sample)
        assert sample.question not in part.questions
        assert all(
            half_of(s.group) != half_of(sample.group)
            for s in run.samples
            if s.question in part.questions
        )
    assert "no file was named" in training.note


def test_training_files_say_what_they_are(tmp_path: Path) -> None:
    words = tmp_path / "vocabulary.csv"
    words.write_text("\nCab\n$1,000\n")
    vocabulary = read_training(words, "aokvqa")
    assert not vocabulary.counted
    assert sorted(vocabulary.parts[0].answers) == ["$1,000", "cab"]
    counts = tmp_path / "counts.csv"
    counts.write_text("answer,count\ncab,3\nCab,2\n")
    assert read_training(counts, "aokvqa").parts[0].answers == {"cab": 5}
    numbers = tmp_path / "counts.json"
    numbers.write_text('{"cab": 4}')
    assert read_training(numbers, "aokvqa").parts[0].answers == {"cab": 4}
    asked = tmp_path / "questions.json"
    asked.write_text('{"questions": [{"question": "What is it?"}]}')
    assert read_training(asked, "aokvqa").parts[0].questions == ("What is it?",)


def test_a_bad_training_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text("answer,count\ncab,many\n")
    with pytest.raises(ManyhopError, match=r"counts\.csv, line 2"):
        read_training(path, "aokvqa")
    with pytest.raises(ManyhopError, match="training data"):
        read_training(tmp_path / "absent.jsonl", "mmqa")


def test_an_answer_split_counts_every_direct_answer(tmp_path: Path) -> None:
    path = tmp_path / "train.json"
    path.write_text(
        '[{"question_id": "t1", "image_id": 1, "question": "What passes?", '
        '"choices": ["cab", "bus"], "correct_choice_idx": 0, '
        '"direct_answers": ["cab", "cab", "taxi"]}]'
    )
    part = read_training(path, "aokvqa").parts[0]
    assert part.answers == {"cab": 2, "taxi": 1}
    assert part.questions == ("What passes?",)
