"""The benchmarks: official formats in, submissions out."""

from manyhop.benchmarks._aokvqa import AOKVQA, read_vocabulary
from manyhop.benchmarks._benchmark import SOURCES_UNKNOWN, Benchmark, Example, Gold
from manyhop.benchmarks._hybridqa import HybridQA
from manyhop.benchmarks._json_files import read_records, read_text
from manyhop.benchmarks._mmqa import MMQA
from manyhop.benchmarks._opening import open_benchmark
from manyhop.benchmarks._own import OwnQuestions
from manyhop.benchmarks._question_rows import read_columns, split_of
from manyhop.benchmarks._recipeqa import RecipeQA
from manyhop.benchmarks._webqa import WebQA

__all__ = [
    "AOKVQA",
    "MMQA",
    "SOURCES_UNKNOWN",
    "Benchmark",
    "Example",
    "Gold",
    "HybridQA",
    "OwnQuestions",
    "RecipeQA",
    "WebQA",
    "open_benchmark",
    "read_columns",
    "read_records",
    "read_text",
    "read_vocabulary",
    "split_of",
]
