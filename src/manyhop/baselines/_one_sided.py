"""Answers from the question alone: what was right for the most similar question of training."""

import re
from collections import Counter
from functools import cache

import numpy as np
from numpy.typing import NDArray

from manyhop.answering import Answer, Question
from manyhop.baselines._floors import best, chance
from manyhop.baselines._passages import (
    Passage,
    all_passages,
    chosen,
    copied,
    nothing,
    question_sources,
    said,
    spoken_choices,
)
from manyhop.baselines._training import Training, Trainings, Values, asked
from manyhop.models import StaticEncoder
from manyhop.sources import Table

_YES_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b", re.IGNORECASE
)
_ALTERNATIVES = re.compile(r"([\w' -]+?),? or ([\w' -]+)\?")
_USUAL = {"how many": "2", "color": "white", "colour": "white", "shape": "round", "year": "2010"}


class QuestionOnlyAnswerer:
    """Answers with the gold of the nearest training question, blind to sources and pictures.

    A question that names alternatives is answered with the first; of choices, the one most like
    what it would say is taken. Without training it follows a rule: ``usual_answer``.
    Example: ``QuestionOnlyAnswerer(cross_trained(benchmark)).answer(question)``
    """

    def __init__(self, trainings: Trainings, seed: int = 0) -> None:
        self._trainings = trainings
        self._seed = seed
        self._encoder = shared_encoder()
        self._vectors = {
            id(training): self._encoder.encode(training.questions) for training in trainings.halves
        }

    @property
    def name(self) -> str:
        """With what was learnt from."""
        return f"question-only({self._trainings.note})"

    def answer(self, question: Question) -> Answer:
        """Say what was right before."""
        training = self._trainings.of(question)
        named = first_alternative(question.text)
        values = (named,) if named else self._nearest(question, training)
        values = values or (usual_answer(question.text),)
        if not question.choices:
            return said(values)
        texts = [", ".join(values), *spoken_choices(question)]
        scores = similarities(self._encoder.encode(texts))
        choice = best(scores, chance(self._seed, question.id))
        return chosen(question, choice, values if training.answers else ())

    def _nearest(self, question: Question, training: Training) -> Values:
        if not training.questions:
            return ()
        vectors = self._vectors[id(training)]
        nearest = int(np.argmax(vectors @ self._encoder.encode([asked(question)])[0]))
        return training.golds[nearest]


def first_alternative(text: str) -> str:
    """The A of "A or B?", cut to as many words as B has; "" where there are no alternatives.

    Example: ``first_alternative("Are the towers round or square?")`` → ``"round"``
    """
    match = _ALTERNATIVES.search(text)
    if match is None:
        return ""
    first, second = match[1].split(), match[2].split()
    return " ".join(first[-len(second) :]).removeprefix("the ")


def usual_answer(text: str) -> str:
    """A guess without training: yes, or the usual value of the type.

    Example: ``usual_answer("How many towers does it have?")`` → ``"2"``
    """
    if _YES_NO.match(text):
        return "yes"
    return next((value for word, value in _USUAL.items() if word in text.lower()), "1")


def similarities(vectors: NDArray[np.float32]) -> list[float]:
    """How like the first text each of the others is."""
    return [float(score) for score in vectors[1:] @ vectors[0]]


@cache
def shared_encoder() -> StaticEncoder:
    """The shipped encoder, loaded once."""
    return StaticEncoder.load()


class ContextOnlyAnswerer:
    """Copies the most frequent cell of a table, or else the sentence nearest to all the others.

    Of choices, the one most like the whole context. It never reads the question's words.
    Example: ``ContextOnlyAnswerer().answer(question)``
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._encoder = shared_encoder()

    @property
    def name(self) -> str:
        """With the seed that decides between equals."""
        return f"context-only(seed={self._seed})"

    def answer(self, question: Question) -> Answer:
        """Find what is central."""
        luck = chance(self._seed, question.id)
        sources = question_sources(question, luck)
        if question.choices:
            context = "\n".join(source.passage for source in sources)
            scores = similarities(self._encoder.encode([context, *spoken_choices(question)]))
            return chosen(question, best(scores, luck))
        passages = all_passages(sources)
        cells = [passage for passage in passages if isinstance(passage.source, Table)]
        if cells:
            return copied(_most_frequent(cells))
        return copied(self._most_central(passages)) if passages else nothing()

    def _most_central(self, passages: list[Passage]) -> Passage:
        vectors = self._encoder.encode([passage.text for passage in passages])
        return passages[int((vectors @ vectors.sum(axis=0)).argmax())]


def _most_frequent(cells: list[Passage]) -> Passage:
    """The first of the cells with the most frequent words."""
    text = Counter(cell.text for cell in cells).most_common(1)[0][0]
    return next(cell for cell in cells if cell.text == text)
