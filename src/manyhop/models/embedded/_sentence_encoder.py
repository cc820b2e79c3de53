"""The strong text encoder: slower than the static one, for the few texts that matter."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._recent import Recent
from manyhop.models.embedded._weights import FOLDER, open_session
from manyhop.models.embedded._word_vectors import WordVectors, shared_word_vectors

FILE = "sentence_encoder.onnx"
LONGEST = 256  # word pieces of a text that count: what the network was made for
REMEMBERED = 512  # vectors


class SentenceEncoder:
    """MiniLM's mean hidden state: texts of like meaning get like vectors.

    Example::

        encoder = SentenceEncoder.load()
        question, *passages = encoder.encode(["Who wrote Emma?", "Jane Austen's fourth novel."])
    """

    name = "manyhop-sentence-384-v1"
    dimension = 384

    def __init__(self, session: Any, words: WordVectors) -> None:
        self._session = session
        self._words = words
        self._known = Recent[NDArray[np.float32]](REMEMBERED)

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Self:
        """The shipped encoder, or the one in ``folder``."""
        return cls(open_session(FILE, folder), shared_word_vectors())

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text; a text with nothing to go by gets a row of zeros."""
        if not texts:
            return np.zeros((0, self.dimension), np.float32)
        rows = self._known.of_all(
            texts, lambda places: list(self._encoded([texts[place] for place in places]))
        )
        return np.stack(rows)

    def _encoded(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = np.zeros((len(texts), self.dimension), np.float32)
        rows = [row for row, text in enumerate(texts) if text.strip()]
        for batch in self._words.batches([texts[row] for row in rows], LONGEST):
            (vectors,) = self._session.run(None, batch.inputs)
            found[[rows[place] for place in batch.rows]] = vectors
        return found


@cache
def shared_sentences() -> SentenceEncoder:
    """The shipped encoder, opened once: questions, pictures and passages share its memory."""
    return SentenceEncoder.load()
