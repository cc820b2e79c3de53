"""What a reranker offers, however it is made."""

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """Looks at a question and a passage together; slower and better than comparing vectors.

    Example: ``collection.search(question, rerank=my_cross_encoder)``
    """

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """One score per passage, higher is better."""
        ...
