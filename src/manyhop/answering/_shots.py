"""Worked examples for a prompt, and choosing those that are most like the question."""

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.answering._answer import Answer
from manyhop.answering._question import Question
from manyhop.models import TextEncoder
from manyhop.sources import AnySource


class Shot(msgspec.Struct, frozen=True):
    """A question with its right answer, to be shown to a model.

    Example: ``Shot(question, Answer(values=("1981",), sources=("humber-1",)))``
    """

    question: Question
    answer: Answer

    @property
    def sources(self) -> tuple[AnySource, ...]:
        """The sources that the answer rests on; all candidates where they are not known."""
        cited = set(self.answer.sources)
        found = tuple(s for s in self.question.candidates if s.id in cited)
        return found or self.question.candidates


class ShotChooser:
    """Ranks shots by how alike their question and their sources are to those asked about.

    The similarity of two sets of sources is the mean over all pairs, which is the product of the
    sets' mean vectors; it counts as much as that of the questions.
    """

    def __init__(self, shots: Sequence[Shot], encoder: TextEncoder) -> None:
        self._shots = tuple(shots)
        self._encoder = encoder
        self._questions = encoder.encode([shot.question.text for shot in self._shots])
        self._sources = np.stack(
            [self._mean(shot.sources) for shot in self._shots]
            or [np.zeros(encoder.dimension, np.float32)]
        )

    def choose(self, question: Question, count: int) -> tuple[Shot, ...]:
        """The ``count`` likest shots, the likest last; never the question itself.

        Questions with choices get shots with choices, and others get others.
        """
        if not self._shots or count < 1:
            return ()
        scores = self._questions @ self._encoder.encode([question.text])[0]
        scores = scores + self._sources @ self._mean(question.candidates)
        likest = (self._shots[place] for place in np.argsort(-scores, kind="stable"))
        fitting = [
            shot
            for shot in likest
            if shot.question.id != question.id
            and bool(shot.question.choices) == bool(question.choices)
        ]
        return tuple(reversed(fitting[:count]))

    def _mean(self, sources: Sequence[AnySource]) -> NDArray[np.float32]:
        if not sources:
            return np.zeros(self._encoder.dimension, np.float32)
        vectors = self._encoder.encode([source.searchable for source in sources])
        return np.asarray(vectors.mean(axis=0), np.float32)
