"""Answers from the sources alone: what they say most, whatever was asked."""

from collections import Counter

from manyhop.answering import Answer, Question
from manyhop.baselines._chance import best, chance
from manyhop.baselines._passages import Passage, all_passages, question_sources
from manyhop.baselines._question_only import shared_encoder, similarities
from manyhop.baselines._saying import chosen, copied, nothing, spoken_choices
from manyhop.sources import Table


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
