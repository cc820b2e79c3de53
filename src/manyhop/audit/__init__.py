"""Looking for shortcuts in a benchmark: what can be answered without reading?"""

from manyhop.audit._audit import FOLDS, SEEDS, Audit, Change, OnProgress, audit, changes
from manyhop.audit._cheater import Cheater, Clue, ClueExample
from manyhop.audit._choice_features import FAMILIES, ChoiceQuestion, Family, choice_questions
from manyhop.audit._choice_only import ChoiceOnly, ChoiceOnlyResult, choice_only, cross_validated
from manyhop.audit._dataset import Dataset, open_dataset
from manyhop.audit._folder import findings_part, said, write_audit, write_before_after
from manyhop.audit._leaks import Leak, find_leaks
from manyhop.audit._verdict import Finding, Verdict

__all__ = [
    "FAMILIES",
    "FOLDS",
    "SEEDS",
    "Audit",
    "Change",
    "Cheater",
    "ChoiceOnly",
    "ChoiceOnlyResult",
    "ChoiceQuestion",
    "Clue",
    "ClueExample",
    "Dataset",
    "Family",
    "Finding",
    "Leak",
    "OnProgress",
    "Verdict",
    "audit",
    "changes",
    "choice_only",
    "choice_questions",
    "cross_validated",
    "find_leaks",
    "findings_part",
    "open_dataset",
    "said",
    "write_audit",
    "write_before_after",
]
