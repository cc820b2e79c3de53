"""Cloze questions about procedures, in RecipeQA's four tasks."""

from manyhop.generation.procedures._building import ClozeSet, OnProgress, build_cloze
from manyhop.generation.procedures._gathering import Gathered, gather_procedures
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
from manyhop.generation.procedures._titles import without_number

__all__ = [
    "SPLITS",
    "TASKS",
    "ClozeItem",
    "ClozeSet",
    "ClozeSettings",
    "ContextStep",
    "Gathered",
    "OnProgress",
    "Remedy",
    "Split",
    "Task",
    "build_cloze",
    "derive_step",
    "gather_procedures",
    "step_singles",
    "without_number",
]
