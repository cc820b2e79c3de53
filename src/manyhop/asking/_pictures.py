"""Pictures found by what they show."""

import math
import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.asking._chooser import log_odds, sigmoid
from manyhop.asking._look import Look
from manyhop.asking._picture_questions import listed
from manyhop.asking._proposal import Proposal
from manyhop.models import expected_f1, shared_judge
from manyhop.programs import Aggregate, ImageListQ, Value, literal
from manyhop.sources import Image, Region

LEAST_WORTH = 0.1  # expected F1 below which a list is not even proposed
MOST_LISTED = 100  # pictures in one answer
GREY = (
    0.03  # vividness below which a picture is black and white: none of ours has between 0 and 0.04
)
SURE = 6.0  # log odds of what can be measured rather than guessed

_BLACK_AND_WHITE = re.compile(r"\bblack[- ]and[- ]white\b|\bmonochrome\b|\bgr[ae]yscale\b", re.I)


def picture_lists(look: Look) -> Iterator[Proposal]:
    """All pictures that show what the question says; "Which pictures show suitcases?".

    The list is as long as promises most: a picture more would likelier be wrong than right.
    Where none is likely the signs say so: ``worth`` is the F1 to be expected, as log odds.
    """
    asks = listed(look.text)
    gallery = look.finder.gallery() if asks else None
    if asks is None or gallery is None or not gallery.ids:
        return
    odds = shown(asks.shows, gallery.glances)
    order = np.argsort(-odds, kind="stable")
    number, worth = expected_f1(odds)
    if asks.one:
        number, worth = 1, sigmoid(float(odds[order[0]]))
    if worth < LEAST_WORTH:
        return
    number = min(number, MOST_LISTED)
    found = [look.finder.get(gallery.ids[place]) for place in order[:number]]
    images = [image for image in found if isinstance(image, Image)]
    values = tuple(
        Value(name_of(image), sigmoid(float(odds[place])), (image.cite(Region()),), image.title)
        for image, place in zip(images, order, strict=False)
    )
    next_odds = float(odds[order[number]]) if number < len(order) else -SURE
    last = float(odds[order[number - 1]])
    signs = {
        "worth": log_odds(worth),
        "best": float(odds[order[0]]),
        "last": last,
        "gap": last - next_odds,
        "number": math.log(number),
    }
    program = ImageListQ(literal(look.text))
    if asks.counted:
        cited = tuple(citation for value in values for citation in value.citations)
        count = Value(str(len(values)), worth, cited)
        yield Proposal(
            way="picture count",
            values=(count,),
            program=Aggregate("count", program),
            signs=signs,
            sources=tuple(images),
        )
        return
    yield Proposal(
        way="picture list", values=values, program=program, signs=signs, sources=tuple(images)
    )


def shown(text: str, glances: NDArray[Any]) -> NDArray[np.float32]:
    """Log odds that each picture shows what a text says; whether it has colours is measured."""
    if _BLACK_AND_WHITE.search(text):
        grey = glances["vividness"].astype(np.float32) < GREY
        odds = np.where(grey, SURE, -SURE).astype(np.float32)
        others = _BLACK_AND_WHITE.sub("", text).strip(" ,")
        return np.minimum(odds, shared_judge().odds(others, glances)) if others else odds
    return shared_judge().odds(text, glances)


def name_of(image: Image) -> str:
    """How an answer names a picture: by its file, or else its title."""
    return PurePath(image.path).name or image.title or image.id
