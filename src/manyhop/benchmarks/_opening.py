"""A benchmark by its name."""

from pathlib import Path
from typing import Any

from manyhop.benchmarks._aokvqa import AOKVQA
from manyhop.benchmarks._benchmark import Benchmark
from manyhop.benchmarks._hybridqa import HybridQA
from manyhop.benchmarks._mmqa import MMQA
from manyhop.benchmarks._own import OwnQuestions
from manyhop.benchmarks._recipeqa import RecipeQA
from manyhop.benchmarks._webqa import WebQA
from manyhop.errors import ManyhopError


def open_benchmark(name: str, path: Path, *also: Path, **options: Any) -> Benchmark:
    """Open the benchmark called ``name`` on its file or folder; WebQA on several files.

    ``options`` go to its class: ``open_benchmark("aokvqa", Path("val.json"), images=Path("coco"))``
    """
    if also and name != "webqa":
        raise ManyhopError(f"{name} is read from one path; leave {also[0]} out")
    match name:
        case "webqa":
            return WebQA([path, *also], **options)
        case "mmqa":
            return MMQA(path, **options)
        case "hybridqa":
            return HybridQA(path, **options)
        case "aokvqa":
            return AOKVQA(path, **options)
        case "recipeqa":
            return RecipeQA(path, **options)
        case "own":
            return OwnQuestions(path, **options)
    known = "webqa, mmqa, hybridqa, aokvqa, recipeqa or own"
    raise ManyhopError(f"there is no benchmark {name!r}; choose {known}")
