"""Splits that share no document: no topic, and no source that an answer rests on."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import resting_on
from manyhop.generation.splits._clusters import clusters
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
