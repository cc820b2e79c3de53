"""Whether pictures show what a text says: their vectors and classes weighed together."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models._protocols import TextEncoder
from manyhop.models.embedded._image_tags import FILE as TAGS
from manyhop.models.embedded._image_tags import usual_likeness
from manyhop.models.embedded._sentence_encoder import shared_sentences
from manyhop.models.embedded._sights import PictureClasses, shared_classes
from manyhop.models.embedded._weights import FOLDER, read_arrays

FILE = "image_shown.npz"

FORMS = ("{}", "a photo of {}", "there is {} in the picture")
EVIDENCE = 14  # kinds of it
NEAR = 0.5  # likeness of two names, above which they may mean the same
SHARPNESS = 12.0
LEAST = 0.02  # a chance below this is as good as none
FEW = 8  # pictures, among which none can stand out

_IRREGULAR = {"men": "man", "women": "woman", "children": "child", "people": "person"}
_IRREGULAR |= {"geese": "goose", "mice": "mouse", "feet": "foot", "teeth": "tooth"}


Known = tuple[NDArray[np.float32], NDArray[np.float64] | float]
"""A chance, and whether anything is known that it is of."""


class PictureJudge:
    """Log odds that each of some pictures shows what a text says.

    Example: ``judge.odds("a zebra", collection.gallery().glances)``
    """

    def __init__(
        self,
        texts: TextEncoder,
        classes: PictureClasses,
        bank: NDArray[np.float32],
        weights: NDArray[np.float32],
    ) -> None:
        self._texts = texts
        self._classes = classes
        self._bank = bank
        self._weights = weights
        self._animals = classes.of_kind("animal")
        self._known: dict[str, tuple[NDArray[np.float32], NDArray[np.float32], float]] = {}

    @classmethod
    def load(cls, texts: TextEncoder, folder: Path = FOLDER) -> Self:
        """The shipped weights; ``texts`` is the sentence encoder."""
        return cls(texts, shared_classes(), bank(folder), read_arrays(FILE, folder)["weights"])

    def odds(self, text: str, glances: NDArray[Any]) -> NDArray[np.float32]:
        """How likely each picture is to show it, as log odds, in the pictures' order."""
        return np.asarray(self.evidence(text, glances) @ self._weights, np.float32)

    def evidence(self, text: str, glances: NDArray[Any]) -> NDArray[np.float32]:
        """What speaks for each picture: pictures × kinds of evidence."""
        told = self._texts.encode([form.format(text) for form in FORMS]).mean(axis=0)
        vector = told / (np.linalg.norm(told) or 1.0)
        rows = glances["vector"].astype(np.float32)
        likeness = rows @ vector / (np.linalg.norm(rows, axis=1) + 1e-9)
        (usual,), (spread,) = usual_likeness(vector[None], self._bank)
        photos = (likeness - usual) / (spread + 1e-6)
        beside = likeness - glances["usual"].astype(np.float32)
        own, kind = self._named(text)
        alike = _logistic(SHARPNESS * (self._classes.texts @ vector - NEAR))
        either = np.maximum(own, kind)
        rest = 1 - np.maximum(alike, either)
        first = glances["classes"][:, 0]
        return self._joined(
            likeness,
            photos,
            _standing(likeness) if len(likeness) >= FEW else photos,
            beside / (glances["spread"].astype(np.float32) + 1e-6),
            _share(glances, alike),
            (_share(glances, own), float(own.any())),
            (_share(glances, kind), float(kind.any())),
            (_share(glances, either), self._is_animal(either)),
            (_share(glances, rest), glances["chances"][:, 0].astype(np.float32) * rest[first]),
        )

    def word_odds(
        self, words: Sequence[str], vectors: NDArray[np.float32], glance: NDArray[Any]
    ) -> NDArray[np.float32]:
        """Log odds that one picture shows what each word names; words come with their vectors."""
        row = glance["vector"].astype(np.float32)
        likeness = vectors @ (row / (np.linalg.norm(row) + 1e-9))
        usual, spread = usual_likeness(vectors, self._bank)
        photos = (likeness - usual) / (spread + 1e-6)
        beside = (likeness - float(glance["usual"])) / (float(glance["spread"]) + 1e-6)
        classes, chances = glance["classes"], glance["chances"].astype(np.float32)
        alike = _logistic(SHARPNESS * (vectors @ self._classes.texts[classes].T - NEAR))
        marks = [self._marks(word) for word in words]
        own = np.stack([called[classes] for called, _, _ in marks])
        kind = np.stack([of_kind[classes] for _, of_kind, _ in marks])
        has_own = np.array([float(called.any()) for called, _, _ in marks])
        has_kind = np.array([float(of_kind.any()) for _, of_kind, _ in marks])
        either = np.maximum(own, kind)
        rest = 1 - np.maximum(alike, either)
        evidence = self._joined(
            likeness,
            photos,
            photos,
            beside,
            alike @ chances,
            (own @ chances, has_own),
            (kind @ chances, has_kind),
            (either @ chances, np.array([animal for _, _, animal in marks])),
            (rest @ chances, chances[0] * rest[:, 0]),
        )
        return np.asarray(evidence @ self._weights, np.float32)

    @staticmethod
    def _joined(
        likeness: NDArray[np.float32],
        photos: NDArray[np.float32],
        among: NDArray[np.float32],
        beside: NDArray[np.float32],
        alike: NDArray[np.float32],
        own: Known,
        kind: Known,
        animal: Known,
        rest: tuple[NDArray[np.float32], NDArray[np.float32]],
    ) -> NDArray[np.float32]:
        """All evidence side by side: likenesses, then the chances of classes as logs."""
        one = np.ones(len(likeness), np.float32)
        evidence = [
            likeness,
            photos,
            among,
            beside,
            np.log(alike + LEAST),
            own[1] * np.log(own[0] + LEAST),
            kind[1] * np.log(kind[0] + LEAST),
            own[1] * one,
            kind[1] * one,
            one,
            np.log(np.maximum(1 - rest[0], 0) + LEAST),  # what the picture shows besides
            rest[1],
            animal[1] * np.log(animal[0] + LEAST),  # which ImageNet knows best
            animal[1] * one,
        ]
        return np.stack(evidence, axis=1).astype(np.float32)

    def _is_animal(self, marked: NDArray[np.float32]) -> float:
        """Whether most of the marked classes are animals."""
        animals = float((marked * self._animals).sum())
        return float(marked.any() and animals > 0.5 * float(marked.sum()))

    def _marks(self, word: str) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
        if word not in self._known:
            own, kind = self._named(word)
            self._known[word] = own, kind, self._is_animal(np.maximum(own, kind))
        return self._known[word]

    def _named(self, text: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Which classes a text names, and which are of a kind that it names."""
        own = np.zeros(len(self._classes.names), np.float32)
        kind = np.zeros_like(own)
        for name in names_in(text):
            called, of_kind = self._classes.called(name), self._classes.of_kind(name)
            own, kind = np.maximum(own, called), np.maximum(kind, of_kind)
        return own, kind


@cache
def shared_judge() -> PictureJudge:
    """The shipped judge, opened once."""
    return PictureJudge.load(shared_sentences())


def expected_f1(odds: NDArray[np.float32]) -> tuple[int, float]:
    """How many of the likeliest pictures to name, and the F1 to be expected of that list.

    A list that is too long costs precision, one that is too short recall; with chances that come
    true the best length follows. Example: ``expected_f1(np.array([2.0, 1.5, -4.0]))`` → ``(2, …)``
    """
    chances = np.sort(_logistic(np.asarray(odds, np.float32)))[::-1]
    if not len(chances):
        return 0, 0.0
    lengths = np.arange(1, len(chances) + 1)
    worth = 2 * np.cumsum(chances) / (lengths + chances.sum())
    none = float(np.prod(1 - chances))  # then any list is wrong
    best = int(np.argmax(worth))
    return best + 1, float(worth[best] * (1 - none))


def names_in(text: str) -> list[str]:
    """The words and pairs of words of a text, in their plain forms: what may be a thing's name."""
    words = [_singular(word) for word in re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower())]
    return [" ".join(pair) for pair in pairwise(words)] + words


def bank(folder: Path = FOLDER) -> NDArray[np.float32]:
    """Vectors of photos to compare a likeness with."""
    rows = read_arrays(TAGS, folder)["bank"].astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def _share(glances: NDArray[Any], marks: NDArray[np.float32]) -> NDArray[np.float32]:
    """The chance, in each picture, of the marked classes together."""
    chances = glances["chances"].astype(np.float32) * marks[glances["classes"]]
    return np.asarray(chances.sum(axis=1), np.float32)


def _standing(likeness: NDArray[np.float32]) -> NDArray[np.float32]:
    spread = float(likeness.std()) or 1.0
    return np.asarray((likeness - likeness.mean()) / spread, np.float32)


def _logistic(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-scores)), np.float32)


@cache
def _singular(word: str) -> str:
    """The plain form of a noun; wrong for a few rare words, the same way everywhere."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


# Which of many words fit a picture: the words that questions about it are answered with.

WORDS_FILE = "image_words.npz"


class PictureWords:
    """Log odds of every word for a picture, and which kinds of thing each word names.

    Example: ``words.odds(glance)[words.of_kind("animal")]``
    """

    def __init__(self, arrays: dict[str, NDArray[Any]], judge: PictureJudge) -> None:
        lines = arrays["words"].tobytes().decode().split("\n")
        halves = [line.partition("; ") for line in lines]
        self.words = [word for word, _, _ in halves]
        self.kinds = [frozenset(above.split(", ")) for _, _, above in halves]
        vectors = arrays["vectors"].astype(np.float32)
        self.vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        self._judge = judge

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped words, or those in ``folder``."""
        return cls(read_arrays(WORDS_FILE, folder), shared_judge())

    def odds(self, glance: NDArray[Any]) -> NDArray[np.float32]:
        """How likely the picture is to show what each word names, as log odds."""
        return self._judge.word_odds(self.words, self.vectors, glance)

    def of_kind(self, kind: str) -> NDArray[np.intp]:
        """The numbers of the words that name a kind of thing: every animal for "animal"."""
        return np.flatnonzero([kind in above for above in self.kinds])


@cache
def shared_words() -> PictureWords:
    """The shipped words, opened once."""
    return PictureWords.load()
