"""One value for all places that say the same."""

from collections.abc import Sequence

import msgspec

from manyhop.programs import Value, gathered, normal_form


def merged(values: Sequence[Value], *, together: bool = True) -> list[Value]:
    """Values that say the same of the same thing as one, best first, citing every place.

    Where at most one of the places can be the one that is meant, their chances add up
    (``together``); else the best one counts.
    """
    groups: dict[tuple[str, str], list[Value]] = {}
    for value in sorted(values, key=lambda value: -value.score):
        groups.setdefault((normal_form(value.text), normal_form(value.about)), []).append(value)
    found = []
    for group in groups.values():
        score = min(sum(value.score for value in group), 1.0) if together else group[0].score
        found.append(msgspec.structs.replace(group[0], score=score, citations=gathered(group)))
    return sorted(found, key=lambda value: -value.score)
