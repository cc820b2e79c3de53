"""How far people agree: Krippendorff's alpha and Fleiss' kappa over nominal judgements."""

from collections import Counter
from collections.abc import Sequence

import msgspec


class Agreement(msgspec.Struct, frozen=True):
    """Both figures with the items and judgements they rest on; None where they are undefined.

    ``kappa`` needs the same number of judgements of every item, so it is over the items with the
    commonest number above one.
    """

    alpha: float | None
    kappa: float | None
    items: int
    judgements: int


def agreement(judged: Sequence[Sequence[str]]) -> Agreement:
    """Agreement over items, each a list of what people said of it.

    Example: ``agreement([["keep", "keep"], ["reject", "keep"]]).alpha`` → ``0.0``
    """
    several = [list(item) for item in judged if len(item) > 1]
    return Agreement(
        krippendorff_alpha(several),
        fleiss_kappa(_alike_long(several)),
        len(several),
        sum(map(len, several)),
    )


def krippendorff_alpha(judged: Sequence[Sequence[str]]) -> float | None:
    """One less observed over expected disagreement; None where all say the same one thing."""
    several = [Counter(item) for item in judged if len(item) > 1]
    total: Counter[str] = Counter()
    for item in several:
        total += item
    n = total.total()
    expected = n * n - sum(count * count for count in total.values())
    if not expected:
        return None
    observed = 0.0
    for item in several:
        m = item.total()
        observed += (m * m - sum(count * count for count in item.values())) / (m - 1)
    return 1 - (n - 1) * observed / expected


def fleiss_kappa(judged: Sequence[Sequence[str]]) -> float | None:
    """Agreement beyond chance of equally many judgements of each item."""
    if not judged:
        return None
    raters = len(judged[0])
    total: Counter[str] = Counter()
    agreeing = 0.0
    for item in judged:
        counts = Counter(item)
        total += counts
        agreeing += (sum(c * c for c in counts.values()) - raters) / (raters * (raters - 1))
    n = total.total()
    by_chance = sum((count / n) ** 2 for count in total.values())
    return None if by_chance == 1 else (agreeing / len(judged) - by_chance) / (1 - by_chance)


def _alike_long(judged: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    lengths = Counter(map(len, judged))
    most = max(lengths, key=lambda length: (lengths[length], length), default=0)
    return [item for item in judged if len(item) == most]
