"""Which sources may stand in the contexts of training questions, and which in the others'."""

import random
from collections.abc import Iterable, Mapping
from typing import Literal

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import resting_on
from manyhop.generation.splits._documents import documents_in
from manyhop.generation.splits._split import SHARES, SplitName, shares_of
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
