"""A tree of shares as inline SVG: every path a bar beside the one that it goes on from."""

from collections.abc import Sequence
from html import escape

PARTED = " › "
_WIDTH, _HEIGHT, _LEAST = 760, 420, 11  # a bar lower than that has no room for its word


def tree(title: str, rows: Sequence[tuple[str, float]]) -> str:
    """Paths such as ``"what › is"`` with their shares, each after what it begins with.

    The first words stand on the left, as high as their share; what follows stands beside them.
    Example: ``tree("Openings", [("what", 0.6), ("what › is", 0.4)])``
    """
    deep = max((label.count(PARTED) for label, _ in rows), default=0) + 1
    whole = sum(share for label, share in rows if PARTED not in label) or 1.0
    wide, high = _WIDTH / deep, _HEIGHT / whole
    tops, drawn = {"": 0.0}, []
    for label, share in rows:
        before, _, word = label.rpartition(PARTED)
        top = tops.get(before, 0.0)
        tops[before] = tops[label] = top
        tops[before] += share * high
        drawn.append(_bar(label.count(PARTED) * wide, top, wide, share * high, word, share))
    return (
        f'<svg class="plot tree" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(drawn)}</svg>'
    )


def _bar(left: float, top: float, width: float, height: float, word: str, share: float) -> str:
    said = f"{escape(word)} {100 * share:.1f}"
    text = (
        f'<text x="{left + 6:.1f}" y="{top + height / 2 + 4:.1f}">{said}</text>'
        if height >= _LEAST
        else ""
    )
    return (
        f"<g><title>{said}</title>"
        f'<rect x="{left + 0.5:.1f}" y="{top + 0.5:.1f}" width="{width - 1:.1f}" '
        f'height="{max(height - 1, 0.5):.1f}" fill="currentColor" fill-opacity="0.12"/>{text}</g>'
    )
