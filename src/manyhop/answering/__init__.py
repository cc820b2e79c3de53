"""Questions, answers, and what turns one into the other."""

from manyhop.answering._answer import Answer, Answerer
from manyhop.answering._question import Question

__all__ = ["Answer", "Answerer", "Question"]
