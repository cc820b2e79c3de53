"""Pictures that a question could mean and does not."""

import random
from collections.abc import Iterable, Iterator, Sequence

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors._plain_words import plain_words, says, telling
from manyhop.generation.distractors._rules import page_of, pictures_listed, resting_on
from manyhop.generation.distractors._scores import ByMeaning, Scores, best_places
from manyhop.sources import Image

_AT_ONCE = 128


def image_distractors(
    built: BuiltQuestion,
    of_table: Sequence[str],
    nearest: "ImageDistractors | None" = None,
    *,
    images: int = 15,
    seed: int = 0,
) -> tuple[str, ...]:
    """Pictures of the same table's things, drawn at random; else those nearest to the gold ones.

    ``of_table`` are the ids of those pictures. With the gold ones they are at most ``images``. A
    question over a list of pictures has the whole list, and none is added.
    Example: ``image_distractors(built, [image.id for image in images_of(topic)])``
    """
    used = resting_on(built)
    listed = pictures_listed(built)
    if listed:
        return tuple(id for id in listed if id not in used)
    others = [id for id in dict.fromkeys(of_table) if id not in used]
    golden = _pictures_among(built, nearest, of_table)
    room = max(images - len(golden), 0)
    if others:
        return tuple(random.Random(f"{seed} {built.id}").sample(others, min(room, len(others))))
    if nearest is None or not golden:
        return ()
    return nearest.like(golden, room, used)


def _pictures_among(
    built: BuiltQuestion, nearest: "ImageDistractors | None", of_table: Sequence[str]
) -> list[str]:
    pictures = set(of_table)
    return [
        id for id in resting_on(built) if id in pictures or (nearest is not None and id in nearest)
    ]


class ImageDistractors:
    """A pool of pictures, compared by title and caption.

    Example: ``ImageDistractors(collection.sources("image")).like(["9c1d…"], 14)``
    """

    def __init__(self, pictures: Iterable[Image]) -> None:
        self._pictures = list(pictures)
        self._places = {picture.id: place for place, picture in enumerate(self._pictures)}
        self._nearness = ByMeaning([_words(picture) for picture in self._pictures])

    def __contains__(self, id: object) -> bool:
        return id in self._places

    def like(
        self, golden: Sequence[str], number: int, never: Iterable[str] = ()
    ) -> tuple[str, ...]:
        """The pictures nearest to any of the golden ones, but none of the same thing."""
        golden = [id for id in golden if id in self._places]
        if not golden or number < 1:
            return ()
        wanted = [_words(self._pictures[self._places[id]]) for id in golden]
        scores = self._nearness.scores(wanted).max(axis=0)
        titles = {page_of(self._pictures[self._places[id]]) for id in golden}
        return tuple(self._best(scores, number, {*never, *golden}, titles))

    def about(
        self, questions: Sequence[BuiltQuestion], number: int = 15
    ) -> Iterator[tuple[str, ...]]:
        """For each question the pictures whose words are nearest to its own: WebQA's negatives.

        None that shows a gold picture's thing or whose words say the answer.
        """
        for start in range(0, len(questions), _AT_ONCE):
            some = questions[start : start + _AT_ONCE]
            rows = self._nearness.scores([built.question for built in some])
            for built, scores in zip(some, rows, strict=True):
                used = resting_on(built)
                titles = {
                    page_of(self._pictures[self._places[id]]) for id in used if id in self._places
                }
                yield tuple(self._best(scores, number, used, titles, telling(built.answers)))

    def _best(
        self,
        scores: Scores,
        number: int,
        never: Iterable[str],
        titles: set[str],
        answers: Sequence[str] = (),
    ) -> list[str]:
        never = set(never)
        room = number + len(never) + 64
        while True:
            places = best_places(scores, room)
            found = [
                picture.id
                for picture in map(self._pictures.__getitem__, places)
                if picture.id not in never
                and page_of(picture) not in titles
                and not says(plain_words(_words(picture)), answers)
            ]
            if len(found) >= number or room >= len(self._pictures):
                return found[:number]
            room *= 4


def _words(picture: Image) -> str:
    return picture.searchable
