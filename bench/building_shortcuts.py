"""Can one hop answer built questions of several? Routing against implicit decomposition, paired.

In the paper both learn from the training split which hops a question takes; so they do here, of the
folder's own. The readers are those that are shipped.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.answering_runs import mean, shown, table
from bench.building_typer import learnt_from
from manyhop.answering import Engine, open_planner
from manyhop.benchmarks import MMQA, Example
from manyhop.evaluation import Comparison, Difference, Run, Sample, compare, load_run, run
from manyhop.models import Models

OPERATORS = ("Compose(", "Intersect(", "Compare(")
METRICS = {"EM": "mmqa.exact_match", "F1": "mmqa.f1"}
BASELINE, RIVAL = "routing", "implicit"


class Drawn(MMQA):
    """Some questions of a file, as many of each type as there are up to ``each``.

    More of a type are the same ones and others: a larger sample holds the smaller.
    """

    def __init__(self, path: Path, each: int, seed: int = 0, *, single: bool = False) -> None:
        super().__init__(path)
        self._each, self._seed, self._single = each, seed, single
        self._kept: frozenset[str] = frozenset()

    def examples(self) -> Iterator[Example]:
        if not self._kept:
            self._kept = self._draw()
        return (each for each in super().examples() if each.question.id in self._kept)

    def _draw(self) -> frozenset[str]:
        of_type: dict[str, list[str]] = defaultdict(list)
        for example in super().examples():
            if example.category.startswith(OPERATORS) or (
                self._single and "(" not in example.category
            ):
                of_type[example.category].append(example.question.id)
        kept = []
        for name, ids in of_type.items():
            random.Random(f"{self._seed} {name}").shuffle(ids)
            kept += ids[: self._each]
        return frozenset(kept)


def shortcuts(
    path: Path, out: Path, each: int, *, single: bool = False, shipped: bool = False
) -> Iterator[str]:
    """Tables of both answerers by type, and of the paired difference."""
    benchmark = Drawn(path, each, single=single)
    runs = [asked(benchmark, name, out / name, shipped=shipped) for name in (BASELINE, RIVAL)]
    yield by_type(runs)
    yield differences(compare(*(_several_hops(each) for each in runs)))


def asked(benchmark: Drawn, planner: str, folder: Path, *, shipped: bool = False) -> Run:
    """The run in a folder, made or finished where it is not there."""
    if not ((folder / "run.json").exists() and load_run(folder).results):
        models = Models() if shipped else Models(question_typer=learnt_from(benchmark.path.parent))
        name = f"manyhop:{planner}({'shipped' if shipped else 'learnt'} types)"
        engine = Engine(open_planner(planner, models), models, name=name, abstain=False)
        run(benchmark, engine, folder, files=[benchmark.path], resume=True)
    return load_run(folder)


def by_type(runs: Sequence[Run]) -> str:
    heads = ["type", *(f"{name}, {metric}" for name in (BASELINE, RIVAL) for metric in METRICS)]
    types = sorted({sample.category for sample in runs[0].samples})
    rows = [[name, *_figures(runs, name)] for name in types]
    rows.append(["several hops", *_figures([_several_hops(each) for each in runs], "")])
    return table("One hop against two, by type", heads, rows)


def _figures(runs: Sequence[Run], type_name: str) -> list[str]:
    return [
        shown(mean([one for one in each.samples if one.category.startswith(type_name)], metric))
        for each in runs
        for metric in METRICS.values()
    ]


def _several_hops(whole: Run) -> Run:
    samples = [sample for sample in whole.samples if "(" in sample.category]
    return Run(
        folder=whole.folder,
        configuration=whole.configuration,
        samples=samples,
        results=whole.results,
    )


def differences(comparison: Comparison) -> str:
    heads = ["metric", BASELINE, RIVAL, "difference", "better / worse", "p", "test"]
    rows = [_row(name, comparison.metrics[metric]) for name, metric in METRICS.items()]
    title = f"{RIVAL} minus {BASELINE} on the questions of several hops, paired"
    return table(title, heads, rows)


def _row(name: str, found: Difference) -> list[str]:
    interval = f"{100 * found.difference:.1f} ({100 * found.low:.1f}–{100 * found.high:.1f})"
    return [
        name,
        f"{100 * found.a:.1f}",
        f"{100 * found.b:.1f}",
        f"{interval}, n = {found.n:,} over {found.groups:,} tables",
        f"{found.better} / {found.worse}",
        f"{found.p:.4f}",
        found.test,
    ]


def right_by_one_hop(folder: Path) -> Iterator[str]:
    """The questions that one hop answered, for a look at how."""
    for sample in load_run(folder / BASELINE).samples:
        if "(" in sample.category and _is_right(sample):
            yield f"{sample.category}\t{sample.question}\t{', '.join(sample.answer.values)}"


def _is_right(sample: Sample) -> bool:
    return sample.metrics.get("mmqa.exact_match") == 1
