"""Look first, then plan: what a collection can say to a question, and which of it is right."""

from manyhop.asking._asker import CLEAR, WAYS, Asker
from manyhop.asking._chooser import (
    Choice,
    Chooser,
    Forms,
    Knowledge,
    Weights,
    all_signs,
    log_odds,
    question_features,
    question_forms,
    shipped_knowledge,
)
from manyhop.asking._conversation import Conversation, Turn
from manyhop.asking._following import Told, Understood, names_in, understand
from manyhop.asking._gathered import LIKED, Text, candidates, features, gather_texts
from manyhop.asking._judging import judged, shown
from manyhop.asking._look import Look, look, pick_snippets
from manyhop.asking._opening import ask
from manyhop.asking._passages import SAID, judge_units, unit_features
from manyhop.asking._picture_answers import answers_of, hint_for, wanted
from manyhop.asking._picture_hops import (
    PICTURE_WAYS,
    note_pictures,
    one_picture,
    picture_notes,
)
from manyhop.asking._picture_questions import content_words, described, listed, named_files
from manyhop.asking._pictures import picture_lists
from manyhop.asking._planned import Planned
from manyhop.asking._procedures import answer_from_procedures
from manyhop.asking._proposal import Proposal, Way
from manyhop.asking._tables import answer_from_tables
from manyhop.asking._texts import answer_from_texts
from manyhop.asking._written import WRITTEN, LargeReading

__all__ = [
    "CLEAR",
    "LIKED",
    "PICTURE_WAYS",
    "SAID",
    "WAYS",
    "WRITTEN",
    "Asker",
    "Choice",
    "Chooser",
    "Conversation",
    "Forms",
    "Knowledge",
    "LargeReading",
    "Look",
    "Planned",
    "Proposal",
    "Text",
    "Told",
    "Turn",
    "Understood",
    "Way",
    "Weights",
    "all_signs",
    "answer_from_procedures",
    "answer_from_tables",
    "answer_from_texts",
    "answers_of",
    "ask",
    "candidates",
    "content_words",
    "described",
    "features",
    "gather_texts",
    "hint_for",
    "judge_units",
    "judged",
    "listed",
    "log_odds",
    "look",
    "named_files",
    "names_in",
    "note_pictures",
    "one_picture",
    "pick_snippets",
    "picture_lists",
    "picture_notes",
    "question_features",
    "question_forms",
    "shipped_knowledge",
    "shown",
    "understand",
    "unit_features",
    "wanted",
]
