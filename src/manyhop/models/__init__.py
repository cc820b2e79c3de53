"""Networks behind small protocols: what the rest of Manyhop asks of them, and the shipped ones."""

from manyhop.models._encoder import TextEncoder
from manyhop.models._question_kinds import question_kinds
from manyhop.models._reranker import Reranker
from manyhop.models._static import StaticEncoder

__all__ = ["Reranker", "StaticEncoder", "TextEncoder", "question_kinds"]
