"""Giving questions their contexts: distractors of both kinds, each split from its own side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import (
    ImageDistractors,
    TextDistractors,
    image_distractors,
    pictures_listed,
)
from manyhop.generation.splits import Side, side_of, sides
from manyhop.sources import AnySource, Image, Snippet

_AT_ONCE = 512  # questions, of which those of one side are looked up together


def with_distractors(
    questions: Sequence[BuiltQuestion],
    sources: Mapping[str, AnySource],
    pictures_of: Mapping[str, Sequence[str]] | None = None,
    *,
    texts: int = 10,
    images: int = 15,
    seed: int = 0,
    on_progress: Callable[[int], None] = lambda done: None,
) -> Iterator[BuiltQuestion]:
    """The questions, in order, with the sources that only look like the answer.

    ``pictures_of`` names, by topic, the pictures of its things. Where the questions have splits,
    training and evaluation share no source in their contexts: see ``sides``.
    Example: ``list(with_distractors(split.questions, sources, seed=7))``
    """
    pictures_of = pictures_of or {}
    side = _sides(questions, sources, seed)
    pools = {name: _Pool(name, sources, side) for name in dict.fromkeys(side.values())}
    for start in range(0, len(questions), _AT_ONCE):
        some = questions[start : start + _AT_ONCE]
        found = _texts(some, pools, texts)
        for built in some:
            name = side_of(built.split)
            of_topic = [id for id in pictures_of.get(built.topic, ()) if side.get(id) == name]
            nearest = pools[name].pictures if name in pools else None
            pictures = image_distractors(built, of_topic, nearest, images=images, seed=seed)
            yield msgspec.structs.replace(built, distractors=(*found[built.id], *pictures))
        on_progress(start + len(some))


def hard_negatives(
    questions: Sequence[BuiltQuestion],
    sources: Mapping[str, AnySource],
    *,
    texts: int = 15,
    images: int = 15,
    seed: int = 0,
) -> Iterator[BuiltQuestion]:
    """The questions, in order, with WebQA's negatives for distractors.

    Texts are those with most words in common with the question that do not say the answer;
    pictures those whose captions are nearest to it; a question over a list of pictures has the
    rest of the list. ``texts`` are all paragraphs with the gold
    ones, ``images`` the negative pictures.
    Example: ``list(hard_negatives(split.questions, sources))``
    """
    side = _sides(questions, sources, seed)
    pools = {name: _Pool(name, sources, side, by="words") for name in dict.fromkeys(side.values())}
    for start in range(0, len(questions), _AT_ONCE):
        some = questions[start : start + _AT_ONCE]
        found = _texts(some, pools, texts)
        for name, pool in pools.items():
            own = [built for built in some if side_of(built.split) == name]
            for built, near in zip(own, pool.pictures.about(own, images), strict=True):
                found[built.id] += image_distractors(built, ()) if pictures_listed(built) else near
        for built in some:
            yield msgspec.structs.replace(built, distractors=found[built.id])


def _texts(
    questions: Sequence[BuiltQuestion], pools: "Mapping[Side, _Pool]", texts: int
) -> dict[str, tuple[str, ...]]:
    """The texts for some questions by id, those of one side together, which is fast."""
    found: dict[str, tuple[str, ...]] = {built.id: () for built in questions}
    for name, pool in pools.items():
        own = [built for built in questions if side_of(built.split) == name]
        for built, chosen in zip(own, pool.texts.choose(own, texts), strict=True):
            found[built.id] = chosen
    return found


class _Pool:
    """The sources of one side."""

    def __init__(
        self,
        name: Side,
        sources: Mapping[str, AnySource],
        side: Mapping[str, Side],
        by: Literal["meaning", "words"] = "meaning",
    ) -> None:
        own = [source for id, source in sources.items() if side[id] == name]
        self.texts = TextDistractors((each for each in own if isinstance(each, Snippet)), by=by)
        self.pictures = ImageDistractors(each for each in own if isinstance(each, Image))


def _sides(
    questions: Sequence[BuiltQuestion], sources: Mapping[str, AnySource], seed: int
) -> dict[str, Side]:
    """All on one side where the questions have no splits, or training is not among them."""
    present = {side_of(each.split) for each in questions}
    if present == {"train", "evaluation"}:
        return sides(questions, sources, seed=seed)
    return dict.fromkeys(sources, next(iter(present), "evaluation"))
