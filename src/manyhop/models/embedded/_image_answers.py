"""Answers to questions about one picture: looked up by attention, by likeness, or read off it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import ImageReading, TextEncoder
from manyhop.models.embedded._image_backbone import shared_backbone
from manyhop.models.embedded._image_colours import COLOURS, colour_grid
from manyhop.models.embedded._image_tags import PictureTagger, shared_tagger
from manyhop.models.embedded._ocr import ocr_available, read_text_in_image
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._weights import FOLDER, read_arrays

if TYPE_CHECKING:
    from manyhop.models.embedded._sights import Sight

FILE = "image_answers.npz"
LEAST_SHARE = 0.02  # of a colour, so that one not seen at all is not ruled out

_MOST_ANSWERS = 5
_READ_CHANCE = 0.5  # that a question about writing is answered by all the writing there is
_COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
_COUNT = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_WRITING = re.compile(
    r"\b(written|writing|says?|reads?|spelled|printed|text|letters?|words?|title|logo|brand)\b",
    re.IGNORECASE,
)
_PRESENCE = re.compile(
    r"^\s*(?:is|are|was|were) (?:there|this|that|these|it)\s+(?P<there>.+?)\s*\??\s*$"
    r"|^\s*(?:does|do) .*?\b(?:show|contain|have|include|depict|feature)\s+(?P<shown>.+?)\s*\??\s*$"
    r"|^\s*can (?:you|one) see\s+(?P<seen>.+?)\s*\??\s*$",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\s+(?:in|on|of|within) (?:the|this) (?:picture|photo|photograph|image|scene)$", re.IGNORECASE
)


class PictureAnswerer:
    """Answers with few words, and says how likely each answer is to be right.

    Example::

        answerer = PictureAnswerer.load()
        answerer.answer("What colour is the boat?", png)[0]  # ImageReading("red", 0.6)

    Colours, counts, what things are and what they do come from a small network; whether something
    is there from how like the picture is to its name; what is written from OCR, where installed.
    """

    def __init__(self, network: "AnswerNetwork", texts: TextEncoder, tagger: PictureTagger) -> None:
        self._network = network
        self._texts = texts
        self._tagger = tagger

    @classmethod
    def load(cls, texts: TextEncoder | None = None) -> Self:
        """The shipped answerer; give ``texts`` where the sentence encoder is loaded already."""
        return cls(AnswerNetwork.load(), texts or SentenceEncoder.load(), shared_tagger())

    def answer(self, question: str, picture: bytes) -> list[ImageReading]:
        """Answers, likeliest first."""
        if thing := asked_presence(question):
            return self._yes_or_no(thing, picture)
        if _WRITING.search(question) and ocr_available() and (text := read_text_in_image(picture)):
            return [ImageReading(" ".join(text.split()), _READ_CHANCE)]
        look = shared_backbone().look(picture)
        chances = self._network.chances(
            self._texts.encode([plain(question)])[0],
            self._tagger.projection.strongest(look.features),
            self._network.cells(look.grid),
            colour_grid(picture),
        )
        return _best(self._network.answers, chances, allowed(question))

    def from_sight(self, question: str, sight: "Sight", kind: str = "") -> list[ImageReading]:
        """All answers of a kind ("colour", "number", or any) from what was seen at indexing."""
        chances = self._network.chances(
            self._texts.encode([plain(question)])[0],
            sight.strongest,
            sight.squares,
            sight.colour_shares,
        )
        return _best(self._network.answers, chances, kind, len(chances))

    def _yes_or_no(self, thing: str, picture: bytes) -> list[ImageReading]:
        yes = self._tagger.presence(self._texts.encode([thing])[0], picture)
        readings = [ImageReading("yes", yes), ImageReading("no", 1 - yes)]
        return sorted(readings, key=lambda reading: -reading.chance)


class AnswerNetwork:
    """Three voices, added: what such questions are answered, what such pictures show, and what
    two looks over the picture's squares, led by the question, find; colours also vote for names.
    """

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self._weights = weights
        self.answers = weights["answers"].tobytes().decode().split("\n")
        self._colours = [self.answers.index(colour) for colour in COLOURS]

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped network, whose matrices are kept in a byte per number."""
        arrays = read_arrays(FILE, folder)
        weights = {
            name: array.astype(np.float32) * arrays.get(f"{name}.scales", np.float32(1))
            for name, array in arrays.items()
            if not name.endswith(".scales") and name != "answers"
        }
        return cls({**weights, "answers": arrays["answers"]})

    def cells(self, grid: NDArray[np.float32]) -> NDArray[np.float32]:
        """What the attention looks at in each square, from the networks' grid."""
        return np.asarray((grid - self._weights["mean"]) @ self._weights["directions"], np.float32)

    def chances(
        self,
        question: NDArray[np.float32],
        picture: NDArray[np.float32],
        cells: NDArray[np.float32],
        colours: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """The chance of each answer, together 1."""
        weights = self._weights
        scores = self._layer("answer", np.maximum(self._layer("asked", question), 0))
        scores += self._layer("seen", picture)
        keys = cells @ weights["key"] + weights["place"]
        attention = _shares((question @ weights["query"]).reshape(-1, keys.shape[1]) @ keys.T)
        looks = (attention @ (cells @ weights["value"])).ravel()
        found = np.tanh(self._layer("looked", looks)) * self._layer("gate", question)
        scores += self._layer("fused", found)
        shares = np.vstack([attention, weights["middle"]]) @ colours
        scores[self._colours] += weights["colours"] @ np.log(shares + LEAST_SHARE)
        return _shares(scores * weights["sharpness"])

    def _layer(self, name: str, given: NDArray[np.float32]) -> NDArray[np.float32]:
        weights = self._weights
        return np.asarray(given @ weights[name] + weights[f"{name}_offset"], np.float32)


def plain(question: str) -> str:
    """A question as the network learnt them: in small letters, without a question mark."""
    return question.lower().replace("colour", "color").strip().rstrip("?").strip()


def asked_presence(question: str) -> str | None:
    """What a question asks to be there: ``"a dog"`` for "Is there a dog in the picture?"."""
    found = _PRESENCE.match(question)
    if not found or _COLOUR.search(question) or " or " in question:
        return None
    thing = next(group for group in found.groups() if group)
    return _PLACE.sub("", re.sub(r"^any\b", "a", thing, flags=re.IGNORECASE))


def allowed(question: str) -> str:
    """The kind of answer that a question admits: ``"colour"``, ``"number"`` or ``""`` for any."""
    if _COUNT.search(question):
        return "number"
    asks = re.search(r"\bwhat(?: is the| was the)?(?: main)? colou?rs?\b", question, re.IGNORECASE)
    return "colour" if asks else ""


def _best(
    answers: Sequence[str], chances: NDArray[np.float32], kind: str, most: int = _MOST_ANSWERS
) -> list[ImageReading]:
    fits = np.array(
        [
            not kind
            or (kind == "colour" and answer in COLOURS)
            or (kind == "number" and answer.isdecimal())
            for answer in answers
        ]
    )
    within = np.where(fits, chances, 0)
    order = np.argsort(-within)[:most]
    return [ImageReading(answers[place], float(within[place])) for place in order if within[place]]


def _shares(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)
