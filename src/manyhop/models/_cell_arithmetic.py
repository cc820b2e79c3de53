"""Exact answers from chosen cells: a model points, code counts and adds."""

from collections.abc import Sequence
from decimal import Decimal

from manyhop.sources import parse_number

OPERATIONS = ("cells", "count", "sum", "average", "difference")


def worked_out(operation: str, cells: Sequence[str]) -> str | None:
    """What an operation gives on the texts of cells; None where it cannot be done on them.

    Example: ``worked_out("sum", ["1,410 m", "521 m"])`` → ``"1931"``
    """
    if operation == "count":
        return str(len(cells))
    if operation == "cells":
        return " | ".join(dict.fromkeys(cells)) or None
    numbers = [parse_number(cell) for cell in cells]
    values = [Decimal(str(number.value)) for number in numbers if number is not None]
    if not values or len(values) < len(cells):
        return None
    if operation == "sum":
        return _written(sum(values, Decimal()))
    if operation == "average":
        return _written(sum(values, Decimal()) / len(values))
    if operation == "difference" and len(values) == 2:
        return _written(abs(values[0] - values[1]))
    return None


def _written(value: Decimal) -> str:
    """Without needless zeros, and of endless fractions four digits: ``"2.5"``, ``"0.3333"``."""
    rounded = round(value, 4)
    return f"{rounded:f}".rstrip("0").rstrip(".") if "." in f"{rounded:f}" else f"{rounded:f}"
