"""What a benchmark consists of, in figures, gathered as its questions go by."""

import heapq
import zlib
from collections import Counter
from collections.abc import Mapping
from statistics import fmean, median

import msgspec
import numpy as np

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of
from manyhop.generation.wording import edit_distance
from manyhop.models import StaticEncoder
from manyhop.sources import AnySource

_SAMPLE = 2000  # questions for the figure that compares every pair
_LETTERS = 500  # and for the one that compares letter by letter


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """Counts and means. Lengths are in words; diversity is the mean cosine distance of pairs.

    ``distance`` is the mean normalised edit distance between a question and its pseudo-language;
    it is of a sample of 500 questions, and ``diversity`` of 2,000, where there are more.
    """

    questions: int
    by_split: dict[str, int]
    by_type: dict[str, int]
    question_words: float
    question_words_median: float
    answer_words: float
    answers: float
    context: float
    topics: int
    top_topics: dict[str, int]
    diversity: float
    distance: float


class FactsOf:
    """Takes questions one by one and keeps no more of them than a sample.

    Example: ``facts = FactsOf(sources); facts.add(built); facts.said().questions`` → ``1``
    """

    def __init__(self, sources: Mapping[str, AnySource]) -> None:
        self._sources = sources
        self._splits: Counter[str] = Counter()
        self._types: Counter[str] = Counter()
        self._topics: Counter[str] = Counter()
        self._lengths: list[int] = []
        self._answer_words = self._answers = self._context = 0
        self._sample: list[tuple[int, str, str, str]] = []

    def add(self, built: BuiltQuestion) -> None:
        """Count one more question."""
        self._splits[built.split or "dev"] += 1
        self._types[built.type] += 1
        self._topics[built.topic] += 1
        self._lengths.append(len(built.question.split()))
        self._answer_words += sum(len(answer.split()) for answer in built.answers)
        self._answers += len(built.answers)
        self._context += len(context_of(built))
        drawn = (-zlib.crc32(built.id.encode()), built.id, built.question, built.pseudo)
        if len(self._sample) < _SAMPLE:
            heapq.heappush(self._sample, drawn)
        else:
            heapq.heappushpop(self._sample, drawn)

    def said(self) -> Facts:
        """The figures so far."""
        total = max(len(self._lengths), 1)
        sample = sorted(self._sample)
        pairs = [(question, pseudo) for _, _, question, pseudo in sample[:_LETTERS] if pseudo]
        return Facts(
            questions=len(self._lengths),
            by_split={
                name: self._splits[name] for name in ("train", "dev", "test") if self._splits[name]
            },
            by_type=dict(self._types.most_common()),
            question_words=sum(self._lengths) / total,
            question_words_median=median(self._lengths) if self._lengths else 0.0,
            answer_words=self._answer_words / max(self._answers, 1),
            answers=self._answers / total,
            context=self._context / total,
            topics=len(self._topics),
            top_topics=self._named(10),
            diversity=_diversity([question for _, _, question, _ in sample]),
            distance=fmean(edit_distance(*pair) for pair in pairs) if pairs else 0.0,
        )

    def _named(self, number: int) -> dict[str, int]:
        by_title: Counter[str] = Counter()
        for topic, count in self._topics.items():
            source = self._sources.get(topic)
            by_title[source.title if source and source.title else topic] += count
        return dict(by_title.most_common(number))


def _diversity(questions: list[str]) -> float:
    """The mean cosine distance between two of the questions."""
    if len(questions) < 2:
        return 0.0
    vectors = StaticEncoder.load().encode(questions).astype(np.float64)
    size = len(questions)
    together = vectors.sum(axis=0)
    alike = float(together @ together) - float(np.einsum("ij,ij->", vectors, vectors))
    return 1 - alike / (size * (size - 1))
