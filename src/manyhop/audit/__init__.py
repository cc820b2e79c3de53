"""Looking for shortcuts in a benchmark: what can be answered without reading?"""

from manyhop.audit._choice_features import FAMILIES, Family
from manyhop.audit._choice_only import (
    ChoiceOnly,
    ChoiceOnlyResult,
    choice_only,
    cross_validated,
)
from manyhop.audit._choice_question import ChoiceQuestion, choice_questions

__all__ = [
    "FAMILIES",
    "ChoiceOnly",
    "ChoiceOnlyResult",
    "ChoiceQuestion",
    "Family",
    "choice_only",
    "choice_questions",
    "cross_validated",
]
