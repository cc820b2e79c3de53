"""Dot-and-interval plots as inline SVG.

Each run has a colour that colour-blind people can tell from the others, a marker of its own for
black and white, and its letter beside the figures. Colours come from the page's style sheet.
"""

import math
from collections.abc import Sequence
from html import escape
from textwrap import wrap

from manyhop.evaluation import Estimate

_WIDTH = 760
_LABELS = 238  # where labels end and the axis begins
_FIGURES = 552  # where the axis ends
_LETTERS = 31
_LINE = 17
_LABEL_LINE = 14
_GAP = 9
MARKERS = 8
_EDGES = (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.0)


def dot_plot(
    rows: Sequence[tuple[str, Sequence[Estimate | None]]],
    letters: Sequence[str],
    title: str,
    *,
    signed: bool = False,
    percent: bool = False,
) -> str:
    """One row for each label, one dot with its interval for each run in it.

    The axis goes from 0 to 1, or as far to both sides of 0 as ``signed`` differences reach. With
    ``percent`` it goes from 0 as far as the scores reach, and figures are in hundredths.

    Example: ``dot_plot([("TextQ", (Estimate(0.4, 0.3, 0.5, 90),))], ["A"], "F1 by type")``
    """
    scores = [score for _, row in rows for score in row if score and math.isfinite(score.value)]
    low, high, step = _axis(scores, signed, percent)
    words = in_percent if percent else said
    lines = len(letters)
    row_height = max(lines * _LINE + _GAP, max((_height(label) for label, _ in rows), default=0))
    height = len(rows) * row_height

    def across(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(_LABELS + share * (_FIGURES - _LABELS), 1)

    zero = across(0) if signed else None
    drawn = [_ticks(low, high, step, height, zero, 100 if percent else 1)]
    for number, (label, row) in enumerate(rows):
        top = number * row_height + (row_height - lines * _LINE) / 2
        drawn.append(_label(label, top + lines * _LINE / 2))
        for place, score in enumerate(row):
            middle = top + place * _LINE + _LINE / 2
            letter = letters[place] if lines > 1 else ""
            if score is None or not math.isfinite(score.value):
                drawn.append(_figures(f"{letter} –", middle))
                continue
            ends = across(score.low), across(score.value), across(score.high)
            drawn.append(_dot(ends, middle, place))
            drawn.append(_figures(f"{letter} {words(score)}  n={score.n:,}", middle))
    return (
        f'<svg class="plot{" signed" * signed}" viewBox="0 0 {_WIDTH} {height + 26}" role="img" '
        f'aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )


def marker(place: int, x: float = 8, y: float = 8) -> str:
    """The mark of the run at ``place``: eight shapes that differ in black and white, then again."""
    shapes = (
        f'<circle cx="{x}" cy="{y}" r="4.5"/>',
        f'<rect class="hollow" x="{x - 4}" y="{y - 4}" width="8" height="8"/>',
        f'<path d="M{x} {y - 5.2}l5 9h-10z"/>',
        f'<path class="hollow" d="M{x} {y - 5.6}l5.6 5.6l-5.6 5.6l-5.6 -5.6z"/>',
        f'<path class="stroke" d="M{x - 4} {y - 4}l8 8m0 -8l-8 8"/>',
        f'<rect x="{x - 4}" y="{y - 4}" width="8" height="8"/>',
        f'<path class="hollow" d="M{x} {y + 5.2}l5 -9h-10z"/>',
        f'<path class="stroke" d="M{x - 5} {y}h10m-5 -5v10"/>',
    )
    return f'<g class="run{place % MARKERS}">{shapes[place % MARKERS]}</g>'


def mark(place: int) -> str:
    """The same mark as a small picture, to stand in a line of text."""
    return f'<svg class="mark" viewBox="0 0 16 16" aria-hidden="true">{marker(place)}</svg>'


def said(score: Estimate) -> str:
    """A score in words: ``"0.438 [0.412, 0.465]"``."""
    return f"{decimal(score.value)} [{decimal(score.low)}, {decimal(score.high)}]"


def in_percent(score: Estimate) -> str:
    """A share in words: ``"43.8 [41.2, 46.5]"``."""
    value, low, high = (hundredths(each) for each in (score.value, score.low, score.high))
    return f"{value} [{low}, {high}]"


def hundredths(value: float, decimals: int = 1) -> str:
    """A share in per cent, with a real minus sign."""
    if not math.isfinite(value):
        return "–"
    rounded = round(100 * value, decimals) + 0.0  # no minus before a nought
    return f"{rounded:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def decimal(value: float) -> str:
    """Three decimals, with a real minus sign."""
    if not math.isfinite(value):
        return "–"
    return f"{value:.3f}".replace("-", "\N{MINUS SIGN}")


def _axis(scores: Sequence[Estimate], signed: bool, percent: bool) -> tuple[float, float, float]:
    ends = [end for s in scores for end in (s.low, s.value, s.high) if math.isfinite(end)]
    if percent and not signed:
        edge = next((edge for edge in _EDGES if max(ends, default=1) <= edge), 1.0)
        return 0, edge, edge / 4
    if not signed:
        return (0, 1, 0.2) if max(ends, default=1) <= 1 else (0, 100, 20)
    reach = max((abs(end) for end in ends), default=1)
    for edge in _EDGES:
        if reach <= edge:
            return -edge, edge, edge / 2
    return -reach, reach, reach / 2


def _ticks(
    low: float, high: float, step: float, height: float, zero: float | None, times: int
) -> str:
    drawn = []
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        x = round(_LABELS + (value - low) / (high - low) * (_FIGURES - _LABELS), 1)
        text = f"{times * value:.3g}".replace("-", "\N{MINUS SIGN}") if abs(value) > 1e-9 else "0"
        drawn.append(f'<line class="grid" x1="{x}" x2="{x}" y1="0" y2="{height}"/>')
        drawn.append(f'<text class="tick" x="{x}" y="{height + 17}">{text}</text>')
    if zero is not None:
        drawn.append(f'<line class="zero" x1="{zero}" x2="{zero}" y1="0" y2="{height}"/>')
    return "".join(drawn)


def _label(label: str, middle: float) -> str:
    pieces = _pieces(label)
    x, first = _LABELS - 12, middle + 4 - (len(pieces) - 1) * _LABEL_LINE / 2
    said = "".join(
        f'<tspan x="{x}" y="{first + number * _LABEL_LINE:g}">{escape(piece)}</tspan>'
        for number, piece in enumerate(pieces)
    )
    return f'<text class="label"><title>{escape(label)}</title>{said}</text>'


def _pieces(label: str) -> list[str]:
    """A label on one line or two."""
    return wrap(label, _LETTERS, max_lines=2, placeholder="…") or [label]


def _height(label: str) -> float:
    return len(_pieces(label)) * _LABEL_LINE + _GAP


def _figures(text: str, middle: float) -> str:
    words = escape(text.strip())
    return f'<text class="figures" x="{_FIGURES + 14}" y="{middle + 4:g}">{words}</text>'


def _dot(ends: tuple[float, float, float], middle: float, place: int) -> str:
    low, value, high = ends
    run = f"run{place % MARKERS}"
    caps = "".join(f"M{x} {middle - 3.5:g}v7" for x in (low, high))
    return (
        f'<path class="interval {run}" d="M{low} {middle:g}H{high}{caps}"/>'
        f"{marker(place, value, middle)}"
    )
