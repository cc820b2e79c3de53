"""Chance: any choice, any answer."""

from collections import Counter
from random import Random

import msgspec

from manyhop.answering import Answer, Question
from manyhop.baselines._chance import chance
from manyhop.baselines._passages import all_passages, question_sources
from manyhop.baselines._saying import chosen, copied, nothing, said
from manyhop.baselines._training import Training, Trainings, Values


class RandomAnswerer:
    """Draws a choice, or one of the different answers that were right in training.

    Without training it copies any sentence, cell or caption of the candidates.
    Example: ``RandomAnswerer(trained_on((), benchmark), seed=0).answer(question)``
    """

    def __init__(self, trainings: Trainings, seed: int = 0) -> None:
        self._trainings = trainings
        self._seed = seed

    @property
    def name(self) -> str:
        """With the seed and what was learnt from."""
        return f"random(seed={self._seed}, {self._trainings.note})"

    def answer(self, question: Question) -> Answer:
        """Draw."""
        luck = chance(self._seed, question.id)
        choice = luck.randrange(len(question.choices)) if question.choices else None
        values = draw(self._trainings.of(question), luck)
        return drawn(question, choice, values, luck)


def draw(training: Training, luck: Random, *, weighted: bool = False) -> Values:
    """One of the free answers of training, each as likely, or as likely as it was right."""
    if not training.answers:
        return ()
    counts: Counter[Values] = training.answers
    weights = list(counts.values()) if weighted else [1] * len(counts)
    return luck.choices(list(counts), weights)[0]


def drawn(question: Question, choice: int | None, values: Values, luck: Random) -> Answer:
    """The choice and the values that were drawn with any two candidates, or any passage."""
    sources = question_sources(question, luck)
    if choice is None and not values:
        passages = all_passages(sources)
        return copied(luck.choice(passages)) if passages else nothing()
    answer = said(values) if choice is None else chosen(question, choice, values)
    candidates = [source.id for source in sources if source is not question.image]
    return msgspec.structs.replace(answer, sources=tuple(candidates[:2]))
