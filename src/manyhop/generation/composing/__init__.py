"""Questions of several hops, put together from questions to one kind of source."""

from manyhop.generation.composing._pool import Pool
from manyhop.generation.composing._shares import BEYOND, DEFAULT, PAPER, balanced, shares_from
from manyhop.generation.composing._shortcuts import is_told_apart
from manyhop.generation.composing._topic_questions import topic_questions

__all__ = [
    "BEYOND",
    "DEFAULT",
    "PAPER",
    "Pool",
    "balanced",
    "is_told_apart",
    "shares_from",
    "topic_questions",
]
