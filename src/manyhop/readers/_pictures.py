"""Reading pictures: what the one that is meant shows."""

import re
from collections.abc import Iterator, Sequence

from manyhop.models import Models, PictureAnswerer, picture_features
from manyhop.programs import Value, normal_form
from manyhop.readers._captions import told_by_caption
from manyhop.readers._listing import asks_several
from manyhop.readers._merging import merged
from manyhop.readers._naming import named_like, names
from manyhop.readers._picture_choices import ChoiceScores
from manyhop.readers._picture_views import PictureViews
from manyhop.readers._shares import chance, shares
from manyhop.sources import Image, Region

LOOKED_AT = 3  # pictures; more are hardly ever meant
HOPELESS = 0.1  # of the likeliest picture's chance: one with less is not looked at
NAMED = 3.0  # added to a picture's score where question or given things name it
LATER = 0.7  # taken off for each picture that the search found better
LIKE = 8.0  # weight of a picture's likeness to the question
WRITTEN = 0.6  # chance that a question about writing is answered by all of it
MAIN_COLOUR = 0.5  # weight of a colour's share, where the picture's main colour is asked for

_WRITING = re.compile(
    r"\b(?:written|writing|says?|reads?|spelled|printed|texts?|letters?|words?)\b", re.IGNORECASE
)
_MAIN_COLOUR = re.compile(
    r"\b(?:main|dominant|background|most common) colou?r|colou?r .*\bbackground\b", re.IGNORECASE
)
_THERE = re.compile(
    r"(?:is|are) there (?P<thing>.+?) (?:in|on) (?:the|this|its) (?:picture|image|photo)",
    re.IGNORECASE,
)


class PictureReading:
    """Chooses the picture that a question speaks of and answers from what is seen, written or
    told of it.

    Example: ``PictureReading(models).read("What colour are its towers?", [image])[0].text``
    """

    def __init__(self, models: Models, views: PictureViews | None = None) -> None:
        self._models = models
        self._views = views or PictureViews(models)
        self._choices = ChoiceScores(models, self._views)

    def read(
        self,
        question: str,
        sources: Sequence[Image],
        given: Sequence[Value] = (),
        choices: Sequence[str] = (),
    ) -> list[Value]:
        """Answers, the likeliest first, each citing its picture; of ``choices`` where given."""
        found: list[Value] = []
        for image, share in self._meant(question, sources, given):
            pixels = self._views.pixels(image)
            answers = [] if _asks_writing(question, image) else self._told(question, image)
            answers += self._seen(question, image, pixels, choices) if pixels else []
            if choices:
                answers = self._choices.scored(question, choices, answers, pixels)
            elif not asks_several(question):
                answers = _rivals(answers)
            about = image.title or next((thing.text for thing in given), "")
            found += [
                Value(text, share * likely, (image.cite(Region()),), about)
                for text, likely in answers
            ]
        return merged(found)

    def _meant(
        self, question: str, sources: Sequence[Image], given: Sequence[Value]
    ) -> list[tuple[Image, float]]:
        """The few pictures that may be meant, with their chances."""
        if len(sources) < 2:
            return [(image, 1.0) for image in sources]
        pixels = [self._views.pixels(image) for image in sources]
        seen = [each for each in pixels if each is not None]
        likeness = iter(self._views.likeness([question], seen)[0].tolist())
        scores = [
            NAMED * _named(image, question, given)
            - LATER * place
            + (LIKE * next(likeness) if pixels[place] is not None else 0.0)
            for place, image in enumerate(sources)
        ]
        order = sorted(range(len(sources)), key=lambda place: -scores[place])[:LOOKED_AT]
        chances = shares([scores[place] for place in order])
        least = 0.0 if given else HOPELESS * max(chances)  # each given thing has its own picture
        likely = zip(order, chances, strict=True)
        return [(sources[place], share) for place, share in likely if share >= least]

    def _seen(
        self, question: str, image: Image, pixels: bytes, choices: Sequence[str]
    ) -> list[tuple[str, float]]:
        if _asks_writing(question, image):
            return list(_written(image.text))
        answerer = self._models.image_answerer
        if choices and not isinstance(answerer, PictureAnswerer):  # which knows no choices
            question = f"{question} Choose one: {', '.join(choices)}."
        answers = answerer.answer(question, pixels)
        found = [(answer.text, answer.chance) for answer in answers]
        if _MAIN_COLOUR.search(question) or not found:
            colours = picture_features(pixels).colours
            found = [(text, (1 - MAIN_COLOUR) * likely) for text, likely in found]
            found += [(name, MAIN_COLOUR * share) for name, share in colours]
        return found

    def _told(self, question: str, image: Image) -> list[tuple[str, float]]:
        """What the caption says beyond the title; it names what there is, never what is not."""
        caption = image.caption.strip()
        if not caption or normal_form(caption) == normal_form(image.title):
            return []
        if there := _THERE.match(question):
            odds = told_by_caption(there["thing"], image)
            return [("yes", chance(odds))] if odds > 0 else []
        (reading,) = self._models.text_reader.read(question, [image.searchable])
        return [(reading.text, reading.chance)] if reading.text.strip() else []


def _asks_writing(question: str, image: Image) -> bool:
    return bool(_WRITING.search(question) and image.text.strip())


def _rivals(answers: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """What is seen and what is told of one picture: others are right only where the best is not."""
    if not answers:
        return []
    best, *others = sorted(answers, key=lambda answer: -answer[1])
    return [best, *((text, likely * (1 - best[1])) for text, likely in others)]


def _named(image: Image, question: str, given: Sequence[Value]) -> float:
    if given:
        return max(float(named_like(image.title, thing.text)) for thing in given)
    return float(bool(image.title) and names(question, image.title))


def _written(text: str) -> Iterator[tuple[str, float]]:
    """All that is written, and each line by itself."""
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    yield " ".join(lines), WRITTEN
    if len(lines) > 1:
        yield from ((line, (1 - WRITTEN) / len(lines)) for line in lines)
