"""All queries that a question may mean, over one frame."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from manyhop.sources import table_engine
from manyhop.tables._asked import Asked
from manyhop.tables._conditions import CellLink
from manyhop.tables._frames import Frame
from manyhop.tables._linking import ColumnLink
from manyhop.tables._opening import OpenColumn
from manyhop.tables._query import Filter, Fold, Piece, Query, Shape

ACTS = (
    "cells", "count", "different", "sum", "mean", "min", "max", "most", "least", "group most",
    "group least", "compare most", "compare least", "apart", "check", "more", "fewer", "next",
    "previous",
)  # fmt: skip
"""What may be done with the rows that are meant."""

_FILTERS = 9  # sets of conditions for each frame
_CHOSEN, _MEASURES, _GROUPS = 7, 5, 4  # columns that are tried
_LEAST = 0.01  # chance below which an act is not tried


class Candidate(NamedTuple):
    """A query with the links it was made from."""

    query: Query
    act: str
    frame: Frame
    cells: tuple[CellLink, ...] = ()
    select: ColumnLink | None = None
    of: ColumnLink | None = None
    less: ColumnLink | None = None
    met: int = -1  # rows that meet the conditions


class _Part(NamedTuple):
    """What one set of conditions leaves to choose from, and how many rows."""

    met: int
    cells: tuple[CellLink, ...]
    filters: tuple[Filter, ...]
    chosen: list[ColumnLink]
    measures: list[ColumnLink]
    groups: list[ColumnLink]


def enumerate_queries(
    asked: Asked, frame: Frame, chances: Mapping[str, float]
) -> Iterator[Candidate]:
    """Candidates for every act that the question may ask for, given the chances of the acts.

    Example: ``list(enumerate_queries(asked, frame, act_chances(asked)))``
    """
    acts = {act for act in ACTS if chances.get(act, 0.0) >= _LEAST}
    every = sorted(frame.columns, key=lambda each: -each.score)
    naming = _naming(frame)
    sets = _counted(frame, list(_condition_sets(asked, frame)))
    for cells, met in sets:
        if not met:
            if "check" in acts and _may_be_denied(cells):
                yield _denied(frame, cells)
            continue
        part = _part(frame, cells, met, every, naming)
        for candidate in _over(asked, part, frame, acts):
            if _uses_all(candidate):
                yield candidate._replace(met=met)
    if acts & {"compare most", "compare least", "apart", "more", "fewer", "sum"}:
        for candidate in _between(asked, frame, every, acts):
            if _uses_all(candidate):
                yield candidate


def _naming(frame: Frame) -> list[ColumnLink]:
    """The column that names what a row is about, of each table: mostly the first of texts."""
    found = []
    for links in frame.links:
        texts = [each for each in links.columns if each.column.sort == "text"]
        many = [each for each in texts if each.column.different > 0.5 * each.column.table.count]
        found += (many or texts)[:1]
    return found


def _part(
    frame: Frame,
    cells: tuple[CellLink, ...],
    met: int,
    every: Sequence[ColumnLink],
    naming: list[ColumnLink],
) -> _Part:
    fixed = {cell.filter.column for cell in cells if cell.filter.relation == "="}
    free = [each for each in every if each.column not in fixed and _is_told(each)]
    chosen = list(dict.fromkeys(each.column for each in free[:_CHOSEN]))
    chosen += [each.column for each in naming if each.column not in fixed]
    by_column = {each.column: each for each in every}
    measures = [each for each in free if each.column.sort in ("number", "date")][:_MEASURES]
    groups = [
        each
        for each in free
        if each.column.different < each.column.table.count or len(frame.links) > 1
    ]
    named = [each for each in naming if each in groups]
    return _Part(
        met,
        cells,
        tuple(cell.filter for cell in cells),
        [by_column[column] for column in dict.fromkeys(chosen)],
        measures,
        list({id(each): each for each in [*groups[:_GROUPS], *named]}.values()),
    )


def _is_told(link: ColumnLink) -> bool:
    """Whether a column may be an answer: an address of the web only where it is named."""
    return link.letters > 0.3 or not link.column.is_address


def _condition_sets(asked: Asked, frame: Frame) -> Iterator[tuple[CellLink, ...]]:
    """Sets of conditions that share no word, those that explain most first; then none."""
    cells = frame.cells[:11]
    found: list[tuple[float, tuple[CellLink, ...]]] = []
    for size in (1, 2, 3):
        for some in combinations(cells, size):
            places = [place for cell in some for place in cell.places]
            columns = {cell.filter.column for cell in some}
            if len(places) != len(set(places)) or len(columns) < size:
                continue
            worth = sum(
                cell.score * float(asked.weights[list(cell.places)].sum() + 0.2) for cell in some
            )
            found.append((worth, some))
    found.sort(key=lambda each: -each[0])
    yield from (some for _, some in found[:_FILTERS])
    yield ()


def _counted(
    frame: Frame, sets: Sequence[tuple[CellLink, ...]]
) -> list[tuple[tuple[CellLink, ...], int]]:
    """How many rows meet each set of conditions: one look at the table."""
    base = Query("check", frame.table, joins=frame.joins)
    counts, values = [], []
    for cells in sets:
        conditions = [cell.filter.sql() for cell in cells]
        counts.append(f"count_if({' AND '.join(text for text, _ in conditions) or 'true'})")
        values += [value for _, given in conditions for value in given]
    found = table_engine().execute(f"SELECT {', '.join(counts)} {base.source()}", values).fetchone()
    return list(zip(sets, found or (), strict=True))


def _may_be_denied(cells: tuple[CellLink, ...]) -> bool:
    """Whether "no such row" is an answer: each condition is met somewhere, but not together."""
    return len(cells) > 1 and all(cell.exact or cell.sort in ("same", "flag") for cell in cells)


def _denied(frame: Frame, cells: tuple[CellLink, ...]) -> Candidate:
    filters = tuple(cell.filter for cell in cells)
    query = Query("check", frame.table, filters=filters, joins=frame.joins)
    return Candidate(query, "check", frame, cells, met=0)


def _over(asked: Asked, part: _Part, frame: Frame, acts: set[str]) -> Iterator[Candidate]:
    """The acts on the rows of one set of conditions."""
    table, joins = frame.table, frame.joins

    def made(
        act: str, query: Query, select: ColumnLink | None = None, of: ColumnLink | None = None
    ) -> Candidate:
        return Candidate(query, act, frame, part.cells, select, of)

    base = Query("fold", table, filters=part.filters, joins=joins)
    if "count" in acts:
        yield made("count", base._replace(fold="count"))
    if "different" in acts and part.met > 1:
        for each in part.chosen[:5]:
            if each.column.is_key and not joins:
                continue  # as many as there are rows
            query = base._replace(fold="different", of=each.column)
            yield made("different", query, of=each)
    for act in ("sum", "mean", "min", "max"):
        if act in acts and part.met > 1:  # what one row says is read, not folded
            for each in part.measures:
                if _can_be_folded(each.column) or act in ("min", "max"):
                    query = base._replace(fold=act, of=each.column)
                    yield made(act, query, of=each)
    if part.cells:
        if "cells" in acts:
            for each in part.chosen:
                query = base._replace(shape="cells", select=each.column)
                yield made("cells", query, select=each)
        if "check" in acts:
            yield made("check", base._replace(shape="check"))
        for act, offset in (("next", 1), ("previous", -1)):
            if act in acts and not joins:
                for each in part.chosen[:5]:
                    query = base._replace(shape="beside", select=each.column, offset=offset)
                    yield made(act, query, select=each)
    elif "cells" in acts and not joins:
        for each in part.chosen[:5]:
            if each.column.different <= 60:
                yield made("cells", base._replace(shape="cells", select=each.column), select=each)
    if part.met > 1:
        yield from _extremes(asked, part, frame, acts, base)


def _extremes(
    asked: Asked, part: _Part, frame: Frame, acts: set[str], base: Query
) -> Iterator[Candidate]:
    """The row, or the group of rows, with most or least of something."""
    for act, down in (("most", True), ("least", False)):
        if act in acts:
            for of in part.measures:
                for select in part.chosen:
                    if select.column is not of.column:
                        query = base._replace(
                            shape="most", select=select.column, of=of.column, descending=down
                        )
                        yield Candidate(query, act, frame, part.cells, select, of)
            for of, less in islice(_differences(part.measures), 4):
                for select in part.chosen[:4]:
                    if select.column in (of.column, less.column):
                        continue
                    query = base._replace(
                        shape="most",
                        select=select.column,
                        of=of.column,
                        less=less.column,
                        descending=down,
                    )
                    yield Candidate(query, act, frame, part.cells, select, of, less)
        if f"group {act}" in acts:
            for select in part.groups:
                for piece in _pieces(asked, select.column):
                    group = base._replace(
                        shape="most",
                        select=select.column,
                        grouped=True,
                        part=piece,
                        descending=down,
                    )
                    yield Candidate(
                        group._replace(fold="count"), f"group {act}", frame, part.cells, select
                    )
                    for of in part.measures[:3]:
                        if _can_be_folded(of.column) and of.column is not select.column:
                            for fold in ("sum", "mean"):
                                query = group._replace(fold=fold, of=of.column)
                                yield Candidate(
                                    query, f"group {act}", frame, part.cells, select, of
                                )


def _pieces(asked: Asked, column: OpenColumn) -> tuple[Piece, ...]:
    """Parts of dates that the question names; any of the usual ones where it names none."""
    if column.sort != "date":
        return ("",)
    texts = {word.text.removesuffix("s") for word in asked.words}
    known: tuple[Piece, ...] = ("weekday", "day", "quarter", "month", "year")
    return tuple(piece for piece in known if piece in texts) or ("day", "month", "year")


def _differences(measures: Sequence[ColumnLink]) -> Iterator[tuple[ColumnLink, ColumnLink]]:
    """Pairs of columns of one sort and size, such as two years or two prices."""
    for one, other in combinations(measures[:4], 2):
        mine, its = one.column, other.column
        if mine.sort != its.sort or mine.table is not its.table:
            continue
        if mine.sort == "date" or (
            mine.highest <= 20 * its.highest and its.highest <= 20 * mine.highest
        ):
            yield one, other
            yield other, one


def _between(
    asked: Asked, frame: Frame, every: Sequence[ColumnLink], acts: set[str]
) -> Iterator[Candidate]:
    """Comparisons of two things that the question names."""
    measures = [each for each in every if each.column.sort in ("number", "date")]
    for one, other, rest in islice(_pairs(frame), 6):
        cells = (one, other, *rest)
        base = Query(
            "compare",
            frame.table,
            filters=tuple(cell.filter for cell in rest),
            joins=frame.joins,
            sides=((one.filter,), (other.filter,)),
            names=(_said(asked, one), _said(asked, other)),
        )
        fixed = {cell.filter.column for cell in cells}
        free = [each for each in measures if each.column not in fixed][:_MEASURES]
        for of in free:
            many = max(one.filter.column.filled, 1) > one.filter.column.different * 1.2
            folds: tuple[Fold | None, ...] = (None,)
            if many and _can_be_folded(of.column):
                folds = ("mean", "sum")
            for fold in folds:
                query = base._replace(of=of.column, fold=fold)
                yield from _compared(query, acts, frame, cells, of)
            if "sum" in acts and not rest and _can_be_added(one, other, of):
                both = Filter(one.filter.column, "in", (one.filter.value, other.filter.value))
                total = base._replace(
                    shape="fold", sides=(), filters=(both,), fold="sum", of=of.column
                )
                yield Candidate(total, "sum", frame, cells, None, of)
        yield from _compared(base._replace(fold="count"), acts, frame, cells, None)


def _can_be_folded(column: OpenColumn) -> bool:
    """Whether a sum or a mean of its values says anything: not of years, nor of numbers of rows."""
    names_rows = column.is_key and column.whole_numbers and column.filled > 20
    return column.sort == "number" and not column.is_year and not names_rows


def _can_be_added(one: CellLink, other: CellLink, of: ColumnLink) -> bool:
    same = one.filter.column is other.filter.column and one.filter.relation == "="
    return same and other.filter.relation == "=" and of.column.sort == "number"


def _said(asked: Asked, cell: CellLink) -> str:
    """What a side of a comparison is called: the cell, or the question's own words for it."""
    if isinstance(cell.filter.value, str) and cell.filter.relation == "=":
        return cell.filter.value
    first, last = asked.words[min(cell.places)], asked.words[max(cell.places)]
    return asked.text[first.start : last.end]


def _compared(
    query: Query, acts: set[str], frame: Frame, cells: tuple[CellLink, ...], of: ColumnLink | None
) -> Iterator[Candidate]:
    shapes: tuple[tuple[str, Shape, bool], ...] = (
        ("compare most", "compare", True),
        ("compare least", "compare", False),
        ("apart", "apart", True),
        ("more", "more", True),
        ("fewer", "more", False),
    )
    for act, shape, down in shapes:
        if act in acts:
            chosen = query._replace(shape=shape, descending=down)
            yield Candidate(chosen, act, frame, cells, None, of)


def _pairs(frame: Frame) -> Iterator[tuple[CellLink, CellLink, tuple[CellLink, ...]]]:
    """Two conditions on one column (or two flags), in the question's order, and what else holds."""
    cells = frame.cells[:11]
    for one, other in combinations(cells, 2):
        if one.places & other.places:
            continue
        if one.filter.column is not other.filter.column and not one.sort == other.sort == "flag":
            continue
        if min(one.places) > min(other.places):
            one, other = other, one
        rest = [
            cell
            for cell in cells
            if not cell.places & (one.places | other.places)
            and cell.filter.column not in (one.filter.column, other.filter.column)
            and cell.exact
        ]
        yield one, other, ()
        if rest:
            yield one, other, (rest[0],)


def _uses_all(candidate: Candidate) -> bool:
    """Whether every joined table is needed."""
    query = candidate.query
    used = {column.table.name for column in (query.select, query.of, query.less) if column}
    used |= {each.column.table.name for each in query.filters}
    used |= {each.column.table.name for side in query.sides for each in side}
    needed = {join.key.table.name for join in query.joins}
    bridges = {join.column.table.name for join in query.joins}
    return needed - bridges <= used
