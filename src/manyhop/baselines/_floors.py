"""Chance: any choice, any answer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

import msgspec

from manyhop.answering import Answer, Question
from manyhop.baselines._passages import (
    all_passages,
    chosen,
    copied,
    nothing,
    question_sources,
    said,
)
from manyhop.baselines._training import Training, Trainings, Values
from manyhop.benchmarks import Example, Gold


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


# The gold itself: the most that an answerer can reach under a benchmark's metrics.


class OracleAnswerer:
    """Knows the gold of the examples it is given, and nothing else.

    Example: ``OracleAnswerer(benchmark.examples()).answer(question)``
    """

    name = "oracle"

    def __init__(self, examples: Iterable[Example]) -> None:
        self._answers = {
            example.question.id: gold_answer(example.question, example.gold)
            for example in examples
            if example.gold is not None
        }

    def answer(self, question: Question) -> Answer:
        """Look it up."""
        return self._answers.get(question.id) or nothing()


def gold_answer(question: Question, gold: Gold) -> Answer:
    """An answer that says what the gold says; of what several people said, what most did."""
    values = gold.values
    if not values and gold.answers:
        values = (Counter(gold.answers).most_common(1)[0][0],)
    if not values and gold.keywords:
        values = (gold.keywords,)
    if not values and gold.choice is not None and question.choices:
        values = (question.choices[gold.choice],)
    sentence = gold.sentences[0] if gold.sentences else ", ".join(values)
    return Answer(
        values=values or (sentence,),
        sentence=sentence,
        choice=gold.choice,
        sources=gold.sources,
        rationale=gold.rationales[0] if gold.rationales else "",
    )


# Chance that is the same whenever the same question is asked.


def chance(seed: int, question_id: str) -> Random:
    """A source of chance for one question, whatever was asked before it.

    Example: ``chance(0, "q1").random()`` is the same number on every machine.
    """
    return Random(f"{seed}:{question_id}")


def best(scores: Sequence[float], luck: Random) -> int:
    """The number of the highest score; chance decides between equals.

    Example: ``best([0.1, 0.7, 0.2], chance(0, "q1"))`` → ``1``
    """
    highest = max(scores)
    return luck.choice([number for number, score in enumerate(scores) if score == highest])
