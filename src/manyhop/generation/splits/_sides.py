"""Which sources may stand in the contexts of training questions, and which in the others'."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of, resting_on
from manyhop.generation.splits._split import SHARES, SplitName, documents_in, shares_of
from manyhop.sources import AnySource

Side = Literal["train", "evaluation"]


def side_of(split: str) -> Side:
    """Development and test are one side: only training must not see their sources.

    Example: ``side_of("dev")`` → ``"evaluation"``
    """
    return "train" if split == "train" else "evaluation"


def sides(
    built: Iterable[BuiltQuestion],
    sources: Mapping[str, AnySource],
    shares: Mapping[SplitName, float] = SHARES,
    seed: int = 0,
) -> dict[str, Side]:
    """A side for each source: that of the questions which rest on its document, or else by chance.

    Each side takes its distractors from its own sources, so that no context of training holds a
    source of an evaluation's context.
    Example: ``sides(questions, sources)["3f2a…"]`` → ``"train"``
    """
    document = documents_in(sources)
    own: dict[str, Side] = {}
    documents: dict[str, Side] = {}
    for each in built:
        side = side_of(each.split)
        for id in resting_on(each):
            own[id] = documents[document(id)] = side
    training = shares_of(shares)["train"]
    found: dict[str, Side] = {}
    for id in sources:
        name = document(id)
        if name not in documents:
            chance = random.Random(f"{seed} {name}").random()
            documents[name] = "train" if chance < training else "evaluation"
        found[id] = own.get(id, documents[name])
    return found


class Apart:
    """Takes questions one by one and says what each shares with another split.

    ``document`` names the document that a source is from: see ``documents_in``.
    Example: ``Apart().faults(built)`` → ``["t1 or its document is gold in dev and in train"]``
    """

    def __init__(self, document: Callable[[str], str] = lambda id: id) -> None:
        self._document = document
        self._gold: dict[str, str] = {}
        self._context: dict[str, str] = {}

    def faults(self, built: BuiltQuestion) -> list[str]:
        """What the question has in common with earlier ones of other splits."""
        if not built.split:
            return []
        found = []
        for id in dict.fromkeys((built.topic, *resting_on(built))):
            other = self._gold.setdefault(self._document(id), built.split)
            if other != built.split:
                found.append(f"{id} or its document is gold in {built.split} and in {other}")
        side = side_of(built.split)
        shared = [id for id in context_of(built) if self._context.setdefault(id, side) != side]
        found += [f"{id} is in a context of training and in one of evaluation" for id in shared]
        return found
