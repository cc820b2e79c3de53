"""A curve along a table's columns as inline SVG: a marker and a dash pattern for each row."""

from html import escape

from manyhop.audit.analyses import Figures
from manyhop.evaluation import Estimate
from manyhop.evaluation.pages import MARKERS, in_percent, marker

_WIDTH, _LEFT, _RIGHT = 760, 52, 540
_TOP, _BOTTOM = 10, 250
_SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
_DASHES = ("", "7 4", "2 3", "9 3 2 3")


def curve(figures: Figures) -> str:
    """Columns across, shares upwards, intervals as bars.

    Example: ``curve(coverage(samples, training))``
    """
    drawn = [_frame(figures)]
    for place, row in enumerate(figures.rows):
        points = [(n, cell) for n, cell in enumerate(row.cells) if cell]
        drawn.append(_line(figures, points, place))
        drawn += [_point(figures, n, cell, place) for n, cell in points]
        if points:
            drawn.append(_key(row.label, points[-1][1], place))
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_BOTTOM + 46}" role="img" '
        f'aria-label="{escape(figures.title)}">{"".join(drawn)}</svg>'
    )


def _across(figures: Figures, number: int) -> float:
    return round(_LEFT + 20 + number * (_RIGHT - _LEFT - 40) / max(1, len(figures.columns) - 1), 1)


def _up(share: float) -> float:
    return round(_BOTTOM - share * (_BOTTOM - _TOP), 1)


def _frame(figures: Figures) -> str:
    lines = [
        f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{_up(share)}" y2="{_up(share)}"/>'
        f'<text class="figures" text-anchor="end" x="{_LEFT - 8}" y="{_up(share) + 4}">'
        f"{100 * share:g}</text>"
        for share in _SHARES
    ]
    lines += [
        f'<text class="tick" x="{_across(figures, number)}" y="{_BOTTOM + 18}">'
        f"{escape(column.name)}</text>"
        for number, column in enumerate(figures.columns)
    ]
    middle = (_LEFT + _RIGHT) / 2
    lines.append(
        f'<text class="tick" x="{middle}" y="{_BOTTOM + 38}">{escape(figures.corner)}</text>'
        f'<text class="tick" transform="translate(12 {_up(0.5)}) rotate(-90)">per cent</text>'
    )
    return "".join(lines)


def _line(figures: Figures, points: list[tuple[int, Estimate]], place: int) -> str:
    path = "L".join(f"{_across(figures, n)} {_up(cell.value)}" for n, cell in points)
    dashes = _DASHES[place % len(_DASHES)]
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path class="interval run{place % MARKERS}" d="M{path}"{pattern}/>' if points else ""


def _point(figures: Figures, number: int, cell: Estimate, place: int) -> str:
    x = _across(figures, number)
    bar = f"M{x} {_up(cell.low)}V{_up(cell.high)}"
    caps = "".join(f"M{round(x - 3.5, 1)} {_up(end)}h7" for end in (cell.low, cell.high))
    said = f"{figures.columns[number].name}: {in_percent(cell)}, n={cell.n:,}"
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
