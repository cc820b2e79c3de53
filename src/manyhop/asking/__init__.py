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
from manyhop.asking._conversation import Conversation, Turn
from manyhop.asking._following import Told, Understood, names_in, understand
from manyhop.asking._look import Look, look
from manyhop.asking._opening import ask
from manyhop.asking._planned import Planned
from manyhop.asking._procedures import answer_from_procedures
from manyhop.asking._proposal import Proposal, Way
from manyhop.asking._texts import answer_from_texts

__all__ = [
    "WAYS",
    "Asker",
    "Choice",
    "Chooser",
    "Conversation",
    "Forms",
    "Knowledge",
    "Look",
    "Planned",
    "Proposal",
    "Told",
    "Turn",
    "Understood",
    "Way",
    "Weights",
    "all_signs",
    "answer_from_procedures",
    "answer_from_texts",
    "ask",
    "log_odds",
    "look",
    "names_in",
    "question_features",
    "understand",
]
