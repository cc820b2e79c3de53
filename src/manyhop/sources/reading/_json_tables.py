"""JSON that holds no sources of ours: records, read as tables."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from manyhop.sources._grid import table_from_grid
from manyhop.sources._table import Cell, Table
from manyhop.sources.reading._rows import check_width, has_header, written

Record = Mapping[str, Any]

_DEEPEST = 8  # objects inside objects that still become columns
_MOST_KEYS = 40  # an object with more names in all, few of them in each record, is one column
_LONGEST = 2_000  # characters of a list in a cell
_SHORT = 80  # characters of what tells a record from others
_MOST_ITEMS = 200_000
_MANY = 12  # fields of one kind that make an object a list of names with values


def tables_from_json(value: Any, *, title: str, origin: str) -> Iterator[Table]:
    """The tables in a JSON value: records in a list, under keys, in a wrapper, or just one.

    Nested objects become columns with dotted names; the key of a record becomes a column.
    Example: ``tables_from_json({"AD": {"name": "Andorra"}, "AE": {…}}, title="countries", …)``
    """
    found = list(_grids(value, (), 0))
    alone = sum(len(grid) > 2 for _, grid, _ in found) < 2
    for path, grid, header in found:
        check_width(max(map(len, grid)), origin)
        name = ".".join(path)
        whole = alone and len(grid) > 2
        yield table_from_grid(
            [list(map(Cell, row)) for row in grid],
            title=title if whole or not name else f"{title}: {name}",
            caption=name if whole else "",
            origin=origin,
            header=header,
        )


_Grid = tuple[tuple[str, ...], list[list[str]], bool]
"""The names that lead to a grid, its rows, and whether the first of them names the columns."""


def _grids(value: Any, path: tuple[str, ...], depth: int) -> Iterator[_Grid]:
    if isinstance(value, list) and value:
        yield from _from_list(value, path)
    elif isinstance(value, dict) and value:
        yield from _from_object(value, path, depth)


def _from_list(value: list[Any], path: tuple[str, ...]) -> Iterator[_Grid]:
    if all(isinstance(item, list) for item in value):
        rows = [list(map(_written, item)) for item in value]
        if any(map(any, rows)):
            yield path, rows, has_header([list(map(Cell, row)) for row in rows])
        return
    records = [item if isinstance(item, dict) else {"value": item} for item in value]
    yield from _from_records(records, path)


def _from_records(records: Sequence[Record], path: tuple[str, ...]) -> Iterator[_Grid]:
    gathered = _gathered(records)
    rows = [dict(_flat(record, gathered)) for record in records]
    names = list(dict.fromkeys(name for row in rows for name in row))
    if names:
        yield path, [names, *([row.get(name, "") for name in names] for row in rows)], True
    if len(path) < _DEEPEST:
        yield from _lists_inside(records, path)


def _lists_inside(records: Sequence[Record], path: tuple[str, ...]) -> Iterator[_Grid]:
    """Records that stand in lists inside records, as tables of their own: an order's items.

    Each keeps what tells its outer record from the others, or nobody would know whose it is.
    """
    lists = Counter(name for record in records for name, of in record.items() if _is_records(of))
    for name, count in lists.items():
        if len(records) < 2 or 2 * count < len(records):
            continue
        items = [item for record in records for item in _items(record, name)]
        told = {key for item in items for key in item}
        keys = _telling(records)
        outer = {key: f"{path[-1] if path else 'in'}.{key}" if key in told else key for key in keys}
        inner = [
            {**{outer[key]: record[key] for key in keys if key in record}, **item}
            for record in records
            for item in _items(record, name)
        ]
        if len(inner) <= _MOST_ITEMS:
            yield from _from_records(inner, (*path, name))


def _items(record: Record, name: str) -> list[Record]:
    of = record.get(name)
    return of if isinstance(of, list) and _is_records(of) else []


def _telling(records: Sequence[Record]) -> list[str]:
    """The names whose plain values are short and tell most records apart: a number, and words.

    No more are kept, or all that is said of a record would be said again with each of its items.
    """
    names = dict.fromkeys(name for record in records for name in record)
    found: list[str] = []
    spelt: list[str] = []
    for name in names:
        values = [record.get(name) for record in records]
        plain = [of for of in values if isinstance(of, str | int | float) and of != ""]
        short = all(len(str(of)) <= _SHORT for of in plain)
        if short and 2 * len(plain) > len(values) and 2 * len(set(plain)) > len(plain):
            found.append(name)
            if all(any(map(str.isalpha, str(of))) for of in plain):
                spelt.append(name)
    return list(dict.fromkeys((*found[:1], *spelt[:1])))


def _from_object(value: Record, path: tuple[str, ...], depth: int) -> Iterator[_Grid]:
    if len(value) == 1 and depth < _DEEPEST:  # a wrapper
        ((name, inner),) = value.items()
        if isinstance(inner, dict) or _is_records(inner):
            yield from _grids(inner, (*path, name), depth + 1)
            return
    if _are_alike(value):
        yield from _from_records(_with_keys(value), path)
    elif _is_split(value):
        yield path, [list(map(_written, row)) for row in (value["columns"], *value["data"])], True
    elif _is_by_column(value):
        rows = zip(*value.values(), strict=True)
        yield path, [list(value), *(list(map(_written, row)) for row in rows)], True
    elif _is_mapping(value):
        yield path, [["key", "value"], *([name, _written(of)] for name, of in value.items())], True
    else:
        yield from _from_single(value, path, depth)


def _from_single(value: Record, path: tuple[str, ...], depth: int) -> Iterator[_Grid]:
    """One object: its plain facts as one row; the records in it as tables of their own."""
    inner = {
        name: of
        for name, of in value.items()
        if depth < _DEEPEST and (_is_records(of) or (isinstance(of, dict) and _holds_records(of)))
    }
    plain = {name: of for name, of in value.items() if name not in inner}
    yield from _from_records([plain], path)
    for name, of in inner.items():
        yield from _grids(of, (*path, name), depth + 1)


def _is_records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(of, dict) for of in value)


def _holds_records(value: Record) -> bool:
    return _are_alike(value) or any(map(_is_records, value.values()))


def _are_alike(value: Record) -> bool:
    """Whether an object's values are records of one kind, each under its key."""
    if len(value) < 2 or not all(isinstance(of, dict) and of for of in value.values()):
        return False
    names = Counter(name for of in value.values() for name in of)
    usual = sum(2 * count > len(value) for count in names.values())
    return 2 * usual * len(value) >= names.total()


def _with_keys(value: Record) -> list[Record]:
    """The records with their keys as a column, unless they say it themselves."""
    first = next(iter(value.values()))
    if any(all(of.get(name) == key for key, of in value.items()) for name in first):
        return list(value.values())
    name = next(name for name in ("key", "id", "name", "record key") if name not in first)
    return [{name: key, **of} for key, of in value.items()]


def _is_split(value: Record) -> bool:
    """Whether columns and rows stand apart, as pandas writes a frame."""
    columns, data = value.get("columns"), value.get("data")
    return (
        isinstance(columns, list)
        and isinstance(data, list)
        and bool(data)
        and all(isinstance(row, list) and len(row) == len(columns) for row in data)
    )


def _is_by_column(value: Record) -> bool:
    """Whether each name stands over a list of plain values, all of one length."""
    lists = list(value.values())
    return (
        len(lists) > 1
        and all(isinstance(of, list) and len(of) > 1 for of in lists)
        and len({len(of) for of in lists}) == 1
        and not any(isinstance(item, list | dict) for of in lists for item in of)
    )


def _is_mapping(value: Record) -> bool:
    kinds = {type(of) for of in value.values()}
    return len(value) > _MANY and len(kinds) == 1 and kinds <= {str, int, float}


def _gathered(records: Sequence[Record]) -> frozenset[str]:
    """The objects whose names are data, each record having others: they stay in one column."""
    names: dict[str, set[str]] = {}
    counts: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    waiting = [("", record) for record in records]
    while waiting:
        path, record = waiting.pop()
        if path.count(".") > _DEEPEST:
            continue
        for name, value in record.items():
            if isinstance(value, dict):
                place = f"{path}{name}."
                names.setdefault(place, set()).update(value)
                counts[place] += len(value)
                holders[place] += 1
                waiting.append((place, value))
    return frozenset(
        place
        for place, known in names.items()
        if len(known) > _MOST_KEYS and 2 * counts[place] < len(known) * holders[place]
    )


def _flat(record: Record, gathered: Iterable[str], path: str = "") -> Iterator[tuple[str, str]]:
    """Names and values; those of objects inside as ``outer.inner``."""
    for name, value in record.items():
        place = f"{path}{name}."
        if (
            isinstance(value, dict)
            and value
            and place not in gathered
            and path.count(".") < _DEEPEST
        ):
            yield from _flat(value, gathered, place)
        else:
            yield path + str(name), _written(value)


def _written(value: Any) -> str:
    """A value as a cell says it: lists with commas, objects as names and values."""
    if isinstance(value, list):
        plain = not any(isinstance(item, list | dict) for item in value)
        text = ", ".join(map(written, value)) if plain else "; ".join(map(_written, value))
    elif isinstance(value, dict):
        if all(map(_is_plain, value.values())):
            text = ", ".join(f"{name}: {_in_brackets(item)}" for name, item in value.items())
        else:
            text = json.dumps(value, ensure_ascii=False)
    else:
        return written(value).strip()
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def _is_plain(value: Any) -> bool:
    """Whether a value is one thing or a list of such."""
    items = value if isinstance(value, list) else [value]
    return not any(isinstance(item, list | dict) for item in items)


def _in_brackets(value: Any) -> str:
    return f"[{', '.join(map(written, value))}]" if isinstance(value, list) else written(value)
