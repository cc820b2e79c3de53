"""Questions, answers, and what turns one into the other."""

from manyhop.answering._answer import Answer, Answerer
from manyhop.answering._prompted import PromptedAnswerer
from manyhop.answering._question import Question
from manyhop.answering._shots import Shot

__all__ = ["Answer", "Answerer", "PromptedAnswerer", "Question", "Shot"]
