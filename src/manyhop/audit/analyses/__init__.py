"""Analyses over runs: which questions are right, for whom, and why."""

from manyhop.audit.analyses._analysis import Analysis, analyse, overall, part_of
from manyhop.audit.analyses._by_group import by_breakdowns, by_group, first_hop, opening
from manyhop.audit.analyses._combinations import all_or_none, combinations, pairwise_difference
from manyhop.audit.analyses._coverage import answer_frequency, coverage
from manyhop.audit.analyses._diversity import (
    Pair,
    Similar,
    diversity,
    mean_distance,
    near_duplicates,
    nearest_distances,
    neighbours,
    similar,
)
from manyhop.audit.analyses._graded import Answering, Graded, graded, is_right
from manyhop.audit.analyses._knowledge import (
    LabelModel,
    Labels,
    by_knowledge,
    guessed_knowledge,
    held_out_labels,
    read_labels,
)
from manyhop.audit.analyses._training import TrainingData, TrainingPart, other_half, read_training

__all__ = [
    "Analysis",
    "Answering",
    "Graded",
    "LabelModel",
    "Labels",
    "Pair",
    "Similar",
    "TrainingData",
    "TrainingPart",
    "all_or_none",
    "analyse",
    "answer_frequency",
    "by_breakdowns",
    "by_group",
    "by_knowledge",
    "combinations",
    "coverage",
    "diversity",
    "first_hop",
    "graded",
    "guessed_knowledge",
    "held_out_labels",
    "is_right",
    "mean_distance",
    "near_duplicates",
    "nearest_distances",
    "neighbours",
    "opening",
    "other_half",
    "overall",
    "pairwise_difference",
    "part_of",
    "read_labels",
    "read_training",
    "similar",
]
