"""The paper's tables over four answerers' runs on real questions."""

from pathlib import Path

import pytest

from manyhop.audit.analyses import analyse, read_training
from manyhop.baselines import open_answerer
from manyhop.benchmarks import open_benchmark
from manyhop.evaluation import load_run, run

DATA = Path(__file__).parents[3] / "../shared/data/aokvqa"
VAL = DATA / "aokvqa_v1p0_val.json.gz"
ANSWERERS = ("random", "most-common", "weighted-random", "question-only")


@pytest.mark.skipif(not VAL.exists(), reason="shared/data is not beside the project")
def test_tables_6_to_8_have_the_papers_form(tmp_path: Path) -> None:
    benchmark = open_benchmark("aokvqa", VAL)
    for name in ANSWERERS:
        run(benchmark, open_answerer(name, benchmark), tmp_path / name, files=[VAL], limit=150)
    runs = [load_run(tmp_path / name) for name in ANSWERERS]
    analysis = analyse(runs)
    assert [name for name, _ in analysis.runs] == list(ANSWERERS)
    frequency = analysis.named("answer-frequency")
    assert frequency is not None
    assert [column.name for column in frequency.columns][:3] == ["0", "1–5", "6–10"]
    knowledge = analysis.named("by-knowledge-type")
    assert knowledge is not None
    assert {column.name for column in knowledge.columns} <= {
        "Commonsense",
        "Knowledge Base",
        "Physical Knowledge",
        "Visual Knowledge",
    }
    pairwise = analysis.named("pairwise-difference")
    assert pairwise is not None
    assert [row.label for row in pairwise.rows] == [column.name for column in pairwise.columns]
    for table in (frequency, knowledge):
        for row in table.rows:
            assert sum(cell.n for cell in row.cells if cell) == analysis.questions
    known = analyse(runs, training=read_training(DATA / "large_vocab_train.csv", "aokvqa"))
    covered = known.named("answer-vocabulary-coverage")
    assert covered is not None
    assert covered.rows[0].cells[-1] is not None
    assert covered.rows[0].cells[-1].value > 0.8  # the vocabulary was made for these questions
