"""Reading pictures: what the one that is meant shows."""

import logging
import re
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models import Models, PictureAnswerer, Recent, picture_features, picture_size
from manyhop.programs import Value, normal_form
from manyhop.readers._reader import asks_several, chance, folded, merged, named_like, names, shares
from manyhop.sources import Image, Region, content_id

REMEMBERED = 20_000  # pictures
SMALLEST = 8  # pixels on a side; less shows nothing

logger = logging.getLogger("manyhop")
FOR, AGAINST = 6.0, -2.5  # log odds where a caption tells all that is wanted, or nothing of it
DESCRIPTION = 5  # words beyond the title, from which on a caption tells what there is to see
LOOSE = 2  # times the words' own number: so far apart they may stand and still belong together

_FILLING = re.compile(
    r"an?|the|and|or|of|in|on|at|to|with|by|for|from|its?|their|his|her|is|are|was|were|be|one"
    r"|some|any|this|that|these|those|there|picture|image|photo|shown|seen|above|below|behind"
    r"|under|over|beside|near|front|background"
)
SAID, CLOSE, SEEN = 4.0, 4.0, 8.0  # weights: said by an answer, close to one, like the picture
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


class PictureViews:
    """Opens pictures and says how like they are to texts; each picture is looked at once.

    Example: ``PictureViews(models).likeness(["two red towers"], pictures)``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._vectors = Recent[NDArray[np.float32]](REMEMBERED)
        self._shows = Recent[bool](REMEMBERED)

    def pixels(self, image: Image) -> bytes | None:
        """The encoded picture; None where there are no pixels or nothing can be seen in them."""
        try:
            pixels = image.pixels()
        except (ManyhopError, OSError) as error:
            if image.path:
                logger.warning("image %s: %s", image.id, error)
            return None
        visible = self._shows.of(content_id(pixels), partial(_visible, image.id, pixels))
        return pixels if visible else None

    def likeness(self, texts: Sequence[str], pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """A row for each text, a column for each picture."""
        if not pictures:
            return np.zeros((len(texts), 0), np.float32)
        encoder = self._models.image_encoder
        vectors = self._vectors.of_all(
            [content_id(picture) for picture in pictures],
            lambda places: list(encoder.encode([pictures[place] for place in places])),
        )
        return np.asarray(encoder.texts.encode(texts) @ np.stack(vectors).T, np.float32)


def _visible(name: str, pixels: bytes) -> bool:
    try:
        return min(picture_size(pixels)) >= SMALLEST
    except ManyhopError as error:
        logger.warning("image %s: %s", name, error)
        return False


# What a caption says for or against a picture's showing something.


def told_by_caption(wanted: str, image: Image) -> float:
    """Log odds from the wanted words in the caption and in the picture's own writing.

    Words count only if they stand together: "two grey towers and a red boat" tells nothing of
    "two red towers". A picture without a description speaks neither for nor against anything.
    Example: ``told_by_caption("a balloon", Image(caption="A balloon above the bridge"))`` → 6
    """
    asked = list(dict.fromkeys(_content(wanted)))
    words = [_root(word) for word in folded(f"{image.caption} {image.text}").split()]
    share = _together(asked, words)
    beyond = len(folded(image.caption).split()) - len(folded(image.title).split())
    against = AGAINST if beyond >= DESCRIPTION else 0.0
    return against + (FOR - against) * share


def _content(text: str) -> list[str]:
    return [_root(word) for word in folded(text).split() if not _FILLING.fullmatch(word)]


def _root(word: str) -> str:
    """A word without its plural's s: captions say "a tower" and "two towers"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _together(asked: Sequence[str], words: Sequence[str]) -> float:
    """The share of the asked words that stand in one stretch, less where it is a long one."""
    if not asked:
        return 0.0
    best = 0.0
    for start, first in enumerate(words):
        if first not in asked:
            continue
        met: set[str] = set()
        for place in range(start, len(words)):
            if words[place] in asked and words[place] not in met:
                met.add(words[place])
                stretch = place - start + 1
                close = min(1.0, LOOSE * len(met) / stretch)
                best = max(best, close * len(met) / len(asked))
    return best


# Choosing among answers to a question about a picture.


class ChoiceScores:
    """Compares each choice with the free answers and with the picture itself.

    Example: ``ChoiceScores(models, views).scored(question, ["cat", "dog"], answers, png)``
    """

    def __init__(self, models: Models, views: PictureViews) -> None:
        self._models = models
        self._views = views

    def scored(
        self,
        question: str,
        choices: Sequence[str],
        answers: Sequence[tuple[str, float]],
        pixels: bytes | None,
    ) -> list[tuple[str, float]]:
        """Every choice with its chance, together 1."""
        encode = self._models.sentence_encoder.encode
        vectors = encode([*choices, *(text for text, _ in answers)])
        close = vectors[: len(choices)] @ vectors[len(choices) :].T
        asked = [f"{question} {choice}" for choice in choices]
        like = self._views.likeness(asked, [pixels])[:, 0] if pixels else [0.0] * len(choices)
        scores = []
        for place, choice in enumerate(choices):
            said = sum(p for text, p in answers if normal_form(text) == normal_form(choice))
            near = sum(p * float(close[place, n]) for n, (_, p) in enumerate(answers))
            scores.append(SAID * said + CLOSE * near + SEEN * float(like[place]))
        return list(zip(choices, shares(scores), strict=True))


# The picture that is meant.


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
