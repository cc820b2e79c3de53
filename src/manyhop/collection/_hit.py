"""What a search gives back."""

import msgspec

from manyhop.sources import AnySource


class Explanation(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a source stands where it stands.

    ``words`` is its BM25 score with what each term of the question gave; ``meaning`` the cosine of
    its vector with the question's; ``kind`` how far the question seems to ask for its kind of
    source; ``pixels`` the chance that a picture shows what the question says; ``rerank`` the
    reranker's score where one was used.
    """

    words: float = 0.0
    terms: dict[str, float] = msgspec.field(default_factory=dict)
    meaning: float = 0.0
    kind: float = 0.0
    pixels: float = 0.0
    rerank: float | None = None


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A source that was found, and its score: higher is better, in one search only."""

    source: AnySource
    score: float
    explanation: Explanation | None = None
