"""Whether a topic's table itself answers what a text is asked, or says otherwise."""

import re
import tomllib
from functools import cache
from importlib.resources import files

from manyhop.generation._query import Said
from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.linking import key_of

_SHORT = 3  # characters of a value that may well stand in a row by accident


def is_in_table(topic: Topic, single: Single) -> bool:
    """Whether the row of the thing that is asked about has the answer, or a column for it.

    The text is not needed then, or contradicts the table.
    Example: where the table has a column "Born", the question when one of its players was born
    """
    if topic.table is None or not isinstance(single.query, Said):
        return False
    if any(_asks_for(single.query.relation, column.name) for column in topic.table.columns):
        return True
    rows = {
        cell.row
        for thing in topic.things
        if thing.key == single.subject_entity
        for cell in thing.cells
    }
    said = f" {' '.join(key_of(cell.text) for row in rows for cell in topic.table.rows[row])} "
    keys = {key_of(text) for text in single.answers if len(text) >= _SHORT}
    return any(f" {key} " in said for key in keys - {single.subject_entity})


def _asks_for(relation: str, header: str) -> bool:
    return _columns(relation).search(header) is not None


@cache
def _columns(relation: str) -> re.Pattern[str]:
    """The headers under which tables have a relation: its own words, and those in the file."""
    told = _told()
    stem = relation.rpartition("-")[0] or relation
    words = [*told.get(relation, told.get(stem, [])), stem.replace("-", " ")]
    return re.compile(rf"\b(?:{'|'.join(words)})", re.IGNORECASE)


@cache
def _told() -> dict[str, list[str]]:
    text = files(__package__).joinpath("columns.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["columns"])
