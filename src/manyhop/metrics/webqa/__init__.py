"""WebQA's accuracy, source retrieval, fluency and leaderboard totals.

Example: ``accuracy("color", "The bird is light blue.", "Blue")`` is 0.999995: the official F1
adds a small constant below the line, so even a perfect answer stays a little under one.
"""

from manyhop.metrics.webqa._accuracy import (
    CATEGORIES,
    Overlap,
    accuracy,
    approximate_accuracy,
    overlap,
    whole_numbers,
)
from manyhop.metrics.webqa._bartscore import BartScore
from manyhop.metrics.webqa._fluency import (
    LogScorer,
    fluency,
    fluency_from_log_scores,
    fluency_text,
)
from manyhop.metrics.webqa._normalization import Lemmatizer, normalize, number_or_word
from manyhop.metrics.webqa._retrieval import Retrieval, retrieval, threshold_retrieval
from manyhop.metrics.webqa._summary import Scored, Summary, summarize
from manyhop.metrics.webqa._totals import Batch, Totals, leaderboard_totals

__all__ = [
    "CATEGORIES",
    "BartScore",
    "Batch",
    "Lemmatizer",
    "LogScorer",
    "Overlap",
    "Retrieval",
    "Scored",
    "Summary",
    "Totals",
    "accuracy",
    "approximate_accuracy",
    "fluency",
    "fluency_from_log_scores",
    "fluency_text",
    "leaderboard_totals",
    "normalize",
    "number_or_word",
    "overlap",
    "retrieval",
    "summarize",
    "threshold_retrieval",
    "whole_numbers",
]
