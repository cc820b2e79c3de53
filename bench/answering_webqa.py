"""WebQA: which sources are chosen, and what is answered, by category."""

from collections.abc import Iterator
from pathlib import Path

from bench.answering_runs import Measuring, mean, shown, table
from manyhop.benchmarks import WebQA

VLP = 68.9  # source F1 of the paper's VLP on the official test, restricted, modality unknown
AIM = 65


def val50(data: Path) -> tuple[WebQA, list[Path]]:
    """The val questions that come with all their sources."""
    files = [data / f"webqa/webqa_val50_{part}.json.gz" for part in ("img", "txt")]
    return WebQA(files), files


def webqa(measuring: Measuring) -> Iterator[str]:
    benchmark, files = val50(measuring.data)
    planner = measuring.planners[0]
    samples = measuring.samples(benchmark, f"manyhop:{planner}", f"webqa/{planner}", files=files)
    parts = {"all": samples}
    for key in ("modality", "category"):
        for value in sorted({sample.breakdowns[key] for sample in samples}):
            parts.setdefault(value, [one for one in samples if one.breakdowns[key] == value])
    metrics = ("source_f1", "source_precision", "source_recall", "accuracy", "approximate_accuracy")
    lines = [
        [name, *(shown(mean(part, f"webqa.{metric}")) for metric in metrics)]
        for name, part in parts.items()
    ]
    lines.append(["*aim*", str(AIM), "", "", "", ""])
    lines.append(["*VLP, official test*", str(VLP), "", "", "", ""])
    heads = ["", "source F1", "precision", "recall", "Acc", "Acc, approximate"]
    yield table(f"WebQA, val50, restricted, modality unknown ({planner})", heads, lines)
