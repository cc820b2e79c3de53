"""Chance, weighted by how often an answer was right."""

from manyhop.answering import Answer, Question
from manyhop.baselines._chance import chance
from manyhop.baselines._random import draw, drawn
from manyhop.baselines._training import Trainings


class WeightedRandomAnswerer:
    """Draws as ``RandomAnswerer`` does, but what was right more often in training more often.

    Where none of the choices was ever right, each is as likely.
    Example: ``WeightedRandomAnswerer(cross_trained(benchmark)).answer(question)``
    """

    def __init__(self, trainings: Trainings, seed: int = 0) -> None:
        self._trainings = trainings
        self._seed = seed

    @property
    def name(self) -> str:
        """With the seed and what was learnt from."""
        return f"weighted-random(seed={self._seed}, {self._trainings.note})"

    def answer(self, question: Question) -> Answer:
        """Draw."""
        luck = chance(self._seed, question.id)
        training = self._trainings.of(question)
        choice = None
        if question.choices:
            weights = [training.rights[text] for text in question.choices]
            numbers = range(len(question.choices))
            choice = luck.choices(numbers, weights if any(weights) else None)[0]
        return drawn(question, choice, draw(training, luck, weighted=True), luck)
