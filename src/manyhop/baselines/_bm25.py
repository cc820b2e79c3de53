"""Sources by BM25, and the sentence of theirs that fits best as the answer."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log
from random import Random
from typing import ClassVar

import msgspec

from manyhop.answering import Answer, Question
from manyhop.baselines._floors import best, chance
from manyhop.baselines._one_sided import shared_encoder
from manyhop.baselines._passages import (
    Passage,
    all_passages,
    chosen,
    copied,
    nothing,
    question_sources,
    spoken_choices,
)
from manyhop.baselines._training import asked
from manyhop.collection import Collection, Mode, question_terms, word_analyzer
from manyhop.sources import AnySource, Table


class Bm25Answerer:
    """Selects the ``k`` best candidates and copies their best sentence, cell or caption.

    A question without candidates is answered from the collection.

    Of choices, the one that a passage of the selected sources fits best.
    Example: ``Bm25Answerer().answer(question).sources`` → ``("humber-1", "humber-4")``
    """

    way: ClassVar[str] = "bm25"
    mode: ClassVar[Mode] = "words"

    def __init__(self, k: int = 2, seed: int = 0, collection: Collection | None = None) -> None:
        self._k = k
        self._seed = seed
        self._collection = collection

    @property
    def name(self) -> str:
        """With the number of sources, and the seed that decides between equal choices."""
        return f"{self.way}(k={self._k}, seed={self._seed})"

    def answer(self, question: Question) -> Answer:
        """Select, then copy."""
        luck = chance(self._seed, question.id)
        selected = self._selected(question, luck)
        passages = all_passages(selected)
        if question.choices:
            return _choice(question, selected, passages, luck)
        ids = [source.id for source in selected]
        return copied(_fitting(question, passages), ids) if passages else nothing()

    def _selected(self, question: Question, luck: Random) -> list[AnySource]:
        """The best candidates; of a question without any, the best of the collection."""
        sources = question_sources(question, luck)
        if not sources and self._collection is not None:
            hits = self._collection.search(asked(question), self._k, mode=self.mode)
            return [hit.source for hit in hits]
        scores = self._scores(question, sources)
        return [sources[number] for number in highest(scores, self._k)] or list(sources[:1])

    def _scores(self, question: Question, sources: Sequence[AnySource]) -> Sequence[float]:
        return WordScores(source.searchable for source in sources).scores(asked(question))


class DenseAnswerer(Bm25Answerer):
    """The same, with the sources whose vectors are nearest.

    Example: ``DenseAnswerer(k=2).answer(question).sources``
    """

    way = "dense"
    mode = "meaning"

    def _scores(self, question: Question, sources: Sequence[AnySource]) -> Sequence[float]:
        if not sources:
            return []
        vectors = shared_encoder().encode([asked(question), *(each.searchable for each in sources)])
        found: list[float] = (1 + vectors[1:] @ vectors[0]).tolist()
        return found


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


# BM25 over a handful of texts, made for one question and thrown away.

_K1, _B = 1.2, 0.75

_analyzer = word_analyzer()


class WordScores:
    """How well each of a few texts fits a question, by its words.

    Example: ``WordScores(["It opened in 1981.", "Tea."]).scores("When did it open?")[0] > 0``
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts = [Counter(_analyzer.analyze(text)) for text in texts]
        lengths = [counts.total() for counts in self._counts]
        mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
        self._norms = [_K1 * (1 - _B + _B * length / mean) for length in lengths]
        self._holders = Counter(term for counts in self._counts for term in counts)

    def scores(self, question: str) -> list[float]:
        """One score for each text, 0 where no word is shared."""
        weights = [(term, self._rarity(term)) for term in question_terms(question)]
        weights = [(term, weight) for term, weight in weights if term in self._holders]
        return [
            sum(weight * _saturated(counts[term], norm) for term, weight in weights)
            for counts, norm in zip(self._counts, self._norms, strict=True)
        ]

    def _rarity(self, term: str) -> float:
        holders = self._holders[term]
        return log(1 + (len(self._counts) - holders + 0.5) / (holders + 0.5))


def _saturated(count: int, norm: float) -> float:
    return count * (_K1 + 1) / (count + norm) if count else 0.0


def highest(scores: Sequence[float], k: int) -> list[int]:
    """The numbers of the ``k`` best scores above 0, best first.

    Example: ``highest([0.0, 2.0, 1.0], 2)`` → ``[1, 2]``
    """
    ranked = sorted(range(len(scores)), key=lambda number: -scores[number])
    return [number for number in ranked[:k] if scores[number] > 0]
