"""Things that must stay together, dealt out to splits."""

import random
from collections.abc import Iterable, Mapping, Sequence

from manyhop.generation.splits._split import SplitName


def clusters(
    sizes: Mapping[str, int],
    bonds: Iterable[Sequence[str]],
    wanted: Mapping[SplitName, float],
    seed: int,
) -> dict[str, SplitName]:
    """A split for each thing; those in one bond, and what they are bound to, get the same.

    The largest clusters are dealt first, each to the split that lacks most of its share; equals in
    an order by chance.
    Example: ``clusters({"a": 5, "b": 1}, [("a", "b")], {"train": 0.8, "test": 0.2}, seed=0)``
    """
    groups = list(_components(sizes, bonds).values())
    random.Random(f"{seed} clusters").shuffle(groups)
    groups.sort(key=lambda group: -sum(sizes[each] for each in group))
    lacking = {split: share * sum(sizes.values()) for split, share in wanted.items() if share}
    dealt: dict[str, SplitName] = {}
    for group in groups:
        split = max(lacking, key=lambda name: lacking[name])
        lacking[split] -= sum(sizes[each] for each in group)
        dealt.update(dict.fromkeys(group, split))
    return dealt


def _components(things: Iterable[str], bonds: Iterable[Sequence[str]]) -> dict[str, list[str]]:
    parent = {thing: thing for thing in sorted(things)}

    def root(thing: str) -> str:
        while parent[thing] != thing:
            parent[thing] = parent[parent[thing]]
            thing = parent[thing]
        return thing

    for bond in bonds:
        for other in bond[1:]:
            parent[root(other)] = root(bond[0])
    groups: dict[str, list[str]] = {}
    for thing in parent:
        groups.setdefault(root(thing), []).append(thing)
    return groups
