"""Paragraphs that look like the answer and do not have it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors._plain_words import plain_words, says, telling
from manyhop.generation.distractors._rules import answers_too, page_of, resting_on
from manyhop.generation.distractors._scores import ByMeaning, ByWords, Nearness, best_places
from manyhop.sources import Snippet

_AT_ONCE = 128  # questions whose scores are reckoned together
_LOOKED_AT = 64  # candidates at first; more where the rules leave too few


class TextDistractors:
    """Chooses distractors from a pool of snippets, by the highest score for the question.

    ``by`` "meaning" takes the dot product of vectors, as MultiModalQA does; "words" takes BM25,
    which is WebQA's "highest lexical overlap". Never chosen are snippets that the answer rests on,
    snippets of a page that a gold snippet is from, snippets that say a gold answer, and those that
    a list question would find too.
    Training and evaluation each get a pool of their own: see ``pools``.
    Example: ``TextDistractors(snippets).choose(built, texts=10)``
    """

    def __init__(
        self, snippets: Iterable[Snippet], *, by: Literal["meaning", "words"] = "meaning"
    ) -> None:
        self._snippets = list(snippets)
        self._pages = [page_of(snippet) for snippet in self._snippets]
        self._known_pages = {snippet.id: page_of(snippet) for snippet in self._snippets}
        self._plain: dict[int, str] = {}
        texts = [snippet.searchable for snippet in self._snippets]
        self._nearness: Nearness = ByMeaning(texts) if by == "meaning" else ByWords(texts)

    def choose(
        self, questions: Sequence[BuiltQuestion], texts: int = 10
    ) -> Iterator[tuple[str, ...]]:
        """For each question the distractors that make ``texts`` paragraphs with its gold ones.

        Fewer where the pool has no more that the rules allow.
        """
        for start in range(0, len(questions), _AT_ONCE):
            some = questions[start : start + _AT_ONCE]
            rows = self._nearness.scores([built.question for built in some])
            for built, scores in zip(some, rows, strict=True):
                gold = sum(id in self._known_pages for id in resting_on(built))
                yield tuple(islice(self._allowed(built, scores), max(texts - gold, 0)))

    def _allowed(self, built: BuiltQuestion, scores: NDArray[np.float32]) -> Iterator[str]:
        used = frozenset(resting_on(built))
        pages = {self._known_pages[id] for id in used if id in self._known_pages}
        answers = telling(built.answers)
        for place in _best_first(scores):
            snippet = self._snippets[place]
            if snippet.id in used or self._pages[place] in pages:
                continue
            plain = self._plain_text(place)
            if not says(plain, answers) and not answers_too(built, snippet, plain):
                yield snippet.id

    def _plain_text(self, place: int) -> str:
        if place not in self._plain:
            self._plain[place] = plain_words(self._snippets[place].searchable)
        return self._plain[place]


def _best_first(scores: NDArray[np.float32]) -> Iterator[int]:
    """All places, the best first; the first few are found fast."""
    first = best_places(scores, _LOOKED_AT)
    yield from first
    if len(first) < len(scores):
        seen = set(first)
        order = np.argsort(-scores, kind="stable").tolist()
        yield from (place for place in order if place not in seen)
