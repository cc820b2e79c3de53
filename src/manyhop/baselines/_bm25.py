"""Sources by BM25, and the sentence of theirs that fits best as the answer."""

from random import Random

import msgspec

from manyhop.answering import Answer, Question
from manyhop.baselines._chance import best, chance
from manyhop.baselines._passages import Passage, all_passages, question_sources
from manyhop.baselines._saying import chosen, copied, nothing, spoken_choices
from manyhop.baselines._training import asked
from manyhop.baselines._word_scores import WordScores, highest
from manyhop.collection import question_terms
from manyhop.sources import AnySource, Table


class Bm25Answerer:
    """Selects the ``k`` best candidates and copies their best sentence, cell or caption.

    Of choices, the one that a passage of the selected sources fits best.
    Example: ``Bm25Answerer().answer(question).sources`` → ``("humber-1", "humber-4")``
    """

    def __init__(self, k: int = 2, seed: int = 0) -> None:
        self._k = k
        self._seed = seed

    @property
    def name(self) -> str:
        """With the number of sources, and the seed that decides between equal choices."""
        return f"bm25(k={self._k}, seed={self._seed})"

    def answer(self, question: Question) -> Answer:
        """Select, then copy."""
        luck = chance(self._seed, question.id)
        sources = question_sources(question, luck)
        scores = WordScores(source.searchable for source in sources).scores(asked(question))
        selected = [sources[number] for number in highest(scores, self._k)] or list(sources[:1])
        passages = all_passages(selected)
        if question.choices:
            return _choice(question, selected, passages, luck)
        ids = [source.id for source in selected]
        return copied(_fitting(question, passages), ids) if passages else nothing()


def _choice(
    question: Question, selected: list[AnySource], passages: list[Passage], luck: Random
) -> Answer:
    words = WordScores(passage.around for passage in passages)
    fits = [words.scores(choice) if choice else [] for choice in spoken_choices(question)]
    choice = best([max(fit, default=0.0) for fit in fits], luck)
    support = [passages[number] for number in highest(fits[choice], 1)]
    return msgspec.structs.replace(
        chosen(question, choice),
        sources=tuple(source.id for source in selected),
        citations=tuple(passage.source.cite(passage.place) for passage in support),
    )


def _fitting(question: Question, passages: list[Passage]) -> Passage:
    """The best passage; a cell that only repeats words of the question is no answer to it."""
    asked_for = set(question_terms(question.text))
    telling = [
        passage
        for passage in passages
        if not isinstance(passage.source, Table)
        or not asked_for.issuperset(question_terms(passage.text))
    ]
    scores = WordScores(each.around for each in telling or passages).scores(question.text)
    return (telling or passages)[scores.index(max(scores))]
