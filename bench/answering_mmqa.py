"""MultiModalQA: planners side by side, by type, by the first hop, and what answers cite."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from bench.answering_runs import Measuring, mean, share, shown, table
from manyhop.benchmarks import Benchmark, open_benchmark
from manyhop.errors import ManyhopError
from manyhop.evaluation import Sample
from manyhop.sources import AnySource, Citation

PAPER = {  # F1 on the official test: all, single-hop, multi-hop
    "context-only": (9.5, 10.2, 8.5),
    "question-only": (18.0, 17.0, 19.5),
    "routing": (49.5, None, 38.2),
    "implicit": (55.9, 58.8, 51.7),
}
FIRST_HOP = {"Compose": (62.3, 50.8), "Compare": (55.7, 61.1), "Intersect": (33.5, 55.1)}
AIMS = {"all": 45, "text and table": 55}

Samples = dict[str, list[Sample]]
SUBSETS: dict[str, Callable[[Sample], bool]] = {
    "all": lambda sample: True,
    "single-hop": lambda sample: "(" not in sample.category,
    "multi-hop": lambda sample: "(" in sample.category,
    "text and table": lambda sample: "Image" not in sample.category,
}


def slice_of(data: Path) -> tuple[Benchmark, list[Path]]:
    """The questions with all their context, and the files they are in."""
    folder = data / "mmqa/slice"
    return open_benchmark("mmqa", folder), sorted(folder.glob("MMQA_*.jsonl.gz"))


def mmqa(measuring: Measuring) -> Iterator[str]:
    benchmark, files = slice_of(measuring.data)
    names = [f"manyhop:{planner}" for planner in measuring.planners]
    names += ["manyhop:context-only", "question-only"]
    rows: Samples = {
        name.removeprefix("manyhop:"): measuring.samples(
            benchmark, name, f"mmqa/{name.replace(':', '-')}", files=files
        )
        for name in names
    }
    yield planners(rows)
    yield types(rows)
    multi_hop = {name: rows[name] for name in measuring.planners if name != "routing"}
    yield first_hops(multi_hop)
    yield citations({name: rows[name] for name in measuring.planners}, benchmark)


def planners(rows: Samples) -> str:
    heads = ["", "EM, all", *(f"F1, {subset}" for subset in SUBSETS)]
    heads += ["paper's F1, test: all", "single", "multi"]
    lines = []
    for name, samples in rows.items():
        figures = [shown(mean(_only(samples, of), "mmqa.f1")) for of in SUBSETS.values()]
        paper = PAPER.get(name, (None,) * 3)
        said = ["–" if figure is None else f"{figure:.1f}" for figure in paper]
        lines.append([name, shown(mean(samples, "mmqa.exact_match")), *figures, *said])
    lines.append(["*aim*", "", *(str(AIMS.get(subset, "")) for subset in SUBSETS), "", "", ""])
    return table("MultiModalQA, the slice with all candidates", heads, lines)


def types(rows: Samples) -> str:
    every = sorted({sample.category for samples in rows.values() for sample in samples})
    lines = []
    for one in every:
        parts = ([s for s in samples if s.category == one] for samples in rows.values())
        lines.append([one, *(shown(mean(part, "mmqa.f1")) for part in parts)])
    return table("F1 by question type", ["type", *rows], lines)


def first_hops(rows: Samples) -> str:
    """The paper's Table 5, and the final F1 given a right or a wrong first hop (63.9, 37.4)."""
    heads = ["planner", "operator", "first-hop F1", "final F1", "first hop right", "wrong"]
    heads += ["paper's first-hop F1", "final"]
    lines = []
    for name, samples in rows.items():
        hopped = [sample for sample in samples if "mmqa.first_hop_f1" in sample.metrics]
        for operator in ("Compose", "Compare", "Intersect", ""):
            some = [sample for sample in hopped if sample.category.startswith(operator)]
            right = _only(some, lambda sample: sample.metrics["mmqa.first_hop_f1"] == 1)
            wrong = _only(some, lambda sample: sample.metrics["mmqa.first_hop_f1"] < 1)
            figures = [mean(some, "mmqa.first_hop_f1")]
            figures += [mean(part, "mmqa.f1") for part in (some, right, wrong)]
            paper = [str(figure) for figure in FIRST_HOP.get(operator, ("–", "–"))]
            lines.append([name, operator or "all", *map(shown, figures), *paper])
    return table("The first hop", heads, lines)


def citations(rows: Samples, benchmark: Benchmark) -> str:
    """Of the right answers, how many cite a gold document; and whether quotes stand there."""
    candidates = {
        example.question.id: {source.id: source for source in example.question.candidates}
        for example in benchmark.examples()
    }
    lines = []
    for name, samples in rows.items():
        right = _only(samples, lambda sample: sample.metrics.get("mmqa.exact_match") == 1)
        cited = [(sample, citation) for sample in samples for citation in sample.answer.citations]
        stands = sum(holds(citation, candidates[sample.id]) for sample, citation in cited)
        lines.append([name, shown(share(right, cites_gold)), f"{stands:,} of {len(cited):,}"])
    heads = ["planner", "right answers that cite a gold document", "quotes that stand there"]
    return table("Citations", heads, lines)


def cites_gold(sample: Sample) -> bool:
    gold = sample.gold.sources if sample.gold else ()
    return any(citation.source_id in gold for citation in sample.answer.citations)


def holds(citation: Citation, candidates: dict[str, AnySource]) -> bool:
    try:
        return candidates[citation.source_id].quote(citation.place) == citation.quote
    except (KeyError, ManyhopError):
        return False


def _only(samples: Sequence[Sample], of: Callable[[Sample], bool]) -> list[Sample]:
    return [sample for sample in samples if of(sample)]
