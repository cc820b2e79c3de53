"""A reliability diagram as inline SVG: confidence across, score upwards, the diagonal between."""

import math
from collections.abc import Sequence
from html import escape

from manyhop.evaluation import Bin, Calibration
from manyhop.report._plots import MARKERS, decimal, marker

_SIDE = 320
_LEFT, _TOP = 52, 8
_COUNTS = 64  # the height of the bars under the diagram
_GAP = 34
_WIDTH, _HEIGHT = 760, _TOP + _SIDE + _GAP + _COUNTS + 40
_SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def reliability_plot(runs: Sequence[Calibration | None], letters: Sequence[str]) -> str:
    """A dot for each interval of confidence of each run, and bars for how many answers it holds.

    Dots above the diagonal are answers that are better than they say, those below are worse.
    Example: ``reliability_plot([results.calibration], ["A"])``
    """
    drawn = [_frame(), _axes()]
    most = max((each.n for run in runs if run for each in run.bins), default=1)
    for place, run in enumerate(runs):
        if run is None:
            continue
        drawn.append(_line(run.bins, place))
        drawn += [_dot(each, place) for each in run.bins]
        drawn += [_bar(each, place, len(runs), most) for each in run.bins]
        drawn.append(_figures(run, place, letters[place] if len(runs) > 1 else ""))
    title = "Confidence and score, interval by interval"
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )


def _across(share: float) -> float:
    return round(_LEFT + share * _SIDE, 1)


def _up(share: float) -> float:
    return round(_TOP + (1 - share) * _SIDE, 1)


def _frame() -> str:
    lines = [
        f'<line class="grid" x1="{_across(share)}" x2="{_across(share)}" y1="{_up(1)}" '
        f'y2="{_up(0)}"/><line class="grid" x1="{_across(0)}" x2="{_across(1)}" '
        f'y1="{_up(share)}" y2="{_up(share)}"/>'
        for share in _SHARES
    ]
    diagonal = (
        f'<line class="zero" x1="{_across(0)}" y1="{_up(0)}" x2="{_across(1)}" y2="{_up(1)}"/>'
    )
    return "".join(lines) + diagonal


def _axes() -> str:
    ticks = [
        f'<text class="tick" x="{_across(share)}" y="{_up(0) + 17}">{share:g}</text>'
        f'<text class="figures" text-anchor="end" x="{_LEFT - 8}" y="{_up(share) + 4}">'
        f"{share:g}</text>"
        for share in _SHARES
    ]
    base = _HEIGHT - 18
    names = (
        f'<text class="tick" x="{_across(0.5)}" y="{base + 14}">confidence</text>'
        f'<text class="tick" transform="translate(12 {_up(0.5)}) rotate(-90)">score</text>'
        f'<text class="tick" transform="translate(12 {base - _COUNTS / 2}) rotate(-90)">answers'
        "</text>"
        f'<line class="grid" x1="{_across(0)}" x2="{_across(1)}" y1="{base}" y2="{base}"/>'
    )
    return "".join(ticks) + names


def _line(bins: Sequence[Bin], place: int) -> str:
    points = "L".join(f"{_across(each.confidence)} {_up(each.score)}" for each in bins)
    return f'<path class="interval run{place % MARKERS}" d="M{points}"/>'


def _dot(each: Bin, place: int) -> str:
    said = (
        f"{each.low:.1f}–{each.high:.1f}: confidence {decimal(each.confidence)}, "
        f"score {decimal(each.score)}, n={each.n:,}"
    )
    drawn = marker(place, _across(each.confidence), _up(each.score))
    return f"<g><title>{escape(said)}</title>{drawn}</g>"


def _bar(each: Bin, place: int, runs: int, most: int) -> str:
    base = _HEIGHT - 18
    room = (each.high - each.low) * _SIDE - 4
    height = round(max(_COUNTS * each.n / most, 1), 1)
    left = round(_across(each.low) + 2 + place * room / runs, 1)
    width = round(room / runs - (1 if runs > 1 else 0), 1)
    return (
        f'<rect class="run{place % MARKERS}" x="{left}" y="{round(base - height, 1)}" '
        f'width="{width}" height="{height}"/>'
    )


def _figures(run: Calibration, place: int, letter: str) -> str:
    y = _TOP + 14 + 22 * place
    right = math.ceil(_across(1)) + 24
    text = f"{letter} calibration error {decimal(run.error)}  n={run.n:,}".strip()
    return marker(place, right, y - 4) + (
        f'<text class="figures" x="{right + 14}" y="{y}">{escape(text)}</text>'
    )
