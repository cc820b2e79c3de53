"""The table questions that the row reader learns from, and those it is measured by.

Real ones come from WikiTableQuestions (random split 1) and HybridQA (split by table); generated
ones are asked of tables that no dev, test or measuring question touches, nor any page of theirs.
"""

import csv
import io
import json
import random
import re
import tarfile
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from manyhop.generation.tables import table_questions
from manyhop.sources import Cell, Column, Table, infer_kind, parse_number
from manyhop.sources.reading._mmqa import table_from_row
from training.static_texts import read_json, read_lines, split_of

OPERATIONS = ("cells", "count", "sum", "average", "difference", "yes", "no")
ROWS_KEPT = 250  # of a table

_COUNTED = re.compile(r"(how many|(what (is|was) )?(the )?(total )?number of)\b")
_DIFFERENCE = re.compile(
    r"how (many|much) (more|fewer|less|higher|longer|larger|bigger|greater)|difference"
)


@dataclass
class Lesson:
    """A question; ``groups`` has the cells for each part of its answer, any of which is right.

    ``operation`` is a number in OPERATIONS or -1 where it is not known; ``count`` is the number of
    rows that answer, or -1. ``source`` names the set, ``answers`` the texts that are right.
    """

    question: str
    table: Table
    source: str
    groups: list[list[tuple[int, int]]] = field(default_factory=list)
    operation: int = -1
    count: int = -1
    answers: Sequence[str] = ()


def normal(text: str) -> str:
    """A text as answers are compared: case, quotes, dashes and digit groups made alike.

    Example: ``normal('"1,234"')`` → ``"1234"``
    """
    text = unicodedata.normalize("NFKC", text).replace("–", "-").replace("−", "-").lower()
    text = re.sub(r"\s+", " ", text.strip().strip("\"'").strip())
    try:
        number = float(text.replace(",", ""))
    except ValueError:
        return text
    return str(int(number)) if number.is_integer() else str(number)


def plain_table(id: str, title: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table with all its rows and columns where the file has them."""
    width = len(names)
    filled = [[*row[:width], *[""] * (width - len(row))] for row in rows[:ROWS_KEPT]]
    return Table(
        id=id,
        title=title,
        columns=tuple(
            Column(name, infer_kind([row[column] for row in filled], name))
            for column, name in enumerate(names)
        ),
        rows=tuple(tuple(map(Cell, row)) for row in filled),
    )


def wikitq(data: Path, split: str) -> Iterator[Lesson]:
    """WikiTableQuestions: "train" or "dev" of random split 1, all questions."""
    files = _wikitq_files(data)
    tables: dict[str, Table] = {}
    for line in files[f"data/random-split-1-{split}.tsv"].split("\n")[1:]:
        if not line:
            continue
        _, question, name, answer = line.split("\t")
        if name not in tables:
            tables[name] = _wikitq_table(name, files[name])
        answers = [_unescaped(each) for each in answer.split("|")]
        yield labelled(question, tables[name], answers, f"wikitq {split}")


def labelled(question: str, table: Table, answers: Sequence[str], source: str) -> Lesson:
    """A lesson with what can be told from the answer alone: cells that say it, or a count."""
    lesson = Lesson(question, table, source, answers=answers)
    groups = [cells_saying(table, answer) for answer in answers]
    counted = _COUNTED.match(question.lower())
    number = parse_number(answers[0]) if len(answers) == 1 else None
    small = number is not None and number.value == int(number.value) and 0 < number.value < 100
    if _DIFFERENCE.search(question.lower()) and number is not None:
        lesson.operation = OPERATIONS.index("difference")
        pairs = _pairs_apart(table, number.value)
        if len(pairs) == 1:
            lesson.groups = [[cell] for cell in pairs[0]]
    elif all(groups) and not (counted and sum(map(len, groups)) > 3):
        lesson.groups, lesson.operation = groups, 0
    elif counted and small and number is not None:
        lesson.operation, lesson.count = 1, int(number.value)
        if lesson.count > len(table.rows):
            lesson.operation = lesson.count = -1
    elif answers[0].lower() in {"yes", "no"}:
        lesson.operation = OPERATIONS.index(answers[0].lower())
    elif all(groups):
        lesson.groups = groups
    return lesson


def cells_saying(table: Table, answer: str) -> list[tuple[int, int]]:
    """The cells whose text is the answer, in whatever spelling."""
    wanted = normal(answer)
    return [
        (row, column)
        for row, cells in enumerate(table.rows)
        for column, cell in enumerate(cells)
        if _normal_cell(cell.text) == wanted
    ]


@cache
def _normal_cell(text: str) -> str:
    return normal(text)


def _pairs_apart(table: Table, apart: float) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Pairs of numbers in one column that differ by so much."""
    found = []
    for column, named in enumerate(table.columns):
        if named.kind != "number":
            continue
        values = [(row, parse_number(cells[column].text)) for row, cells in enumerate(table.rows)]
        numbers = [(row, number.value) for row, number in values if number]
        for place, (row, value) in enumerate(numbers):
            for other, against in numbers[place + 1 :]:
                if abs(abs(value - against) - apart) < 1e-6:
                    found.append(((row, column), (other, column)))
    return found


def hybridqa(data: Path, split: str) -> Iterator[Lesson]:
    """HybridQA questions whose answer stands in the table itself."""
    tables = hybridqa_tables(data)
    for question in read_json(data / "hybridqa/dev.traced.json.gz"):
        id = question["table_id"]
        cells = [tuple(node[1]) for node in question["answer-node"] if node[3] == "table"]
        if split_of(id) == split and cells and id in tables:
            cells = [(row, column) for row, column in cells if row < ROWS_KEPT]
            if cells:
                answers = [question["answer-text"]]
                yield Lesson(
                    question["question"], tables[id], f"hybridqa {split}", [cells], 0, -1, answers
                )


@cache
def hybridqa_tables(data: Path) -> dict[str, Table]:
    """HybridQA's tables by id."""
    return {
        each["table_id"]: plain_table(
            each["table_id"],
            each["title"],
            [name for name, _ in each["header"]],
            [[cell for cell, _ in row] for row in each["data"]],
        )
        for each in read_lines(data / "hybridqa/tables.jsonl.gz")
    }


def mmqa_slice(data: Path) -> Iterator[Lesson]:
    """The MultiModalQA slice's questions over tables alone. Only ever measured."""
    folder = data / "mmqa/slice"
    tables = {
        row["id"]: table_from_row(row, "") for row in read_lines(folder / "MMQA_tables.jsonl.gz")
    }
    for question in read_lines(folder / "MMQA_dev.jsonl.gz"):
        if question["metadata"]["type"] == "TableQ":
            answers = [str(each["answer"]) for each in question["answers"]]
            table = tables[question["metadata"]["table_id"]]
            yield labelled(question["question"], table, answers, "mmqa slice")


def tabfact_tables(data: Path, most: int, seed: int = 0) -> Iterator[Table]:
    """TabFact's tables of 4 to 30 rows in random order."""
    with tarfile.open(data / "tabfact/tabfact.tar.gz") as archive:
        texts = {
            member.name.rsplit("/", 1)[-1]: _text(archive, member)
            for member in archive
            if "/all_csv/" in member.name or member.name.endswith("table_to_page.json")
        }
    pages = json.loads(texts.pop("table_to_page.json"))
    names = sorted(texts)
    random.Random(seed).shuffle(names)
    held_out = _held_out_titles(data)
    for name in names:
        grid = [line.split("#") for line in texts[name].split("\n") if line]
        title = pages.get(name, ["", ""])[0]
        if 4 < len(grid) < 32 and len(grid[0]) > 2 and most and title.lower() not in held_out:
            most -= 1
            yield plain_table(name, title, grid[0], grid[1:])


def generated(data: Path, tabfact: int, each: int, seed: int = 0) -> Iterator[Lesson]:
    """Questions made from tables that only training may see, ``each`` of every table."""
    held_out = _held_out_titles(data)
    tables = [lesson.table for lesson in wikitq(data, "train")]
    tables += [
        table
        for id, table in hybridqa_tables(data).items()
        if split_of(id) == "train" and table.title.lower() not in held_out
    ]
    tables += tabfact_tables(data, tabfact, seed)
    for table in {table.id: table for table in tables}.values():
        if len(table.rows) > 40:
            continue
        for made in table_questions(table, each, seed):
            by_text: dict[str, list[tuple[int, int]]] = {}
            for row, column in made.cells:
                text = table.rows[row][column].text.lower() if made.operation == "cells" else ""
                text = str(row) if made.operation == "difference" else text
                by_text.setdefault(text, []).append((row, column))
            name = made.value if made.operation == "check" else made.operation
            yield Lesson(
                made.question,
                table,
                "generated",
                list(by_text.values()),
                OPERATIONS.index(name),
                len(made.cells),
                [made.value],
            )


@cache
def _held_out_titles(data: Path) -> frozenset[str]:
    """Pages of tables that dev or measuring questions are about, in lower case."""
    files = _wikitq_files(data)
    titles = {row["title"] for row in read_lines(data / "mmqa/slice/MMQA_tables.jsonl.gz")}
    dev = {
        line.split("\t")[2] for line in files["data/random-split-1-dev.tsv"].split("\n")[1:] if line
    }
    for line in files["misc/table-metadata.tsv"].split("\n")[1:]:
        fields = line.split("\t")
        if fields[0] in dev:
            titles.add(fields[4])
    tables = hybridqa_tables(data)
    titles |= {table.title for id, table in tables.items() if split_of(id) != "train"}
    return frozenset(title.lower() for title in titles)


@cache
def _wikitq_files(data: Path) -> dict[str, str]:
    with tarfile.open(data / "wikitq/wikitq.tar.gz") as archive:
        return {
            member.name.split("/", 1)[1]: _text(archive, member)
            for member in archive
            if member.name.endswith((".csv", ".tsv"))
        }


def _wikitq_table(name: str, text: str) -> Table:
    reader = csv.reader(io.StringIO(text), doublequote=False, escapechar="\\")
    grid = [[re.sub(r"\s+", " ", cell).strip() for cell in row] for row in reader]
    return plain_table(name, "", grid[0], grid[1:])


def _unescaped(text: str) -> str:
    return text.replace("\\n", "\n").replace("\\p", "|").replace("\\\\", "\\")


def _text(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    file = archive.extractfile(member)
    return file.read().decode("utf-8") if file else ""
