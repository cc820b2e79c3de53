"""Questions over one table, each with a program that proves its answer."""

import random
from collections.abc import Iterator

import msgspec

from manyhop.generation.tables._drawing import draw
from manyhop.generation.tables._execution import execute
from manyhop.generation.tables._programs import Operation, Program
from manyhop.generation.tables._table_view import view_of
from manyhop.generation.tables._wording import word
from manyhop.sources import Table

_TRIES = 6  # throws of the dice for each question wanted
_MOST_CELLS = 6  # an answer of more cells is a list that nobody asks for


class TableQuestion(msgspec.Struct, frozen=True):
    """A question, the cells that answer it, and what is done with them.

    ``value`` is the answer as execution found it; several cells' texts are joined by commas.
    """

    question: str
    cells: tuple[tuple[int, int], ...]
    operation: Operation
    value: str
    program: Program


def table_questions(table: Table, count: int, seed: int = 0) -> Iterator[TableQuestion]:
    """Up to ``count`` different questions; the same for the same table and seed.

    Example: ``next(table_questions(table, 1)).question``
    """
    if len(table.rows) < 3 or len(table.columns) < 2:
        return
    view = view_of(table)
    chance = random.Random(f"{seed} {table.id}")
    asked: set[Program] = set()
    for _ in range(count * _TRIES):
        program = draw(view, chance)
        if program is None or program in asked:
            continue
        outcome = execute(program, view)
        if outcome is None or (program.operation == "cells" and len(outcome.cells) > _MOST_CELLS):
            continue
        asked.add(program)
        question = word(program, view, chance)
        yield TableQuestion(question, outcome.cells, program.operation, outcome.value, program)
        if len(asked) == count:
            return
