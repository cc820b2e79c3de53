"""Runs, resume, statistics, comparison and reports."""

from manyhop.evaluation._calibration import Abstention, Calibration, abstention, calibration
from manyhop.evaluation._comparing import Comparison, compare
from manyhop.evaluation._judgements import (
    judged,
    read_judgements,
    read_questions,
    read_run,
    write_judgements,
    write_run,
)
from manyhop.evaluation._report import gather_report
from manyhop.evaluation._report_html import to_html
from manyhop.evaluation._report_markdown import to_markdown
from manyhop.evaluation._report_parts import Report
from manyhop.evaluation._results import Results, summarize
from manyhop.evaluation._retrieving import (
    Judged,
    Retrieval,
    judged_questions,
    retrieve,
    score_retrieval,
    sources_of,
)
from manyhop.evaluation._run import Configuration, DataFile, Progress, Run, load_run, run
from manyhop.evaluation._samples import Sample, read_samples, write_whole
from manyhop.evaluation._scoring import Scores, score
from manyhop.evaluation._selection import Setting
from manyhop.evaluation._statistics import (
    Difference,
    Estimate,
    estimate,
    exact_mcnemar,
    paired_difference,
    permutation_test,
    unpaired_difference,
)

__all__ = [
    "Abstention",
    "Calibration",
    "Comparison",
    "Configuration",
    "DataFile",
    "Difference",
    "Estimate",
    "Judged",
    "Progress",
    "Report",
    "Results",
    "Retrieval",
    "Run",
    "Sample",
    "Scores",
    "Setting",
    "abstention",
    "calibration",
    "compare",
    "estimate",
    "exact_mcnemar",
    "gather_report",
    "judged",
    "judged_questions",
    "load_run",
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
    "to_html",
    "to_markdown",
    "unpaired_difference",
    "write_judgements",
    "write_run",
    "write_whole",
]
