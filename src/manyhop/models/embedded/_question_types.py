"""Which of MultiModalQA's sixteen types a question has: which hops, over which kinds of source."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors

FILE = "question_types.onnx"
LONGEST = 96  # word pieces of a question that count, as in training
TYPES = (  # in the order of the network's chances
    "Compare(Compose(TableQ,ImageQ),Compose(TableQ,TextQ))",
    "Compare(Compose(TableQ,ImageQ),TableQ)",
    "Compare(TableQ,Compose(TableQ,TextQ))",
    "Compose(ImageQ,TableQ)",
    "Compose(ImageQ,TextQ)",
    "Compose(TableQ,ImageListQ)",
    "Compose(TableQ,TextQ)",
    "Compose(TextQ,ImageListQ)",
    "Compose(TextQ,TableQ)",
    "ImageListQ",
    "ImageQ",
    "Intersect(ImageListQ,TableQ)",
    "Intersect(ImageListQ,TextQ)",
    "Intersect(TableQ,TextQ)",
    "TableQ",
    "TextQ",
)
MODALITIES = ("text", "table", "image")


class QuestionTypes:
    """Calibrated chances of the types.

    Example::

        types = QuestionTypes.load()
        types.chances("What colour is the logo of the club that won in 1989?")
        types.modalities("What colour is the logo of the club that won in 1989?")["image"]
    """

    def __init__(self, session: Any, words: WordVectors) -> None:
        self._session = session
        self._words = words
        self._chances = lru_cache(maxsize=4096)(self._read)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped classifier, or the one in ``folder``."""
        return cls(open_session(FILE, folder), shared_word_vectors())

    def chances(self, question: str) -> dict[str, float]:
        """The chance of each type, together 1."""
        return dict(zip(TYPES, self._chances(question).tolist(), strict=True))

    def modalities(self, question: str) -> dict[str, float]:
        """The chance that text, table and image each have a part in the answer."""
        return {
            modality: sum(
                chance
                for kind, chance in self.chances(question).items()
                if modality.capitalize() in kind
            )
            for modality in MODALITIES
        }

    def _read(self, question: str) -> NDArray[np.float64]:
        inputs = self._words.inputs(self._words.split([marked(question)], LONGEST))
        (found,) = self._session.run(None, inputs)
        chances = found[0].astype(np.float64)
        exact: NDArray[np.float64] = chances / chances.sum()
        return exact


def marked(question: str) -> str:
    """The question as the network takes it: that it has no capitals is said by a word.

    Example: ``marked("who wrote emma")`` → ``"small : who wrote emma"``
    """
    return question if re.search(r"[A-Z]", question) else f"small : {question}"
