"""Reading many pictures: which of them show something."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from manyhop.models import ImageReading, Models, PictureAnswerer
from manyhop.programs import Value
from manyhop.readers._pictures import PictureViews, told_by_caption
from manyhop.readers._reader import asks_one, chance, named_like
from manyhop.sources import Image, Region

UNSEEN = -3.0  # log odds of a picture that cannot be looked at
TOLD = 3.0  # weight of the likeness of its words instead
_HAS = (
    r"(?:ha(?:s|ve|d|ving)|featur(?:es?|ed|ing)|show(?:s|ed|n|ing)?|contain(?:s|ed|ing)?"
    r"|depict(?:s|ed|ing)?|includ(?:es?|ed|ing)|display(?:s|ed|ing)?|with|that is of)"
)
_MEDIUM = (
    r"(?:(?:title|album|team|movie|film|branding) )?(?:posters?|logos?|covers?|crests?|badges?"
    r"|pictures?|images?|photo(?:graph)?s?|flags?|emblems?|seals?|advertisements?|screens?)"
)
_OWNER = r"(?:its|their|his|her|the|a|an|it's)"

_OF_MEDIUM = re.compile(  # "whose poster shows …", "a logo that features …"
    rf"\b{_MEDIUM}(?: (?:that|which))? {_HAS} (?P<thing>.+)$", re.IGNORECASE
)
_ON_MEDIUM = re.compile(  # "… on its poster", "… in the logo"
    rf"\b(?P<verb>{_HAS}|is|are) (?P<thing>(?:(?!\b{_HAS}\b).)+?)"
    rf",? (?:featured |shown |visible |pictured )?(?:on|in|of) {_OWNER} {_MEDIUM}\b",
    re.IGNORECASE,
)
_PLAIN = re.compile(rf"\b{_HAS} (?P<thing>.+)$", re.IGNORECASE)
_DOING = re.compile(  # "who is riding a horse", "that wear eyeglasses"
    r"\b(?:who|that|which)(?: \w+(?: \w+)?)?? (?P<thing>(?:(?:is|are|was) (?:\w+ing|bald)|wear|rid"
    r"|hold|play)\w* .+)$",
    re.IGNORECASE,
)
_BEING = re.compile(
    r"^(?:which|what|who)\b(?P<who>.*?)\s(?P<rest>(?:is|are|was|were|wears?|holds?)\b.+)$",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r",? (?:and |which |that )?(?:was|were|did|does|played|(?:is|are) (?!\w+ing)) ?.*$"
    r"|, (?:and )?(?:who|whom|what|which|when|where|how|in|for|among|of|is|does|did)\b.*$"
    r"| (?:in|during|for) (?:what|which|the (?:list|year|filmography))\b.*$",
    re.IGNORECASE,
)


class Weights(NamedTuple):
    """How log odds are made: of how a picture stands among the others by likeness, and of what
    the image answerer says to "Is there …?".
    """

    standing: float
    said: float
    offset: float


BY_LIKENESS = Weights(1.5, 0.3, -3.2)  # the embedded answerer only sees the same likeness again
ALONE = Weights(0.0, 0.45, -0.5)
BY_ANSWERS = Weights(0.3, 1.0, 0.0)
HOPELESS = -0.5  # standing of pictures that no large model is asked about
FEW = 4  # pictures, among which none can stand out


class PictureListReading:
    """Asks of every picture whether it shows what the question wants.

    Example: ``PictureListReading(models).read("Which bridges have two towers?", images)[0].text``
    """

    def __init__(self, models: Models, views: PictureViews | None = None) -> None:
        self._models = models
        self._views = views or PictureViews(models)

    def read(
        self, question: str, sources: Sequence[Image], given: Sequence[Value] = ()
    ) -> list[Value]:
        """A value for each picture, of the given things only where any is among them."""
        images = [image for image in sources if image.title or image.caption]
        pixels = [self._views.pixels(image) for image in images]
        wanted = shown(question)
        standing = self._standing(wanted, pixels)
        found = []
        for image, picture, stands in zip(images, pixels, standing, strict=True):
            name = image.title or image.caption
            if given and not any(named_like(name, thing.text) for thing in given):
                continue
            if picture is None:
                odds = UNSEEN + TOLD * self._likeness(wanted, image)
            else:
                odds = self._odds(wanted, picture, stands)
            odds += told_by_caption(wanted, image)
            found.append(Value(name, chance(odds), (image.cite(Region()),)))
        found.sort(key=lambda value: -value.score)
        return _only_one(found) if asks_one(question) else found

    def _likeness(self, wanted: str, image: Image) -> float:
        """How close a picture's words come to what is wanted, where there is nothing to see."""
        wished, told = self._models.sentence_encoder.encode([wanted, image.searchable])
        return float(wished @ told)

    def _standing(self, wanted: str, pixels: Sequence[bytes | None]) -> list[float | None]:
        """By how many deviations each picture is more like what is wanted than the others."""
        seen = [picture for picture in pixels if picture is not None]
        if len(seen) < FEW:
            return [None] * len(pixels)
        (likeness,) = self._views.likeness([wanted], seen)
        spread = float(likeness.std()) or 1.0
        stands = iter(((likeness - likeness.mean()) / spread).tolist())
        return [None if picture is None else next(stands) for picture in pixels]

    def _odds(self, wanted: str, picture: bytes, standing: float | None) -> float:
        """Log odds that a picture shows it: by itself, and as it stands among the others."""
        answerer, weights = self._models.image_answerer, BY_ANSWERS
        if isinstance(answerer, PictureAnswerer):
            weights = ALONE if standing is None else BY_LIKENESS
        elif standing is not None and standing < HOPELESS:
            return UNSEEN
        said = answerer.answer(f"Is there {wanted} in the picture?", picture)
        return weights.standing * (standing or 0) + weights.said * _log_odds(said) + weights.offset


def _only_one(found: Sequence[Value]) -> list[Value]:
    """Where one picture is asked for, the others count only as far as the best may be wrong."""
    if not found:
        return []
    left = 1 - found[0].score
    rest = (msgspec.structs.replace(value, score=value.score * left) for value in found[1:])
    return [found[0], *rest]


def _log_odds(said: Sequence[ImageReading]) -> float:
    """Of yes, from answers that may say yes, no or both; even where they say neither."""
    chances = {each.text.strip().lower(): each.chance for each in said}
    yes = chances.get("yes", 1 - chances["no"] if "no" in chances else 0.5)
    kept = min(max(yes, 0.01), 0.99)
    return math.log(kept / (1 - kept))


# What a question wants a picture to show, in a caption's words.


def shown(question: str) -> str:
    """The thing that must be seen: ``"two towers"`` for "Which bridges have two towers?".

    What cannot be taken apart is given back whole, without its question mark.
    """
    plain = " ".join(question.split()).rstrip("?. ")
    for pattern in (_OF_MEDIUM, _ON_MEDIUM, _PLAIN, _DOING):
        if (found := pattern.search(plain)) and (thing := _CONTEXT.sub("", found["thing"])):
            return thing
    if being := _BEING.match(plain):
        return f"{_CONTEXT.sub('', being['who']).strip() or 'someone'} {being['rest']}"
    return plain
