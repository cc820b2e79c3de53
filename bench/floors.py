"""Every floor on every benchmark at hand: python -m bench.floors ../shared/data runs/floors

Each pair is a run of its own under the second folder, so that a second call only prints what the
first has measured. Prints the tables of docs/reproductions/floors.md.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from manyhop.answering import Question
from manyhop.baselines import FLOORS, open_answerer
from manyhop.benchmarks import Benchmark, Example, Gold, WebQA, open_benchmark, read_vocabulary
from manyhop.evaluation import Estimate, Results, load_run, run


class Column(NamedTuple):
    """A metric, over all questions or those of one group."""

    title: str
    metric: str
    by: str = ""
    group: str = ""


class Set(NamedTuple):
    """A benchmark as it is at hand."""

    folder: str
    title: str
    benchmark: Benchmark
    files: tuple[Path, ...]
    columns: tuple[Column, ...]
    floors: tuple[str, ...] = FLOORS


HOPS = ("Single-hop", "Multi-hop")
TASKS = ("textual_cloze", "visual_cloze", "visual_coherence", "visual_ordering")
CATEGORIES = ("YesNo", "choose", "color", "shape", "number", "Others")
UNSOURCED = ("random", "weighted-random", "most-common", "question-only", "oracle")


def sets(data: Path) -> Iterable[Set]:
    """The benchmarks of the data folder."""
    photographs = data / "aokvqa/aokvqa_v1p0_val.json.gz"
    columns: tuple[Column, ...] = (
        Column("multiple choice", "aokvqa.multiple_choice"),
        Column("direct answer", "aokvqa.direct_answer"),
        Column("VQA accuracy", "vqa.accuracy"),
    )
    benchmark = open_benchmark("aokvqa", photographs)
    yield Set("aokvqa", "A-OKVQA, val", benchmark, (photographs,), columns)

    recipes = data / "recipeqa/val.json.gz"
    columns = (Column("accuracy", "recipeqa.accuracy"),)
    columns += tuple(Column(task, "recipeqa.accuracy", "task", task) for task in TASKS)
    benchmark = open_benchmark("recipeqa", recipes)
    yield Set("recipeqa", "RecipeQA, val", benchmark, (recipes,), columns)

    columns = (Column("EM", "mmqa.exact_match"), Column("F1", "mmqa.f1"))
    columns += tuple(Column(f"F1, {hop}", "mmqa.f1", "hop", hop) for hop in HOPS)
    columns += (Column("source F1", "mmqa.source_f1"),)
    for folder, title in (
        ("mmqa", "MultiModalQA, dev, image titles as the only candidates"),
        ("mmqa/slice", "MultiModalQA, dev, the slice with all candidates"),
    ):
        path = data / folder / "MMQA_dev.jsonl.gz"
        files = tuple(sorted((data / folder).glob("MMQA_*.jsonl.gz")))
        yield Set(folder.replace("/", "-"), title, open_benchmark("mmqa", path), files, columns)

    paths = (data / "webqa/webqa_val50_img.json.gz", data / "webqa/webqa_val50_txt.json.gz")
    columns = (
        Column("approximate accuracy", "webqa.approximate_accuracy"),
        Column("source F1, image queries", "webqa.source_f1", "modality", "image"),
        Column("source F1, text queries", "webqa.source_f1", "modality", "text"),
    )
    yield Set("webqa", "WebQA, val, with candidates", WebQA(paths), paths, columns)

    path = data / "webqa/webqa_val_qa_qrels.jsonl.gz"
    columns = (Column("accuracy", "webqa.accuracy"),)
    columns += tuple(Column(name, "webqa.accuracy", "category", name) for name in CATEGORIES)
    title = "WebQA, val image queries, without candidates"
    yield Set("webqa-unsourced", title, WebQA([path]), (path,), columns, UNSOURCED)


def results(each: Set, floor: str, runs: Path, training: Iterable[Example] = ()) -> Results:
    """What the run came to; it is made or finished where it is not there."""
    folder = runs / each.folder / floor
    if (folder / "run.json").exists() and (done := load_run(folder).results):
        return done
    answerer = open_answerer(floor.partition(" ")[0], each.benchmark, training=training)
    return run(each.benchmark, answerer, folder, files=each.files, resume=True)


def vocabulary(data: Path) -> list[Example]:
    """A-OKVQA's training vocabulary as examples, each word right once."""
    words = read_vocabulary(data / "aokvqa/large_vocab_train.csv")
    return [
        Example(question=Question(id=word, text=""), gold=Gold(values=(word,)))
        for word in words
        if word
    ]


def shown(estimate: Estimate | None, n: int) -> str:
    """In percent with the interval; the number of questions where it is not the column's."""
    if estimate is None:
        return "–"
    value, low, high = (100 * share for share in (estimate.value, estimate.low, estimate.high))
    fewer = "" if estimate.n == n else f", n = {estimate.n:,}"
    return f"{value:.1f} ({low:.1f}–{high:.1f}){fewer}"


def cell(found: Results, column: Column) -> Estimate | None:
    metrics = found.metrics
    if column.by:
        metrics = found.breakdowns.get(column.by, {}).get(column.group, {})
    return metrics.get(column.metric)


def table(each: Set, rows: dict[str, Results]) -> str:
    """A Markdown table with the number of questions under each title."""
    oracle = [cell(rows["oracle"], column) for column in each.columns]
    counts = [estimate.n if estimate else 0 for estimate in oracle]
    heads = [f"{c.title}, n = {n:,}" for c, n in zip(each.columns, counts, strict=True)]
    lines = [f"### {each.title}", "", "| | " + " | ".join(heads) + " |"]
    lines.append("|---" * (len(heads) + 1) + "|")
    for floor, found in rows.items():
        pairs = zip(each.columns, counts, strict=True)
        cells = (shown(cell(found, column), n) for column, n in pairs)
        lines.append(f"| {floor} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main() -> None:
    data, runs = map(Path, sys.argv[1:3])
    for each in sets(data):
        rows = {floor: results(each, floor, runs) for floor in each.floors}
        if each.folder == "aokvqa":
            name = "random (vocabulary)"
            rows[name] = results(each, name, runs, vocabulary(data))
        print(table(each, rows), end="\n\n")


if __name__ == "__main__":
    main()
