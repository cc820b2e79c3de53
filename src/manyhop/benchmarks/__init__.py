"""The four benchmarks: official formats in, submissions out."""

from manyhop.benchmarks._benchmark import Benchmark
from manyhop.benchmarks._example import Example, Gold

__all__ = ["Benchmark", "Example", "Gold"]
