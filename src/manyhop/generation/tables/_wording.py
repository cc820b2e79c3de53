"""Programs said in words, in many ways, as people say them."""

import random
import re

from manyhop.generation.tables._figure_questions import FigureQuestions
from manyhop.generation.tables._matching_questions import MatchingQuestions
from manyhop.generation.tables._order_questions import OrderQuestions
from manyhop.generation.tables._phrases import Phrases
from manyhop.generation.tables._programs import (
    Beside,
    Better,
    Commonest,
    Ending,
    Extreme,
    Pair,
    Peers,
    Program,
    Where,
)
from manyhop.generation.tables._table_view import TableView

_SPACE = re.compile(r"\s+")


def word(program: Program, view: TableView, chance: random.Random) -> str:
    """A question whose answer is the program's outcome.

    Example: ``word(Program(Extreme(1, highest=True), 0), view, chance)`` →
    ``"which mountain has the greatest height?"``
    """
    text = Phrases(view, chance).with_title(_question(program, view, chance))
    if chance.random() < 0.12:
        text = text.replace(" the ", " ", 1)
    text = _SPACE.sub(" ", text).strip()
    return text + ("?" if chance.random() < 0.8 else "")


def _question(program: Program, view: TableView, chance: random.Random) -> str:
    figures = FigureQuestions(view, chance)
    match program.operation:
        case "cells":
            return _cell_question(program, view, chance)
        case "count":
            return figures.count(program)
        case "difference":
            return figures.difference(program)
        case "check":
            return figures.check(program)
        case _:
            return figures.total(program)


def _cell_question(program: Program, view: TableView, chance: random.Random) -> str:
    asked = program.column
    matching, order = MatchingQuestions(view, chance), OrderQuestions(view, chance)
    match program.selection:
        case Where(conditions):
            return matching.where(asked, conditions)
        case Extreme(column, highest, conditions):
            return order.extreme(asked, column, highest, conditions)
        case Ending(last, conditions):
            return order.ending(asked, last, conditions)
        case Beside(named, row, step):
            return order.beside(asked, named, row, step)
        case Better(named, rows, column, highest):
            return order.better(named, rows, column, highest)
        case Commonest(column):
            return matching.commonest(column)
        case Peers(named, row, column):
            return matching.peers(named, row, column)
        case Pair(named, rows):
            return matching.pair(asked, named, rows)
