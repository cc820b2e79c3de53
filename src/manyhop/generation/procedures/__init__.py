"""Cloze questions about procedures, in RecipeQA's four tasks."""

from manyhop.generation.procedures._blank import Blank
from manyhop.generation.procedures._budget import budget_choices
from manyhop.generation.procedures._building import ClozeSet, OnProgress, build_cloze
from manyhop.generation.procedures._exchange import exchange_choices
from manyhop.generation.procedures._facts import ClozeFacts, Spread, card, cloze_facts, write_cloze
from manyhop.generation.procedures._gathering import Gathered, gather_procedures
from manyhop.generation.procedures._pool import Item, Pool
from manyhop.generation.procedures._pools import WordVectors, title_words
from manyhop.generation.procedures._record import ClozeItem, ContextStep
from manyhop.generation.procedures._settings import (
    SPLITS,
    TASKS,
    ClozeSettings,
    Remedy,
    Split,
    Task,
)
from manyhop.generation.procedures._step_questions import derive_step, step_singles
from manyhop.generation.procedures._titles import same_words, without_number

__all__ = [
    "SPLITS",
    "TASKS",
    "Blank",
    "ClozeFacts",
    "ClozeItem",
    "ClozeSet",
    "ClozeSettings",
    "ContextStep",
    "Gathered",
    "Item",
    "OnProgress",
    "Pool",
    "Remedy",
    "Split",
    "Spread",
    "Task",
    "WordVectors",
    "budget_choices",
    "build_cloze",
    "card",
    "cloze_facts",
    "derive_step",
    "exchange_choices",
    "gather_procedures",
    "same_words",
    "step_singles",
    "title_words",
    "without_number",
    "write_cloze",
]
