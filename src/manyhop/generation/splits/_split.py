"""What a division into training, development and test questions gives."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.sources import AnySource, Snippet

SplitName = Literal["train", "dev", "test"]
SPLITS: tuple[SplitName, ...] = ("train", "dev", "test")
SHARES: Mapping[SplitName, float] = {"train": 0.8, "dev": 0.1, "test": 0.1}


class Split(msgspec.Struct, frozen=True, kw_only=True):
    """The questions that were kept, each knowing its split, and the ids of those dropped."""

    questions: list[BuiltQuestion]
    dropped: tuple[str, ...] = ()

    @property
    def sizes(self) -> dict[str, int]:
        """How many questions there are in each split."""
        counts = Counter(built.split for built in self.questions)
        return {split: counts[split] for split in SPLITS}


def shares_of(shares: Mapping[SplitName, float]) -> dict[SplitName, float]:
    """Shares that add up to one, in the order of the splits.

    Example: ``shares_of({"train": 8, "test": 2})`` → ``{"train": 0.8, "dev": 0.0, "test": 0.2}``
    """
    total = sum(shares.values())
    if total <= 0 or min(shares.values()) < 0:
        raise ManyhopError("the shares of the splits must add up to more than nothing")
    return {split: shares.get(split, 0.0) / total for split in SPLITS}


def dealt(ids: Iterable[str], shares: Mapping[SplitName, float], seed: int) -> dict[str, SplitName]:
    """A split for each id, by chance."""
    order = sorted(ids)
    random.Random(f"{seed} dealt").shuffle(order)
    dealt: dict[str, SplitName] = {}
    reached = 0.0
    start = 0
    for split, share in shares_of(shares).items():
        reached += share
        stop = round(reached * len(order))
        dealt.update(dict.fromkeys(order[start:stop], split))
        start = stop
    return dealt


def documents_in(sources: Mapping[str, AnySource]) -> Callable[[str], str]:
    """A function from a source's id to what stands for its document.

    Snippets of one title and one origin are from one document; any other source is its own.
    Example: ``documents_in(sources)("3f2a…")`` → ``"Humber Bridge\\nhttps://…"``
    """

    def document(id: str) -> str:
        source = sources.get(id)
        if isinstance(source, Snippet) and source.title:
            return f"{source.title}\n{source.origin}"
        return id

    return document
