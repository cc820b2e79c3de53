"""Rows of any question file: JSON, JSON Lines, CSV, TSV, Parquet, Arrow, or a folder of them."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from arro3.io import read_ipc_stream, read_parquet

from manyhop.benchmarks._json_files import read_records, read_text
from manyhop.errors import ManyhopError

SPLITS = ("train", "dev", "val", "validation", "test")
_TABLES = {".csv": ",", ".tsv": "\t"}
_ARROW = {".parquet", ".arrow"}
_READ = ("*.parquet", "*.arrow", "*.jsonl", "*.jsonl.gz", "*.json", "*.json.gz", "*.csv", "*.tsv")
_FORMATS = "JSON, JSON Lines, CSV, TSV, Parquet, or a folder of them"
_NOT_ROWS = {"dataset_info.json", "dataset_dict.json", "state.json", "dataset_infos.json"}
_BATCH = 1_000


class Row(NamedTuple):
    """A question's fields, where it stands, and the split that its file's name says."""

    where: str
    split: str
    fields: dict[str, Any]


def question_files(path: Path) -> list[Path]:
    """The file itself, or those of a folder that hold questions, as a hub's data set has them.

    Of a folder with a ``data`` folder only that is read, and of several formats the first.
    """
    if not path.is_dir():
        return [path]
    inside = path / "data" if (path / "data").is_dir() else path
    for pattern in _READ:
        found = sorted(file for file in inside.rglob(pattern) if file.name not in _NOT_ROWS)
        named = [file for file in found if split_of(file)]
        if found:
            return named or found
    raise ManyhopError(f"{path} holds no questions; name {_FORMATS}")


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a file or folder, nested ones taken apart, so that each is one question.

    Example: ``next(read_rows(Path("train.jsonl"))).fields["question"]``
    """
    for file in question_files(path):
        number, split = 0, split_of(file)
        for where, fields in _rows(file):
            number += 1
            yield Row(where, split, fields)
        if not number:
            raise ManyhopError(f"{file} holds no questions; name {_FORMATS}")


def _rows(file: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    if not file.exists():
        raise ManyhopError(f"{file} is not there; check the path")
    if file.suffix in _TABLES:
        yield from _table(file, _TABLES[file.suffix])
    elif file.suffix in _ARROW:
        yield from read_columns(file)
    elif {".json", ".jsonl"} & set(file.suffixes):
        for where, key, value in read_records(file):
            yield from _unnested(where, key, value)
    else:
        raise ManyhopError(f"{file} is of no kind that is read; name {_FORMATS}")


def _table(file: Path, delimiter: str) -> Iterator[tuple[str, dict[str, Any]]]:
    reader = csv.DictReader(
        io.StringIO(read_text(file), newline=""), delimiter=delimiter, restkey="", strict=True
    )
    try:
        for fields in reader:
            yield f"{file}:{reader.line_num}", {key: text for key, text in fields.items() if key}
    except csv.Error as error:
        raise ManyhopError(f"{file}:{reader.line_num}: {error}; mend the line") from None


def read_columns(
    file: Path, remedy: str = "fetch it again"
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of a Parquet or Arrow file, each with where it stands.

    Example: ``where, fields = next(read_columns(Path("train-00000.parquet")))``
    """
    number = 0
    try:
        opened = read_parquet(file) if file.suffix == ".parquet" else read_ipc_stream(file)
        names = opened.schema.names
        for batch in opened:
            columns = [column.to_pylist() for column in batch.columns]
            for values in zip(*columns, strict=True):
                number += 1
                yield f"{file}, row {number}", dict(zip(names, values, strict=True))
    except (ManyhopError, KeyboardInterrupt, SystemExit, GeneratorExit, MemoryError):
        raise
    except BaseException as error:  # the library's panics are not Exceptions
        raise ManyhopError(f"{file} can't be read: {error}; {remedy}") from error


def _unnested(where: str, key: str, value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """A question, or the questions inside: of articles and paragraphs, or listed by table."""
    if isinstance(value, list) and key in {"data", "questions", "examples", "rows", ""}:
        for number, each in enumerate(value):
            yield from _unnested(f"{where}[{number}]", "", each)
        return
    if isinstance(value, list) and _parallel(value):
        statements, labels = value[0], value[1]
        title = {"title": value[2]} if len(value) > 2 and isinstance(value[2], str) else {}
        for number, (statement, label) in enumerate(zip(statements, labels, strict=True)):
            told = {"table_id": key, "statement": statement, "label": label, **title}
            yield f"{where}, statement {number + 1}", told
        return
    if not isinstance(value, dict):
        if key:  # a remark such as "version" beside the questions
            return
        raise ManyhopError(f"{where} is no record with a question; give one object a question")
    inside = next((value[name] for name in ("paragraphs", "qas") if name in value), None)
    if isinstance(inside, list):
        outer = {name: each for name, each in value.items() if not isinstance(each, list)}
        for number, each in enumerate(inside):
            if isinstance(each, dict) and ("qas" in value or "qas" in each):
                yield from _unnested(f"{where}[{number}]", "", outer | each)
            else:
                break
        else:
            return
    yield where, ({"id": key} if key else {}) | _flat(value)


def _parallel(value: list[Any]) -> bool:
    """Whether these are statements and their labels side by side, as TabFact lists them."""
    return (
        len(value) >= 2
        and isinstance(value[0], list)
        and isinstance(value[1], list)
        and len(value[0]) == len(value[1])
        and all(isinstance(each, str) for each in value[0])
    )


def _flat(value: Mapping[str, Any]) -> dict[str, Any]:
    """A question that is an object itself (``{"stem": …, "choices": […]}``) is laid open."""
    question = value.get("question")
    if not isinstance(question, dict):
        return dict(value)
    rest = {name: each for name, each in value.items() if name != "question"}
    return rest | {f"question.{name}": each for name, each in question.items()}


def split_of(file: Path) -> str:
    """``train`` for ``data/train-00000-of-00002.parquet`` and ``train/data-00000.arrow``."""
    words = re.split(r"[^a-z]+", f"{file.parent.name} {file.name}".lower())
    return next((split for split in SPLITS if split in words), "")
