"""Giving questions their contexts: distractors of both kinds, each split from its own side."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import ImageDistractors, TextDistractors, image_distractors
from manyhop.generation.splits import Side, side_of, sides
from manyhop.sources import AnySource, Image, Snippet

_AT_ONCE = 1024


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
    done = 0
    for name, several in groupby(questions, key=lambda each: side_of(each.split)):
        run = list(several)
        pool = pools.get(name) or _Pool(name, {}, {})
        for start in range(0, len(run), _AT_ONCE):
            some = run[start : start + _AT_ONCE]
            for built, found in zip(some, pool.texts.choose(some, texts), strict=True):
                of_topic = [id for id in pictures_of.get(built.topic, ()) if side.get(id) == name]
                pictures = image_distractors(
                    built, of_topic, pool.pictures, images=images, seed=seed
                )
                yield msgspec.structs.replace(built, distractors=(*found, *pictures))
            done += len(some)
            on_progress(done)


class _Pool:
    """The sources of one side."""

    def __init__(
        self, name: Side, sources: Mapping[str, AnySource], side: Mapping[str, Side]
    ) -> None:
        own = [source for id, source in sources.items() if side[id] == name]
        self.texts = TextDistractors(each for each in own if isinstance(each, Snippet))
        self.pictures = ImageDistractors(each for each in own if isinstance(each, Image))


def _sides(
    questions: Sequence[BuiltQuestion], sources: Mapping[str, AnySource], seed: int
) -> dict[str, Side]:
    """All on one side where the questions have no splits, or training is not among them."""
    present = {side_of(each.split) for each in questions}
    if present == {"train", "evaluation"}:
        return sides(questions, sources, seed=seed)
    return dict.fromkeys(sources, next(iter(present), "evaluation"))
