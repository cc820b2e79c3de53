"""The gold itself: the most that an answerer can reach under a benchmark's metrics."""

from collections import Counter
from collections.abc import Iterable

from manyhop.answering import Answer, Question
from manyhop.baselines._saying import nothing
from manyhop.benchmarks import Example, Gold


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
