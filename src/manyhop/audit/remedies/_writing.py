"""A remedied benchmark in the files' own format."""

import csv
import gzip
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from manyhop.audit._dataset import Dataset
from manyhop.benchmarks import MMQA, Example, HybridQA, OwnQuestions
from manyhop.errors import ManyhopError

_IDS = {"recipeqa": "qid", "aokvqa": "question_id", "hybridqa": "question_id", "mmqa": "qid"}
_CONTEXTS = (
    "MMQA_tables*",
    "MMQA_texts*",
    "MMQA_images*",
    "tables.jsonl*",
    "*_passages.jsonl*",
    "WikiTables-WithLinks*",
)


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
    for file in _files(dataset):
        target = folder / file.name.removesuffix(".gz")
        target.write_bytes(_rewritten(dataset.name, file, kept))
        written.append(target)
    for path in sorted({found for file in _files(dataset) for found in _contexts(file.parent)}):
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


def _files(dataset: Dataset) -> list[Path]:
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
