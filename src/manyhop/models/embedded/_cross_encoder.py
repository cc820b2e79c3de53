"""The reranker: a question and a passage read together by one small network."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors

FILE = "cross_encoder.onnx"
JUDGE = "judge.onnx"  # one that learnt to judge answers beside their evidence
LONGEST = 200  # word pieces of question and passage together, as in training
QUESTION_LETTERS = 400  # a longer question would leave the passage no room
REMEMBERED = 20_000  # scores kept, by the hash of what was scored


class CrossEncoder:
    """Scores snippets, captions, table rows and steps alike, as their ``searchable`` writes them.

    A score is the logarithm of the odds that the passage is one the question needs. Example::

        reranker = CrossEncoder.load()
        reranker.score("Who wrote Emma?", ["Emma is a novel by Jane Austen.", "A 1996 film."])
    """

    def __init__(self, session: Any, words: WordVectors) -> None:
        self._session = session
        self._words = words
        self._known: OrderedDict[bytes, float] = OrderedDict()

    @classmethod
    def load(cls, folder: Path = FOLDER, file: str = FILE) -> Self:
        """The shipped reranker, or the one in ``folder``; another of its make by its ``file``."""
        return cls(open_session(file, folder), shared_word_vectors())

    def score(self, question: str, passages: Sequence[str]) -> list[float]:
        """One score per passage, higher is better; what was scored before is not read again."""
        question = question[:QUESTION_LETTERS]
        keys = [_key(question, passage) for passage in passages]
        fresh = {
            key: passage
            for key, passage in zip(keys, passages, strict=True)
            if key not in self._known
        }
        found = dict(zip(fresh, self._read(question, list(fresh.values())), strict=True))
        scores = [found[key] if key in found else self._known[key] for key in keys]
        for key, score in zip(keys, scores, strict=True):
            self._known[key] = score
            self._known.move_to_end(key)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return scores

    def _read(self, question: str, passages: list[str]) -> list[float]:
        found = [0.0] * len(passages)
        pairs = [(question, passage) for passage in passages]
        for batch in self._words.batches(pairs, LONGEST):
            (scores,) = self._session.run(None, batch.inputs)
            for row, score in zip(batch.rows, scores.tolist(), strict=True):
                found[row] = score
        return found


def _key(question: str, passage: str) -> bytes:
    text = f"{len(question)} {question}{passage}"
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
