"""Tables in HTML, with spanned cells filled in; tables used for layout are not tables."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from manyhop.sources._table import Cell, Link
from manyhop.sources.reading._blocks import Grid
from manyhop.sources.reading._html_text import is_unread, text_of
from manyhop.sources.reading._titles import title_from_address

_EMPTY = Cell("")
_BOXES = frozenset(("admonition", "caution", "important", "note", "tip", "warning"))
_WIDEST_SPAN = 100
_WORDY = 60  # words in the average cell of a table that is really a page layout
_NO_PAGE = ("#", "javascript:", "mailto:", "data:")
_MISSING_PAGE = re.compile(r" \(page does not exist\)$")


@dataclass(frozen=True)
class _Spanning:
    """A cell as written: how many columns and rows it covers, and whether it is a header."""

    cell: Cell
    columns: int
    rows: int
    header: bool


_Row = list[_Spanning]


def grid(table: LexborNode) -> Grid | None:
    """What a table says, or nothing if it only arranges the page.

    Example: ``grid(page.css_first("table"))``
    """
    if (table.attributes.get("role") or "") in ("presentation", "none") or _is_box(table):
        return None
    rows = [row for row in map(_row, _rows(table)) if row]
    caption = _caption(table)
    if len(rows) > 1 and len(rows[0]) == 1 and rows[0][0].header and not caption:
        caption = rows.pop(0)[0].cell.text
    width = _width(rows)
    if width < 2 or _is_wordy(rows):
        return None
    if _is_facts(rows, width):
        facts = [row for row in rows if len(row) == 2]
        return Grid([[row[0].cell for row in facts], [row[1].cell for row in facts]], caption)
    return _with_header(rows, width, caption)


def _is_box(table: LexborNode) -> bool:
    """Whether a table only draws a box around a note, as DocBook's pages have it."""
    above = table.parent
    named = (above.attributes.get("class") or "").split() if above is not None else ()
    return not _BOXES.isdisjoint(named)


def _with_header(rows: Sequence[_Row], width: int, caption: str) -> Grid | None:
    deep = 0
    while deep < len(rows) and all(spanning.header for spanning in rows[deep]):
        deep += 1
    filled = _filled(rows, width)
    if 0 < deep < len(rows):
        header = [_joined([row[column] for row in filled[:deep]]) for column in range(width)]
        body = [row for row in filled[deep:] if row != filled[deep - 1]]
        return Grid([header, *body], caption)
    if len(filled) < 2:
        return None
    return Grid(filled, caption, header=_names_columns(filled))


def _caption(table: LexborNode) -> str:
    child = table.child
    while child is not None:
        if child.tag == "caption":
            return " ".join(text_of(child).split())
        child = child.next
    return ""


def _rows(table: LexborNode) -> Iterator[LexborNode]:
    for part in _children(table):
        if part.tag == "tr":
            yield part
        elif part.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in _children(part) if row.tag == "tr")


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        if child.tag != "-text" and not is_unread(child):
            yield child
        child = child.next


def _row(row: LexborNode) -> _Row:
    in_head = row.parent is not None and row.parent.tag == "thead"
    return [
        _Spanning(
            _cell(cell),
            _span(cell, "colspan"),
            _span(cell, "rowspan"),
            in_head or cell.tag == "th",
        )
        for cell in _children(row)
        if cell.tag in ("td", "th")
    ]


def _span(cell: LexborNode, name: str) -> int:
    digits = re.match(r"\s*(\d{1,6})", cell.attributes.get(name) or "1")
    return min(max(int(digits[1]), 1), _WIDEST_SPAN) if digits else 1


def _cell(node: LexborNode) -> Cell:
    text = " ".join(text_of(node).split())
    if node.css_first("a, img") is None:
        return Cell(text)
    if not text:
        text = " ".join((img.attributes.get("alt") or "").strip() for img in node.css("img"))
    return Cell(text.strip(), tuple(_links(node)))


def _links(cell: LexborNode) -> Iterator[Link]:
    for anchor in cell.css("a"):
        address = (anchor.attributes.get("href") or "").strip()
        text = " ".join(text_of(anchor).split())
        if not address or address.startswith(_NO_PAGE) or not text or _is_note(anchor):
            continue
        title = _MISSING_PAGE.sub("", anchor.attributes.get("title") or "")
        yield Link(text, title or title_from_address(address), address)


def _is_note(anchor: LexborNode) -> bool:
    above = anchor.parent
    return above is not None and above.tag == "sup" and is_unread(above)


def _width(rows: Sequence[_Row]) -> int:
    """Columns in the widest row; a lone cell often claims more than there are."""
    return max((sum(cell.columns for cell in row) for row in rows if len(row) > 1), default=1)


def _is_wordy(rows: Sequence[_Row]) -> bool:
    cells = [spanning.cell.text for row in rows for spanning in row]
    return sum(text.count(" ") + 1 for text in cells) > _WORDY * len(cells)


def _is_facts(rows: Sequence[_Row], width: int) -> bool:
    """Whether each row names a fact and states it, as the box beside an article does."""
    pairs = [row for row in rows if len(row) == 2]
    return (
        width == 2
        and len(pairs) > 1
        and all(name.header and not fact.header for name, fact in pairs)
    )


def _filled(rows: Sequence[_Row], width: int) -> list[list[Cell]]:
    """A full rectangle: what spans several places stands in each of them."""
    filled: list[list[Cell]] = []
    hanging: dict[int, tuple[Cell, int]] = {}  # column → a cell from above, and for how long
    for row in rows:
        line: list[Cell] = []
        waiting = list(reversed(row))
        while len(line) < width and (waiting or len(line) in hanging):
            column = len(line)
            if column in hanging:
                cell, left = hanging.pop(column)
                line.append(cell)
                if left > 1:
                    hanging[column] = (cell, left - 1)
                continue
            spanning = waiting.pop()
            for place in range(min(spanning.columns, width - column)):
                alone = len(row) == 1 and place > 0 and width > 2  # a heading between rows
                line.append(_EMPTY if alone else spanning.cell)
                if spanning.rows > 1:
                    hanging[column + place] = (line[-1], spanning.rows - 1)
        filled.append(line + [_EMPTY] * (width - len(line)))
    return filled


def _joined(cells: Sequence[Cell]) -> Cell:
    """The cells of a header that stand above one column, as one."""
    texts = dict.fromkeys(cell.text for cell in cells if cell.text)
    return Cell(" ".join(texts), cells[-1].links)


def _names_columns(filled: Sequence[Sequence[Cell]]) -> bool:
    """Whether a first row without header cells is a header: names above a column of figures."""
    first, *others = filled
    names = [cell.text for cell in first]
    if not all(names) or len(set(names)) < len(names) or any(map(_is_figure, names)):
        return False
    columns = zip(*others, strict=True)
    return any(all(_is_figure(cell.text) for cell in column if cell.text) for column in columns)


def _is_figure(text: str) -> bool:
    return bool(re.match(r"\W{0,2}\d", text))
