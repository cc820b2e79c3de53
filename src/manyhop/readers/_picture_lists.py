"""Which of many pictures show something: one value for each picture, named by its title."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from manyhop.models import Models
from manyhop.programs import Value
from manyhop.readers._naming import folded, named_like
from manyhop.readers._picture_views import PictureViews, pixels_of
from manyhop.readers._shares import chance
from manyhop.readers._shown import shown
from manyhop.sources import Image, Region

STANDING, ODDS, OFFSET = 0.6, 0.8, -1.0  # weights of likeness among the pictures, and of presence
IN_CAPTION = 3.0  # log odds for all of the asked words in the caption
UNSEEN = -2.0  # log odds of a picture that cannot be looked at


class PictureListReading:
    """Asks of every picture whether it shows what the question wants.

    Example: ``PictureListReading(models).read("Which bridges have two towers?", images)[0].text``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    @cached_property
    def _views(self) -> PictureViews:
        return PictureViews(self._models.image_encoder)

    def read(
        self, question: str, sources: Sequence[Image], given: Sequence[Value] = ()
    ) -> list[Value]:
        """A value for each picture, of the given things only where any is among them."""
        images = [image for image in sources if image.title or image.caption]
        if given:
            images = [
                image
                for image in images
                if any(named_like(image.title or image.caption, thing.text) for thing in given)
            ]
        wanted = shown(question)
        pixels = [pixels_of(image) for image in images]
        seen = [place for place, each in enumerate(pixels) if each is not None]
        odds = dict.fromkeys(range(len(images)), UNSEEN)
        odds |= zip(seen, self._odds(wanted, [p for p in pixels if p is not None]), strict=True)
        found = [
            Value(
                image.title or image.caption,
                chance(odds[place] + IN_CAPTION * _told(wanted, image)),
                (image.cite(Region()),),
            )
            for place, image in enumerate(images)
        ]
        return sorted(found, key=lambda value: -value.score)

    def _odds(self, wanted: str, pictures: Sequence[bytes]) -> list[float]:
        """Log odds that each picture shows it: by itself, and how it stands among the others."""
        if not pictures:
            return []
        (likeness,) = self._views.likeness([wanted], pictures)
        spread = float(likeness.std()) or 1.0
        standing = (likeness - likeness.mean()) / spread
        return [
            STANDING * float(stands) + ODDS * self._presence(wanted, picture) + OFFSET
            for stands, picture in zip(standing, pictures, strict=True)
        ]

    def _presence(self, wanted: str, picture: bytes) -> float:
        asked = f"Is there {wanted} in the picture?"
        said = self._models.image_answerer.answer(asked, picture)
        yes = next((each.chance for each in said if each.text.lower() == "yes"), None)
        no = next((each.chance for each in said if each.text.lower() == "no"), None)
        if yes is None and no is None:
            return 0.0
        likely = yes if yes is not None else 1 - (no or 0.0)
        kept = min(max(likely, 0.01), 0.99)
        return float(np.log(kept / (1 - kept)))


def _told(wanted: str, image: Image) -> float:
    """The share of the asked words that caption and writing contain."""
    asked = {word for word in folded(wanted).split() if len(word) > 2}
    told = set(folded(f"{image.caption} {image.text}").split())
    return len(asked & told) / len(asked) if asked else 0.0
