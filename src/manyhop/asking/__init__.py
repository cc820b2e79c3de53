"""Look first, then plan: what a collection can say to a question, and which of it is right."""

from manyhop.asking._chooser import (
    Choice,
    Chooser,
    Forms,
    Knowledge,
    Weights,
    all_signs,
    log_odds,
    question_features,
)
from manyhop.asking._look import Look, look
from manyhop.asking._procedures import answer_from_procedures
from manyhop.asking._proposal import Proposal, Way
from manyhop.asking._texts import answer_from_texts

WAYS: tuple[Way, ...] = (answer_from_texts, answer_from_procedures)
"""All ways of answering, in the order of asking."""

__all__ = [
    "WAYS",
    "Choice",
    "Chooser",
    "Forms",
    "Knowledge",
    "Look",
    "Proposal",
    "Way",
    "Weights",
    "all_signs",
    "answer_from_procedures",
    "answer_from_texts",
    "log_odds",
    "look",
    "question_features",
]
