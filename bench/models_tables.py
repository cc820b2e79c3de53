"""Reading tables: WikiTableQuestions dev, HybridQA's table answers, MultiModalQA's TableQ slice."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.model_rows import Row, scored_row
from manyhop.metrics import mmqa
from manyhop.models.embedded._row_reader import RowReader
from training.table_answers import denotes, values
from training.table_lessons import Lesson, cells_saying, hybridqa, mmqa_slice, normal, wikitq

_WORD = re.compile(r"[^\W_]+")
_COMMON = frozenset(
    _WORD.findall("the of in what was is which who did a an and for to how many that with")
)


def rows(data: Path, limit: int | None) -> Iterator[Row]:
    """The best cell where cells answer, and whole answers."""
    reader = RowReader.load()
    yield from wikitq_rows(list(wikitq(data, "dev"))[:limit], reader)
    lessons = list(hybridqa(data, "dev"))[:limit]
    yield scored_row(
        "tables",
        "HybridQA table answers: top-1 cell",
        [is_right(top_cell(reader, lesson), lesson) for lesson in lessons],
        groups=[lesson.table.id for lesson in lessons],
        baseline=[is_right(plain_cell(lesson), lesson) for lesson in lessons],
        note="baseline: shared words; many of these need the passages too",
    )
    lessons = list(mmqa_slice(data))[:limit]
    yield scored_row(
        "tables",
        "MMQA slice TableQ, EM",
        [
            mmqa.exact_match(
                values(reader.read(lesson.question, lesson.table), lesson.table), lesson.answers
            )
            for lesson in lessons
        ],
        groups=[lesson.table.id for lesson in lessons],
        baseline=[mmqa.exact_match([plain_cell(lesson)], lesson.answers) for lesson in lessons],
        trial=52,
        aim=60,
        note="baseline: shared words; official metric",
    )


def wikitq_rows(lessons: Sequence[Lesson], reader: RowReader) -> Iterator[Row]:
    """The best cell of the questions whose every answer is a cell's text; answers to all."""
    celled = [
        lesson
        for lesson in lessons
        if all(cells_saying(lesson.table, answer) for answer in lesson.answers)
    ]
    yield scored_row(
        "tables",
        "WikiTableQuestions dev, cell answers: top-1 cell",
        [is_right(top_cell(reader, lesson), lesson) for lesson in celled],
        groups=[lesson.table.id for lesson in celled],
        baseline=[is_right(plain_cell(lesson), lesson) for lesson in celled],
        trial=42.2,
        aim=50,
        note="baseline: shared words",
    )
    yield scored_row(
        "tables",
        "WikiTableQuestions dev, all: whole answer",
        [
            denotes(values(reader.read(lesson.question, lesson.table), lesson.table), lesson)
            for lesson in lessons
        ],
        groups=[lesson.table.id for lesson in lessons],
        baseline=[denotes([plain_cell(lesson)], lesson) for lesson in lessons],
        note="our own comparison of numbers, dates and texts",
    )


def top_cell(reader: RowReader, lesson: Lesson) -> str:
    """The text of the likeliest cell."""
    best = reader.rank(lesson.question, lesson.table, most=1)[0]
    return lesson.table.rows[best.row][best.column].text


def is_right(text: str, lesson: Lesson) -> float:
    """Whether a cell says one of the answers."""
    return float(normal(text) in {normal(answer) for answer in lesson.answers})


def plain_cell(lesson: Lesson) -> str:
    """The plain way: the row and the header that share most words with the question."""
    asked = _words(lesson.question)
    table = lesson.table
    shared = [sum(len(asked & _words(cell.text)) for cell in row) for row in table.rows]
    row = table.rows[shared.index(max(shared))]
    named = [
        len(asked & _words(column.name)) - bool(asked & _words(cell.text))
        for column, cell in zip(table.columns, row, strict=True)
    ]
    return row[named.index(max(named))].text


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _COMMON
