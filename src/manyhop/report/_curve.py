"""A curve along a table's columns as inline SVG: a marker and a dash pattern for each row."""

from collections.abc import Sequence
from html import escape

from manyhop.evaluation import Estimate
from manyhop.report._plots import MARKERS, in_percent, marker

_WIDTH, _LEFT, _RIGHT = 760, 52, 540
_TOP, _BOTTOM = 10, 250
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_DASHES = ("", "7 4", "2 3", "9 3 2 3")


def curve(
    title: str,
    corner: str,
    names: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Estimate | None]]],
) -> str:
    """Columns across by ``names``, shares upwards, intervals as bars, a line for each row.

    Example: ``curve("Coverage", "questions", ["10", "100"], [("dev", cells)])``
    """
    drawn = [_frame(corner, names)]
    for place, (label, cells) in enumerate(rows):
        points = [(n, cell) for n, cell in enumerate(cells) if cell]
        drawn.append(_line(len(names), points, place))
        drawn += [_point(names, n, cell, place) for n, cell in points]
        if points:
            drawn.append(_key(label, points[-1][1], place))
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_BOTTOM + 46}" role="img" '
        f'aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )


def _across(columns: int, number: int) -> float:
    return round(_LEFT + 20 + number * (_RIGHT - _LEFT - 40) / max(1, columns - 1), 1)


def _up(share: float) -> float:
    return round(_BOTTOM - share * (_BOTTOM - _TOP), 1)


def _frame(corner: str, names: Sequence[str]) -> str:
    lines = [
        f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{_up(share)}" y2="{_up(share)}"/>'
        f'<text class="figures" text-anchor="end" x="{_LEFT - 8}" y="{_up(share) + 4}">'
        f"{100 * share:g}</text>"
        for share in _SHARES
    ]
    lines += [
        f'<text class="tick" x="{_across(len(names), number)}" y="{_BOTTOM + 18}">'
        f"{escape(name)}</text>"
        for number, name in enumerate(names)
    ]
    middle = (_LEFT + _RIGHT) / 2
    lines.append(
        f'<text class="tick" x="{middle}" y="{_BOTTOM + 38}">{escape(corner)}</text>'
        f'<text class="tick" transform="translate(12 {_up(0.5)}) rotate(-90)">per cent</text>'
    )
    return "".join(lines)


def _line(columns: int, points: list[tuple[int, Estimate]], place: int) -> str:
    path = "L".join(f"{_across(columns, n)} {_up(cell.value)}" for n, cell in points)
    dashes = _DASHES[place % len(_DASHES)]
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path class="interval run{place % MARKERS}" d="M{path}"{pattern}/>' if points else ""


def _point(names: Sequence[str], number: int, cell: Estimate, place: int) -> str:
    x = _across(len(names), number)
    bar = f"M{x} {_up(cell.low)}V{_up(cell.high)}"
    caps = "".join(f"M{round(x - 3.5, 1)} {_up(end)}h7" for end in (cell.low, cell.high))
    said = f"{names[number]}: {in_percent(cell)}, n={cell.n:,}"
    return (
        f"<g><title>{escape(said)}</title>"
        f'<path class="interval run{place % MARKERS}" d="{bar}{caps}"/>'
        f"{marker(place, x, _up(cell.value))}</g>"
    )


def _key(label: str, last: Estimate, place: int) -> str:
    y = _TOP + 12 + 38 * place
    return (
        f"{marker(place, _RIGHT + 22, y - 4)}"
        f'<text x="{_RIGHT + 36}" y="{y}">{escape(label)}</text>'
        f'<text class="figures" x="{_RIGHT + 36}" y="{y + 16}">in the end '
        f"{escape(in_percent(last))}</text>"
    )
