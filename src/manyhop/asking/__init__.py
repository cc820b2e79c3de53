"""Look first, then plan: what a collection can say to a question, and which of it is right."""

from manyhop.asking._asker import WAYS, Asker
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
from manyhop.asking._planned import Planned
from manyhop.asking._procedures import answer_from_procedures
from manyhop.asking._proposal import Proposal, Way
from manyhop.asking._tables import answer_from_tables
from manyhop.asking._texts import answer_from_texts

__all__ = [
    "WAYS",
    "Asker",
    "Choice",
    "Chooser",
    "Forms",
    "Knowledge",
    "Look",
    "Planned",
    "Proposal",
    "Way",
    "Weights",
    "all_signs",
    "answer_from_procedures",
    "answer_from_tables",
    "answer_from_texts",
    "log_odds",
    "look",
    "question_features",
]
