"""The answer that was right most often."""

from collections import Counter

from manyhop.answering import Answer, Question
from manyhop.baselines._chance import best, chance
from manyhop.baselines._saying import chosen, nothing, said
from manyhop.baselines._training import Trainings, Values


class MostCommonAnswerer:
    """Gives the most frequent right answer of training, among its category's where it has one.

    Of choices, the one that was right most often. Where none ever was: the most frequent right
    choice of all, though it cannot be chosen (A-OKVQA's heuristic, which then scores 0), or, for
    a benchmark of choices only, the position that was right most often.
    Example: ``MostCommonAnswerer(cross_trained(benchmark)).answer(question)``
    """

    def __init__(self, trainings: Trainings, seed: int = 0) -> None:
        self._trainings = trainings
        self._seed = seed

    @property
    def name(self) -> str:
        """With what was learnt from."""
        return f"most-common(by category, {self._trainings.note})"

    def answer(self, question: Question) -> Answer:
        """Look up the most common."""
        training = self._trainings.of(question)
        category = self._trainings.category(question)
        if not question.choices:
            values = _most_common(training.by_category.get(category) or training.answers)
            return said(values) if values else nothing()
        values = _most_common(training.answers)
        if any(training.rights[text] for text in question.choices):
            frequencies = [training.rights[text] for text in question.choices]
            return chosen(question, best(frequencies, chance(self._seed, question.id)), values)
        if values:
            return said(values)
        positions = training.positions.get(category)
        if positions:
            position = positions.most_common(1)[0][0]
            return chosen(question, min(position, len(question.choices) - 1))
        return chosen(question, 0)


def _most_common(counts: Counter[Values]) -> Values:
    return counts.most_common(1)[0][0] if counts else ()
