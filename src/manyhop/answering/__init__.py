"""Questions, answers, and what turns one into the other."""

from manyhop.answering._answer import Answer, Answerer, Question
from manyhop.answering._attempts import (
    Attempt,
    attempt,
    attempts,
    best_of,
    confidence_features,
    confidence_of,
)
from manyhop.answering._choosing import BLANK, is_cloze
from manyhop.answering._engine import Engine, asked, open_planner
from manyhop.answering._evidence import coverage, fits, settled, witnesses
from manyhop.answering._finders import Candidates, Finder, InCollection
from manyhop.answering._hops import Hops, kinds_of
from manyhop.answering._prompt import Shot
from manyhop.answering._prompted import PromptedAnswerer, read_reply
from manyhop.answering._saying import Saying, checked, cited_sources, rationale_of

__all__ = [
    "BLANK",
    "Answer",
    "Answerer",
    "Attempt",
    "Candidates",
    "Engine",
    "Finder",
    "Hops",
    "InCollection",
    "PromptedAnswerer",
    "Question",
    "Saying",
    "Shot",
    "asked",
    "attempt",
    "attempts",
    "best_of",
    "checked",
    "cited_sources",
    "confidence_features",
    "confidence_of",
    "coverage",
    "fits",
    "is_cloze",
    "kinds_of",
    "open_planner",
    "rationale_of",
    "read_reply",
    "settled",
    "witnesses",
]
