"""Whether a table reading's answers are the right ones, in whatever spelling."""

from collections.abc import Sequence

from manyhop.models import TableReading
from manyhop.sources import Table, parse_date, parse_number
from training.table_lessons import Lesson, normal


def values(reading: TableReading, table: Table) -> list[str]:
    """The answers that a reading gives, each by itself."""
    if reading.operation != "cells":
        return [reading.value]
    texts = [table.rows[cell.row][cell.column].text for cell in reading.cells]
    return list(dict.fromkeys(texts))


def denotes(found: Sequence[str], lesson: Lesson) -> float:
    """Whether these are the answers, all of them and no others, in whatever spelling."""
    return float(set(map(_meant, found)) == set(map(_meant, lesson.answers)))


def _meant(text: str) -> str:
    if (number := parse_number(text)) is not None:
        return f"{number.value:.10g}"
    if (day := parse_date(text)) is not None:
        return str(day)
    return normal(text).rstrip(".")
