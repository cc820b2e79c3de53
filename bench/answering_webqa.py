"""WebQA: which sources are chosen, and what is answered, by category."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bench.answering_runs import Measuring, mean, shown, table
from manyhop.benchmarks import Example, WebQA

VLP = 68.9  # source F1 of the paper's VLP on the official test, restricted, modality unknown
AIM = 65


class Keyed(WebQA):
    """The val questions that come with all their sources, with keywords from another file."""

    def __init__(self, paths: Sequence[Path], keyed: Path) -> None:
        super().__init__(paths)
        self._keyed = WebQA([keyed])

    def examples(self) -> Iterator[Example]:
        golds = {one.question.id: one.gold for one in self._keyed.examples()}
        for example in super().examples():
            known = golds.get(example.question.id)
            gold = example.gold
            if gold and known and known.keywords:
                gold = msgspec.structs.replace(gold, keywords=known.keywords)
            yield msgspec.structs.replace(example, gold=gold)


def val50(data: Path) -> tuple[WebQA, list[Path]]:
    """WebQA's questions as they are at hand, and the files they are in."""
    files = [data / f"webqa/webqa_val50_{part}.json.gz" for part in ("img", "txt")]
    keyed = data / "webqa/webqa_val_qa_qrels.jsonl.gz"
    return Keyed(files, keyed), [*files, keyed]


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
