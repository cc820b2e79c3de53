"""Source retrieval on WebQA, restricted setting: which of a question's candidates does search find?

    python bench/webqa_sources.py --data ../shared/data/webqa
    python bench/webqa_sources.py --tune          # how the weights of fusion were chosen

All candidates of all questions lie in one collection; each question is searched among its own.
F1 is WebQA's own, with two sources retrieved. Reported on the val50 files; the weights of fusion
are chosen on the recovered questions, which share no question with them.
"""

import argparse
import gzip
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from rich.console import Console
from rich.table import Table

from manyhop.collection import Collection, Mode
from manyhop.collection import _search as fusion
from manyhop.sources import AnySource, Image, Kind, Snippet

REPORTED = ("webqa_val50_img.json.gz", "webqa_val50_txt.json.gz")
TUNED_ON = ("webqa_recovered_with_sources.json.gz",)
PAPER = {"image": 25.61, "snippet": 43.75}  # BM25, restricted, two sources (Table 7)
RETRIEVED = 2
MODES: tuple[Mode, ...] = ("words", "meaning", "hybrid")


class Question(NamedTuple):
    text: str
    kind: Kind
    candidates: list[str]
    gold: set[str]


class Score(msgspec.Struct, frozen=True):
    """A mean F1 (0..100) and its 95% bootstrap interval."""

    value: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.value:.1f} ({self.low:.1f}–{self.high:.1f})"


def read(paths: Iterable[Path]) -> tuple[list[Question], list[AnySource]]:
    """Questions with at least one right and one wrong candidate, and all their sources."""
    questions: list[Question] = []
    sources: dict[str, AnySource] = {}
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            loaded = json.load(file)
        for record in loaded.values() if isinstance(loaded, dict) else loaded:
            gold = [*_sources(record, "posFacts")]
            others = [*_sources(record, "negFacts")]
            if gold and others:
                sources |= {source.id: source for source in (*gold, *others)}
                kind: Kind = "image" if any(s.kind == "image" for s in gold) else "snippet"
                ids = dict.fromkeys(source.id for source in (*gold, *others))
                text = record["Q"].replace('"', "")
                questions.append(Question(text, kind, list(ids), {s.id for s in gold}))
    return questions, list(sources.values())


def _sources(record: dict[str, Any], facts: str) -> Iterable[AnySource]:
    for fact in record.get(f"txt_{facts}") or []:
        yield Snippet(
            id=fact.get("snippet_id") or "", title=fact.get("title") or "", text=fact["fact"]
        )
    for fact in record.get(f"img_{facts}") or []:
        yield Image(
            id=str(fact.get("image_id") or ""),
            title=fact.get("title") or "",
            caption=fact.get("caption") or "",
        )


def source_f1(found: set[str], gold: set[str]) -> float:
    """WebQA's F1 of sources; nothing found scores 0."""
    common = len(found & gold)
    if not common:
        return 0.0
    precision, recall = common / len(found), common / len(gold)
    return 2 * precision * recall / (precision + recall + 1e-5)


def f1_scores(
    collection: Collection, questions: Iterable[Question], mode: Mode, known: bool
) -> list[float]:
    """One F1 per question."""
    return [
        source_f1(
            {
                hit.source.id
                for hit in collection.search(
                    question.text,
                    RETRIEVED,
                    mode=mode,
                    modality=question.kind if known else None,
                    within=question.candidates,
                )
            },
            question.gold,
        )
        for question in questions
    ]


def with_interval(values: list[float]) -> Score:
    """The mean and where it falls in 95 of 100 resamplings of the questions."""
    array = 100 * np.array(values)
    draws = np.random.default_rng(0).integers(0, len(array), (10_000, len(array)))
    low, high = np.percentile(array[draws].mean(axis=1), [2.5, 97.5])
    return Score(float(array.mean()), float(low), float(high), len(array))


def report(collection: Collection, questions: list[Question]) -> dict[str, dict[str, Score]]:
    """Every mode on image, text and all questions, modality known and unknown."""
    outcome: dict[str, dict[str, Score]] = {}
    for mode in MODES:
        for known in (True, False):
            scores = np.array(f1_scores(collection, questions, mode, known))
            kinds = np.array([question.kind for question in questions])
            outcome[f"{mode}, modality {'known' if known else 'unknown'}"] = {
                "image": with_interval(scores[kinds == "image"].tolist()),
                "snippet": with_interval(scores[kinds == "snippet"].tolist()),
                "all": with_interval(scores.tolist()),
            }
    return outcome


def paired_cost(collection: Collection, questions: list[Question]) -> dict[str, Score]:
    """How many points of F1 hybrid loses, question by question, when the modality is unknown."""
    known = np.array(f1_scores(collection, questions, "hybrid", True))
    unknown = np.array(f1_scores(collection, questions, "hybrid", False))
    kinds = np.array([question.kind for question in questions])
    return {
        "image": with_interval((known - unknown)[kinds == "image"].tolist()),
        "snippet": with_interval((known - unknown)[kinds == "snippet"].tolist()),
        "all": with_interval((known - unknown).tolist()),
    }


def show(outcome: dict[str, dict[str, Score]], cost: dict[str, Score]) -> None:
    table = Table(title="WebQA source F1, restricted, two sources retrieved", title_justify="left")
    columns = {"image": "image queries", "snippet": "text queries", "all": "all"}
    table.add_column("")
    first = next(iter(outcome.values()))
    for name, title in columns.items():
        table.add_column(f"{title} (n={first[name].n})", justify="right")
    table.add_row("the paper's BM25", *(f"{PAPER[kind]:.2f}" for kind in ("image", "snippet")), "")
    for name, scores in outcome.items():
        table.add_row(name, *(str(scores[column]) for column in columns))
    table.add_row("cost of not knowing, hybrid", *(str(cost[column]) for column in columns))
    Console(width=120).print(table)
    for kind, paper in PAPER.items():
        ours = outcome["words, modality known"][kind].value
        print(f"{'met' if ours >= paper else 'MISSED'}: BM25, {kind} {ours:.1f} ≥ paper {paper}")
    value = cost["all"].value
    print(f"{'met' if value <= 3 else 'MISSED'}: unknown modality costs hybrid {value:.1f} ≤ 3")


def tune(collection: Collection, questions: list[Question]) -> None:
    """F1 of hybrid on the questions for tuning, over a grid of weights."""
    kinds = np.array([question.kind for question in questions])
    for meaning in (0.0, 0.25, 0.5, 0.75, 1.0):
        for kind in (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0):
            fusion.MEANING_WEIGHT, fusion.KIND_WEIGHT = meaning, kind
            scores = 100 * np.array(f1_scores(collection, questions, "hybrid", False))
            image, text = scores[kinds == "image"].mean(), scores[kinds == "snippet"].mean()
            print(
                f"meaning {meaning:4} kind {kind:4}: image {image:5.1f} text {text:5.1f} "
                f"mean of both {(image + text) / 2:5.1f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/webqa"))
    parser.add_argument("--tune", action="store_true", help="print the grid of weights instead")
    parser.add_argument("--out", type=Path, help="also write the figures as JSON")
    options = parser.parse_args()
    names = TUNED_ON if options.tune else REPORTED
    questions, sources = read(options.data / name for name in names)
    with (
        tempfile.TemporaryDirectory() as folder,
        Collection.open(Path(folder) / "webqa", create=True) as collection,
    ):
        collection.add(sources)
        if options.tune:
            tune(collection, questions)
            return
        outcome, cost = report(collection, questions), paired_cost(collection, questions)
        show(outcome, cost)
        if options.out:
            figures = {**outcome, "cost of not knowing, hybrid": cost}
            options.out.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=2))


if __name__ == "__main__":
    main()
