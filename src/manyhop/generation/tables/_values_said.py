"""How a question quotes a cell: whole, or cut short where the rest still means the same rows."""

import random
import re

from manyhop.generation.tables._table_view import TableView

_ASIDE = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_NAME_ENDS = frozenset(("jr", "sr", "ii", "iii", "iv", "inc", "ltd", "fc", "afc", "sc"))


def said(view: TableView, row: int, column: int, chance: random.Random) -> str:
    """A cell's text as a question may quote it; never so short that other rows fit too.

    Example: ``said(view, 0, 0, chance)`` → ``"Hillary"`` for a cell "Edmund Hillary"
    """
    text = view.text(row, column)
    short = _shortened(text, chance)
    if short == text:
        return text
    same = view.rows_saying(column, text)
    return short if short and view.rows_with_words(column, short) == same else text


def _shortened(text: str, chance: random.Random) -> str:
    if text.count(",") == 1 and text.replace(",", "").isdigit() and chance.random() < 0.5:
        return text.replace(",", "")
    throw = chance.random()
    if throw < 0.25:
        text = _ASIDE.sub("", text).strip() or text
    words = text.split()
    if len(words) < 2 or throw > 0.45 or any(map(str.isdigit, text)):
        return text
    if throw < 0.1 and words[-1].strip(".").lower() not in _NAME_ENDS and len(words) < 4:
        return words[-1]
    if throw < 0.2:
        return " ".join(words[: max(1, len(words) - 1)])
    if throw < 0.3:
        return " ".join(words[1:])
    if throw < 0.36 and "," in text:
        return text.split(",")[0]
    return text
