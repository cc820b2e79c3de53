"""What a question asks for: a column's cells, their number, their sum or their mean."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from manyhop.readers._asked_words import (
    AskedWords,
    Doubt,
    NamedColumns,
    Word,
    if_several,
    stem,
    stems,
)
from manyhop.sources import Table, is_person, is_spot

Operation = Literal["cells", "count", "sum", "mean"]

_COUNT = re.compile(r"\bhow many\b|\bnumber of\b")
_SUM = re.compile(r"\b(?:sum of|combined|altogether|in total|total)\b")
_MEAN = re.compile(r"\b(?:average|mean)\b")
_HOW = {
    "long": "longest", "tall": "tallest", "high": "highest", "deep": "deepest",
    "heavy": "heaviest", "fast": "fastest", "wide": "widest", "large": "largest", "big": "biggest",
}  # fmt: skip
_ASKING = re.compile(
    r"\bhow many|\bnumber of|\bhow (?:long|tall|high|deep|heavy|fast|wide|large|big|much)\b"
    r"|\bwho(?:se)?\b|\bwhen\b|\bwhere\b|\bwhich\b|\bwhat\b|^(?:name|list|give|tell me|show)\b"
)
_TIMES = re.compile(r"\b(?:how many|number of) times\b")
_NOUNS = frozenset(
    ["place", "one", "ones", "people", "show"]
)  # say something where they are asked for
_HEADS = frozenset(["name", "names", "time"])  # only where a column is called so
_BE = frozenset(["is", "was", "are", "were"])
_DO = frozenset(["did", "does", "do"])
_HAVE = frozenset(["has", "have", "had", "did", "does"])
_PHRASE = 4  # words that may hold the noun asked for


class AskedColumn(NamedTuple):
    """The column whose cells are asked for, what is made of them, and what is doubtful."""

    column: int
    operation: Operation
    doubts: tuple[Doubt, ...] = ()
    distinct: bool = False


def asked_column(
    asked: AskedWords,
    columns: NamedColumns,
    naming: int,
    phrase: Sequence[Word],
    used: Sequence[int],
    ordered: bool,
) -> AskedColumn | None:
    """What is asked for; ``naming`` is the column that names the rows, ``used`` decide on rows.

    Example: "Which bridges opened after 1930?" → ``AskedColumn(0, "cells")``
    """
    match = _ASKING.search(asked.text)
    if match is None:
        return None
    after = [word for word in asked.words if word.start >= match.end()]
    if _TIMES.search(asked.text):
        return AskedColumn(naming, "count")
    if match[0] == "how many" or (_COUNT.search(asked.text) and not ordered):
        return _counted(asked, columns, naming, phrase, used)
    asking = match[0]
    if asking == "who":
        return _who(columns, naming, after)
    if asking == "when" or (phrase and phrase[0].text in {"year", "date", "day", "month"}):
        fit = columns.when([word for word in after if asked.is_free(word.start, word.end)])
        return AskedColumn(fit[0], "cells", if_several(fit, "asked")) if fit else None
    if asking == "where":
        spots = [n for n, column in enumerate(columns.table.columns) if is_spot(column.name)]
        return AskedColumn(spots[0], "cells", if_several(spots, "asked")) if spots else None
    if fit := _done(columns, asking, after):
        return AskedColumn(fit[0], "cells", if_several(fit, "asked"))
    if asking.startswith("how "):
        fit = columns.measured_by(_HOW.get(asking[4:], ""))
        asked.take(match.start(), match.end())
        return AskedColumn(fit[0], "cells", if_several(fit, "asked")) if fit else None
    if after and after[0].text in _HAVE:
        return AskedColumn(naming, "cells")
    return _which(asked, columns, naming, phrase, used)


def asked_phrase(asked: AskedWords, columns: NamedColumns) -> list[Word]:
    """The words that hold the noun asked for: the first that say something and none has taken."""
    match = _ASKING.search(asked.text)
    found: list[Word] = []
    nouns = _NOUNS | {word for word in _HEADS if {stem(word)} in columns.own}
    for word in asked.words:
        if match is None or word.start < match.end():
            continue
        if (not word.is_empty or word.text in nouns) and asked.is_free(word.start, word.end):
            found.append(word)
        elif found:
            break
    return found[:_PHRASE]


def _counted(
    asked: AskedWords,
    columns: NamedColumns,
    naming: int,
    phrase: Sequence[Word],
    used: Sequence[int],
) -> AskedColumn | None:
    if not phrase:
        return AskedColumn(naming, "count", ("unnamed",))
    distinct = phrase[0].text == "different"
    if distinct:
        asked.take(phrase[0].start, phrase[0].end)
    column, doubts = _noun(columns, naming, phrase[distinct:])
    if columns.table.columns[column].kind != "number" or column in used or column == naming:
        return AskedColumn(naming if column in used else column, "count", doubts, distinct)
    if columns.is_numbering(column):
        return AskedColumn(column, "count", doubts)
    if total := _SUM.search(asked.text):
        asked.take(total.start(), total.end())
    return AskedColumn(column, "sum", doubts if total else (*doubts, "added"))


def _done(columns: NamedColumns, asking: str, after: Sequence[Word]) -> list[int]:
    """The columns that bear the name of what a thing did: "cost" in "How much did it cost?"."""
    if asking not in ("what", "how much") or not after or after[0].text not in _DO:
        return []
    verb, every = after[-1].stem, range(len(columns.own))
    own = [n for n in every if verb in columns.own[n]]
    return own or [n for n in every if verb in columns.others[n]]


def _who(columns: NamedColumns, naming: int, after: Sequence[Word]) -> AskedColumn:
    table = columns.table
    texts = [n for n, column in enumerate(table.columns) if column.kind == "text"]
    is_noun = len(after) > 2 and after[0].text in _BE and after[1].text == "the"
    own = [n for n in texts if is_noun and after[2].stem in columns.own[n]]
    if len(own) == 1:
        return AskedColumn(own[0], "cells")
    people = [n for n, c in enumerate(table.columns) if is_person(c.name) and c.kind == "text"]
    named = columns.best(after[:3], people)
    if len(named) == 1:
        return AskedColumn(named[0], "cells")
    if naming in people or not people:
        return AskedColumn(naming, "cells", () if naming in people else ("unnamed",))
    return AskedColumn(people[0], "cells", if_several(people, "asked"))


def _which(
    asked: AskedWords,
    columns: NamedColumns,
    naming: int,
    phrase: Sequence[Word],
    used: Sequence[int],
) -> AskedColumn | None:
    operation: Operation = "cells"
    if match := _MEAN.search(asked.text) or _SUM.search(asked.text):
        operation = "mean" if _MEAN.fullmatch(match[0]) else "sum"
        asked.take(match.start(), match.end())
        phrase = [word for word in phrase if word.text not in match[0].split()]
        if fit := columns.best(phrase[:2], columns.numbers):
            return AskedColumn(fit[0], operation, if_several(fit, "asked"))
        return None
    column, doubts = _noun(columns, naming, phrase, used)
    if _is_count(columns, column, used):
        column, doubts = naming, ("unnamed",)
    return AskedColumn(column, operation, doubts)


def _is_count(columns: NamedColumns, column: int, used: Sequence[int]) -> bool:
    """Whether a column counts what others measure: towers beside a tower's height."""
    others = (columns.own[other] for other in used if other != column)
    return column in columns.numbers and any(columns.own[column] < own for own in others)


def _noun(
    columns: NamedColumns, naming: int, phrase: Sequence[Word], used: Sequence[int] = ()
) -> tuple[int, tuple[Doubt, ...]]:
    """The column that the first telling noun names; else the one that names the rows."""
    every = range(len(columns.table.columns))
    kept = {*used, *columns.numbers}
    for place, word in enumerate(phrase):
        verb = word.text.endswith("ed")
        if place and verb:
            break
        skipped = used if place or verb else ()
        fit = [n for n in every if word.stem in columns.own[n] and n not in skipped]
        fit = columns.best(phrase[place:], fit) if fit else []
        fit = fit or [n for n in every if word.stem in columns.others[n] and n not in kept]
        if fit:
            return fit[0], if_several(fit, "asked")
    if phrase and is_kind_of_row(phrase[0], columns.table, naming):
        return naming, ()
    return naming, ("unnamed",)


def is_kind_of_row(word: Word, table: Table, naming: int) -> bool:
    """Whether a word says what the rows are: in the title, or in most of the naming cells."""
    if word.stem in stems(f"{table.title} {table.caption}"):
        return True
    said = sum(word.stem in stems(row[naming].text) for row in table.rows[:50])
    return said > len(table.rows[:50]) / 3
