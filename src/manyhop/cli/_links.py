"""manyhop links: what speaks of the same thing, and how that is known."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.text import Text

from manyhop.cli._console import (
    CollectionOption,
    JsonOption,
    open_collection,
    out,
    print_json,
    print_line,
    tally,
)
from manyhop.collection import DEFAULT_FOLDER
from manyhop.errors import ManyhopError
from manyhop.generation.linking import Links, Rule, Thing, Topic, link, topic_of, topics
from manyhop.sources import CellAt

_SHOWN = 12  # things of a topic


class _Cell(msgspec.Struct):
    row: int
    column: int
    text: str
    rule: Rule


class _Thing(msgspec.Struct):
    key: str
    name: str
    cells: list[_Cell]
    snippets: list[str]
    images: list[str]


class _Topic(msgspec.Struct):
    id: str
    title: str
    is_table: bool
    things: list[_Thing]


def links(
    table: Annotated[str | None, typer.Option(help="Only the table with this id.")] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many topics at most.")] = 10,
    collection: CollectionOption = DEFAULT_FOLDER,
    as_json: JsonOption = False,
) -> None:
    """Show which cells, snippets and images speak of the same thing.

    A topic is a table with the things in its cells, or things of one sort that no table names. What
    follows a cell is the rule that found its thing: link (the cell has one), repeat (the same words
    have one further up), title (a page of that name), fuzzy (a page with a slip in its name).

    Examples:

        manyhop links --limit 3

        manyhop links --table 6e1a7f856c27961d0c36 --json
    """
    with open_collection(collection) as opened:
        linked = link(opened)
    found = list(islice(_some(linked, table, collection), limit + 1))
    shown = [_described(topic, linked) for topic in found[:limit]]
    if as_json:
        print_json(shown)
        return
    for topic in shown:
        _show(topic, whole=table is not None)
    if not any(topic.things for topic in shown):
        out.print("Nothing is linked: no cell names what a snippet or an image is about.")
    if len(found) > limit:
        out.print("… and more; --limit shows them", style="dim")


def _some(linked: Links, table: str | None, collection: Path) -> Iterator[Topic]:
    if table is None:
        yield from (topic for topic in topics(linked) if topic.things)
        return
    one = next((each for each in linked.tables if each.id == table), None)
    if one is None:
        raise ManyhopError(
            f"there is no table {table!r} in {collection}; manyhop list --modality table shows all"
        )
    yield topic_of(one, linked.cells(one))


def _described(topic: Topic, linked: Links) -> _Topic:
    cells = linked.cells(topic.table) if topic.table else []
    rules = {cell.cell: cell.rule for cell in cells}
    things = [_thing(thing, topic, rules) for thing in topic.things]
    return _Topic(topic.id, topic.title, topic.table is not None, things)


def _thing(thing: Thing, topic: Topic, rules: dict[CellAt, Rule]) -> _Thing:
    cells = [
        _Cell(at.row, at.column, topic.table.quote(at), rules[at])
        for at in thing.cells
        if topic.table
    ]
    snippets, images = ([one.id for one in many] for many in (thing.snippets, thing.images))
    return _Thing(thing.key, thing.name, cells, snippets, images)


def _show(topic: _Topic, whole: bool) -> None:
    kind = "table" if topic.is_table else "sort"
    head = (topic.title or topic.id, "bold"), (f"  {kind} ", "cyan"), (topic.id, "dim")
    print_line(Text.assemble(*head))
    things = topic.things if whole else topic.things[:_SHOWN]
    for thing in things:
        about = tally({"snippet": len(thing.snippets), "image": len(thing.images)})
        print_line(Text.assemble("    ", thing.name, (f"  {about}{_where(thing)}", "dim")))
    if len(things) < len(topic.things):
        out.print(f"    … {len(topic.things) - len(things):,} more things", style="dim")


def _where(thing: _Thing) -> str:
    """Where the first cell stands, as one counts rows and columns, and the rule that found it."""
    if not thing.cells:
        return ""
    first, *others = thing.cells
    more = f" and {len(others):,} more" if others else ""
    return f" · {first.rule} at row {first.row + 1}, column {first.column + 1}{more}"
