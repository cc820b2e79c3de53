"""Splits that share no document: no topic, and no source that an answer rests on."""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import resting_on
from manyhop.generation.splits._split import SHARES, Split, SplitName, shares_of

_HUBS = (2, 3, 5, 8, 13, 21, 50, 100, 1_000_000)  # topics that share a document
_TOLERANCE = 0.3  # of a split's share that a division may miss it by

Documents = Mapping[str, tuple[str, ...]]


def split_by_document(
    built: Sequence[BuiltQuestion],
    shares: Mapping[SplitName, float] = SHARES,
    seed: int = 0,
    *,
    document: Callable[[str], str] = lambda id: id,
) -> Split:
    """Divide questions so that no topic and no document they rest on is in two splits.

    Topics that share documents stay together. Where nearly all hang together, because many tables
    link to a few pages, those pages are given to the split that needs each most, and the questions
    of the others that rest on it are dropped: of several ways to cut, the one that drops fewest.
    ``document`` names the document that a source is from; without it each is its own.
    Example: ``split_by_document(questions, seed=7, document=documents_in(sources)).sizes``
    """
    wanted = shares_of(shares)
    documents = {
        each.id: tuple(dict.fromkeys(document(id) for id in resting_on(each))) for each in built
    }
    ways = [_divided(built, documents, hub, wanted, seed) for hub in _HUBS]
    return min(ways, key=lambda way: (_unbalanced(way, wanted), len(way.dropped)))


def _divided(
    built: Sequence[BuiltQuestion],
    documents: Documents,
    hub: int,
    wanted: Mapping[SplitName, float],
    seed: int,
) -> Split:
    """One way to cut: documents that ``hub`` topics or more rest on do not hold them together."""
    topics_of: dict[str, set[str]] = defaultdict(set)
    for each in built:
        for id in documents[each.id]:
            topics_of[id].add(each.topic)
    bonds = [sorted(topics) for topics in topics_of.values() if 1 < len(topics) < hub]
    sizes = Counter(each.topic for each in built)
    split_of = clusters(sizes, bonds, wanted, seed)
    owner = _owners(built, documents, split_of)
    kept, dropped = [], []
    for each in built:
        split = split_of[each.topic]
        if all(owner[id] == split for id in documents[each.id]):
            kept.append(msgspec.structs.replace(each, split=split))
        else:
            dropped.append(each.id)
    return Split(questions=kept, dropped=tuple(dropped))


def _owners(
    built: Sequence[BuiltQuestion], documents: Documents, split_of: Mapping[str, SplitName]
) -> dict[str, SplitName]:
    """For each document the split that most of the questions which rest on it are in."""
    users: dict[str, Counter[SplitName]] = defaultdict(Counter)
    for each in built:
        for id in documents[each.id]:
            users[id][split_of[each.topic]] += 1
    order: Sequence[SplitName] = ("test", "dev", "train")  # on a tie the smaller gets it
    return {id: max(order, key=lambda split: counts[split]) for id, counts in users.items()}


def _unbalanced(split: Split, wanted: Mapping[SplitName, float]) -> bool:
    total = max(len(split.questions), 1)
    sizes = split.sizes
    return any(
        abs(sizes[name] / total - share) > _TOLERANCE * share for name, share in wanted.items()
    )


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
