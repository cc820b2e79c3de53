"""Runs, resume, statistics and comparison."""

from manyhop.evaluation._calibration import Abstention, Bin, Calibration, abstention, calibration
from manyhop.evaluation._comparing import Comparison, compare
from manyhop.evaluation._judgements import (
    judged,
    read_judgements,
    read_questions,
    read_run,
    write_judgements,
    write_run,
)
from manyhop.evaluation._results import Estimates, Results, summarize
from manyhop.evaluation._retrieving import (
    Judged,
    Retrieval,
    judged_questions,
    retrieve,
    score_retrieval,
    sources_of,
)
from manyhop.evaluation._run import (
    Configuration,
    DataFile,
    Progress,
    Run,
    data_files,
    load_run,
    run,
    versions,
)
from manyhop.evaluation._samples import (
    Sample,
    drop_torn_line,
    open_private,
    read_samples,
    write_whole,
)
from manyhop.evaluation._scoring import Scores, score
from manyhop.evaluation._selection import Selection, Setting
from manyhop.evaluation._statistics import (
    Difference,
    Estimate,
    estimate,
    exact_mcnemar,
    group_sums,
    paired_difference,
    permutation_test,
    unpaired_difference,
)

__all__ = [
    "Abstention",
    "Bin",
    "Calibration",
    "Comparison",
    "Configuration",
    "DataFile",
    "Difference",
    "Estimate",
    "Estimates",
    "Judged",
    "Progress",
    "Results",
    "Retrieval",
    "Run",
    "Sample",
    "Scores",
    "Selection",
    "Setting",
    "abstention",
    "calibration",
    "compare",
    "data_files",
    "drop_torn_line",
    "estimate",
    "exact_mcnemar",
    "group_sums",
    "judged",
    "judged_questions",
    "load_run",
    "open_private",
    "paired_difference",
    "permutation_test",
    "read_judgements",
    "read_questions",
    "read_run",
    "read_samples",
    "retrieve",
    "run",
    "score",
    "score_retrieval",
    "sources_of",
    "summarize",
    "unpaired_difference",
    "versions",
    "write_judgements",
    "write_run",
    "write_whole",
]
