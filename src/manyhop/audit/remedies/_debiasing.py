"""Remedies applied, with the audit before and after, and written in the files' own format."""

import csv
import gzip
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from manyhop.audit._audit import FOLDS, SEEDS, Audit, Change, OnProgress, audit, changes
from manyhop.audit._dataset import Dataset
from manyhop.audit.remedies._remedied import balanced, redrawn, without_easy
from manyhop.benchmarks import MMQA, Example, HybridQA, OwnQuestions
from manyhop.errors import ManyhopError

Remedy = Literal["exchange", "budget", "balance", "filter"]
REMEDIES: tuple[Remedy, ...] = get_args(Remedy)
_IDS = {"recipeqa": "qid", "aokvqa": "question_id", "hybridqa": "question_id", "mmqa": "qid"}
_CONTEXTS = (
    "MMQA_tables*",
    "MMQA_texts*",
    "MMQA_images*",
    "tables.jsonl*",
    "*_passages.jsonl*",
    "WikiTables-WithLinks*",
)


class Debiased(msgspec.Struct, frozen=True, kw_only=True):
    """What the remedies left, and what cheaters get before and after."""

    examples: list[Example]
    notes: tuple[str, ...]
    before: Audit
    after: Audit
    changes: tuple[Change, ...]


def usual(name: str) -> tuple[Remedy, ...]:
    """The remedies for a benchmark when none is named."""
    return ("exchange",) if name == "recipeqa" else ("balance", "filter")


def debias(
    dataset: Dataset,
    remedies: Sequence[Remedy] = (),
    *,
    only: Sequence[str] = (),
    folds: int = FOLDS,
    seeds: int = SEEDS,
    seed: int = 0,
    on_progress: OnProgress = lambda stage, done, total: None,
) -> Debiased:
    """Audit, apply the remedies in their order, and audit again.

    Example: ``debias(open_dataset(["val.json"])).changes[0].change.value``
    """
    files = [list(one.examples()) for one in dataset.benchmarks]
    examples = [example for file in files for example in file]
    kept, notes = examples, []
    chosen = tuple(remedies) or usual(dataset.name)

    def audited(some: Sequence[Example], when: str) -> Audit:
        return audit(
            dataset.benchmark,
            some,
            only=only,
            folds=folds,
            seeds=seeds,
            seed=seed,
            on_progress=lambda stage, done, total: on_progress(f"{when}: {stage}", done, total),
        )

    before = audited(examples, "before")
    for remedy in chosen:
        match remedy:
            case "exchange" | "budget":
                done = redrawn(kept, remedy, seed, apart=_files(files))
            case "balance":
                done = balanced(kept, seed)
            case "filter":
                now = before if kept is examples else audited(kept, "between")
                done = without_easy(kept, now)
        kept = done.examples
        notes.append(f"{remedy}: {done.note}")
    if not kept:
        raise ManyhopError("the remedies leave no questions; try fewer")
    after = audited(kept, "after")
    return Debiased(
        examples=kept,
        notes=tuple(notes),
        before=before,
        after=after,
        changes=tuple(changes(before, after, paired=not _selects(chosen, examples))),
    )


def _files(files: Sequence[Sequence[Example]]) -> dict[str, int]:
    """The file of each question: splits must not lend each other their answers."""
    return {one.question.id: number for number, file in enumerate(files) for one in file}


def _selects(remedies: Sequence[Remedy], examples: Sequence[Example]) -> bool:
    """Whether what is left was chosen by its answers, so that pairs would say nothing."""
    choosing = any(one.question.choices for one in examples)
    return "filter" in remedies or ("balance" in remedies and not choosing)


# A remedied benchmark in the files' own format.


def write_debiased(dataset: Dataset, examples: list[Example], folder: Path) -> list[Path]:
    """Write what stays of each file under its own name, and copy the contexts beside it.

    Example: ``write_debiased(dataset, debiased.examples, Path("fair"))``
    """
    kept = {example.question.id: example for example in examples}
    written = []
    if isinstance(dataset.benchmark, OwnQuestions):
        if len(dataset.files) > 1:
            raise ManyhopError("questions of one's own are debiased file by file; name one")
        return [_own(dataset.benchmark, dataset.files[0], examples, folder)]
    for file in _official_files(dataset):
        target = folder / file.name.removesuffix(".gz")
        target.write_bytes(_rewritten(dataset.name, file, kept))
        written.append(target)
    for path in sorted(
        {found for file in _official_files(dataset) for found in _contexts(file.parent)}
    ):
        if path.is_dir():
            shutil.copytree(path, folder / path.name)
        else:
            shutil.copy(path, folder / path.name)
    return written


def _own(benchmark: OwnQuestions, file: Path, examples: Sequence[Example], folder: Path) -> Path:
    """A CSV as a CSV; any other file as JSON Lines, a row a question."""
    rows = [benchmark.row_of(example) for example in examples]
    stem = file.name.split(".")[0]
    if file.suffix != ".csv":
        target = folder / f"{stem}.jsonl"
        target.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        return target
    target = folder / f"{stem}.csv"
    with target.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return target


def _official_files(dataset: Dataset) -> list[Path]:
    """The question files, also where a folder was named."""
    found = [one.path for one in dataset.benchmarks if isinstance(one, MMQA | HybridQA)]
    return found or list(dataset.files)


def _contexts(folder: Path) -> list[Path]:
    return [path for pattern in _CONTEXTS for path in sorted(folder.glob(pattern))]


def _rewritten(name: str, file: Path, kept: Mapping[str, Example]) -> bytes:
    data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
    encode: Callable[[Any], bytes] = msgspec.json.encode
    if name == "mmqa":
        rows = [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
        return b"".join(encode(row) + b"\n" for row in rows if row["qid"] in kept)
    whole = msgspec.json.decode(data)
    if name == "webqa" and isinstance(whole, dict):
        return encode({guid: record for guid, record in whole.items() if guid in kept})
    if name == "webqa":
        return encode([record for record in whole if str(record.get("Guid")) in kept])
    if name not in _IDS:
        raise ManyhopError(f"{name} can't be written; audit it, and take out what it names")
    rows = whole["data"] if name == "recipeqa" else whole
    rows = [_record(name, row, kept[row[_IDS[name]]]) for row in rows if row[_IDS[name]] in kept]
    return encode({**whole, "data": rows} if name == "recipeqa" else rows)


def _record(name: str, row: dict[str, Any], example: Example) -> dict[str, Any]:
    """The record with the example's choices, where it has some."""
    choices, gold = example.question.choices, example.gold
    if name == "recipeqa" and gold is not None:
        before = row["choice_list"]
        lists = {" | ".join(one): one for one in before if isinstance(one, list)}
        return {
            **row,
            "choice_list": [lists.get(choice, choice) for choice in choices],
            "answer": gold.choice,
        }
    if name == "aokvqa" and gold is not None:
        return {**row, "choices": list(choices), "correct_choice_idx": gold.choice}
    return row
