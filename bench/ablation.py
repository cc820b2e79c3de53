"""What each way of asking and each rule of the planner brings: one off at a time, paired.

    python -m bench.ablation ways GATHERED.jsonl…      # what training.asking.gathering wrote
    python -m bench.ablation rules ../shared/data --limit 100

``ways`` chooses again among what was proposed, without one way's proposals: right, wrong, refused,
and by how many questions each changes. ``rules`` answers the MultiModalQA slice and our own test
part of HybridQA with the explicit planner less one of its rules; a question whose plans stay the
same keeps its answer. Only the value chosen is scored, not the sentence that it is said in.
"""

import argparse
import collections
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.answering_hybridqa import Part
from bench.answering_mmqa import slice_of
from bench.answering_runs import table
from manyhop.answering import Engine
from manyhop.asking import CLEAR, Chooser, Proposal
from manyhop.benchmarks import Benchmark, Example
from manyhop.evaluation import Difference, paired_difference
from manyhop.models import Models, TextEncoder
from manyhop.planners import ExplicitPlanner
from manyhop.programs import TextQ, Value

PLANS = 3  # that the engine tries
SETS = {
    "texts": {"span", "heading", "sentence", "section", "list", "number listed", "polar"},
    "passages joined": {"two parts", "two sides", "definition", "written query"},
    "pictures": {"picture", "picture list", "picture count", "picture note", "note picture"},
    "tables": {"table"},
    "planned": {"planned"},
}
"""Families of ways; every other way is of procedures."""


class Remembering:
    """An encoder that encodes each question once."""

    def __init__(self, encoder: TextEncoder) -> None:
        self._encoder = encoder
        self._known: dict[str, NDArray[np.float32]] = {}
        self.name, self.dimension = encoder.name, encoder.dimension

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """The questions' vectors."""
        for text in texts:
            if text not in self._known:
                self._known[text] = self._encoder.encode([text])[0]
        return np.stack([self._known[text] for text in texts])


class Lesson(msgspec.Struct, frozen=True):
    """A question with what was proposed to it."""

    id: str
    collection: str
    question: str
    unanswerable: bool
    proposals: list[dict[str, Any]]


def family_of(way: str) -> str:
    """Example: ``family_of("heading")`` → ``"texts"``"""
    return next((name for name, ways in SETS.items() if way in ways), "procedures")


def result_of(
    lesson: Lesson, without: frozenset[str], chooser: Chooser, encoder: TextEncoder
) -> tuple[str, str]:
    """Right, wrong or refused where these ways are off, and the way that was chosen."""
    kept = [row for row in lesson.proposals if row["way"] not in without]
    first = [row for row in kept if row["way"] != "planned"]
    best = _chosen(lesson.question, first, chooser, encoder)
    if best is None or best[1] < CLEAR:
        best = _chosen(lesson.question, kept, chooser, encoder)
    if best is None or best[1] < chooser.least:
        return "right" if lesson.unanswerable else "refused", ""
    return "right" if best[0]["right"] else "wrong", str(best[0]["way"])


def _chosen(
    question: str, rows: Sequence[dict[str, Any]], chooser: Chooser, encoder: TextEncoder
) -> tuple[dict[str, Any], float] | None:
    proposals = [
        Proposal(
            way=row["way"],
            values=tuple(Value(value, 1.0, ()) for value in row["values"]),
            program=TextQ(question),
            signs=row["signs"],
            detail=row,
        )
        for row in rows
    ]
    ranked = chooser.rank(question, proposals, encoder)
    return (dict(ranked[0].proposal.detail), ranked[0].chance) if ranked else None


def ways(paths: Sequence[Path]) -> Iterator[str]:
    """A table of all that is off, and one of why answers are not right."""
    lessons = [
        msgspec.json.decode(line, type=Lesson)
        for path in paths
        for line in path.read_bytes().splitlines()
    ]
    chooser, encoder = Chooser.load(), Remembering(Models().sentence_encoder)
    every = sorted({row["way"] for lesson in lessons for row in lesson.proposals})
    off = {f"all of {name}": {w for w in every if family_of(w) == name} for name in _families()}
    off |= {way: {way} for way in every}
    base = [result_of(lesson, frozenset(), chooser, encoder) for lesson in lessons]
    taken = collections.Counter(way for _, way in base)
    lines = [_line("nothing off", "", base, base)]
    for name, some in off.items():
        less = [
            result_of(lesson, frozenset(some), chooser, encoder)
            if any(row["way"] in some for row in lesson.proposals)
            else told
            for lesson, told in zip(lessons, base, strict=True)
        ]
        lines.append(_line(name, str(sum(taken[way] for way in some)), base, less))
    heads = ["off", "chosen", "right", "wrong", "refused", "right, change", "wrong, change"]
    yield table(f"Ways off, n = {len(lessons)}", heads, lines)
    yield causes(lessons, base)


def _families() -> list[str]:
    return [*SETS, "procedures"]


def _line(
    name: str, taken: str, base: Sequence[tuple[str, str]], less: Sequence[tuple[str, str]]
) -> list[str]:
    counts = [str(sum(told == word for told, _ in less)) for word in ("right", "wrong", "refused")]
    return [name, taken, *counts, *(change(base, less, word) for word in ("right", "wrong"))]


def change(base: Sequence[tuple[str, str]], less: Sequence[tuple[str, str]], word: str) -> str:
    """By how many percent a verdict becomes more frequent, with its interval."""
    before, after = ([float(told == word) for told, _ in each] for each in (base, less))
    return shown(paired_difference(before, after, [str(n) for n in range(len(before))]))


def shown(found: Difference) -> str:
    """Example: ``-1.2 (-2.9–0.4), 1 better, 4 worse``"""
    value, low, high = (100 * each for each in (found.difference, found.low, found.high))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f}), {found.better} more, {found.worse} less"


def causes(lessons: Sequence[Lesson], base: Sequence[tuple[str, str]]) -> str:
    """Of the questions with an answer: was it proposed, was it chosen, was it said?"""
    counts: dict[str, collections.Counter[str]] = {}
    for lesson, (told, _) in zip(lessons, base, strict=True):
        proposed = any(row["right"] for row in lesson.proposals)
        cause = f"unanswerable: {told}" if lesson.unanswerable else told
        if not lesson.unanswerable and told != "right":
            cause = f"{told}, {'a right one was proposed' if proposed else 'none right proposed'}"
        counts.setdefault(lesson.collection, collections.Counter())[cause] += 1
    every = sorted({cause for counter in counts.values() for cause in counter})
    lines = []
    for cause in every:
        numbers = [counter[cause] for counter in counts.values()]
        lines.append([cause, *(str(number) for number in (*numbers, sum(numbers)))])
    return table("What became of the answers", ["", *counts, "all"], lines)


class Less(NamedTuple):
    """A planner without one rule, and the examples that it plans otherwise."""

    planner: ExplicitPlanner
    changed: list[Example]


def rules(data: Path, limit: int) -> Iterator[str]:
    """One table for each benchmark."""
    models = Models()
    for title, benchmark, metric in (
        ("MultiModalQA, the slice", slice_of(data)[0], "mmqa.f1"),
        ("HybridQA, our own test part", Part(data / "hybridqa", "test"), "hybridqa.f1"),
    ):
        yield rules_of(title, benchmark, metric, models, limit)


def rules_of(title: str, benchmark: Benchmark, metric: str, models: Models, limit: int) -> str:
    """The metric with and without each rule, on the questions that it plans otherwise."""
    whole = ExplicitPlanner(models)
    names = (*ExplicitPlanner.rules, "types")
    off = {name: Less(ExplicitPlanner(models, without={name}), []) for name in names}
    count = 0
    for example in benchmark.examples():
        count += 1
        kinds = frozenset(source.kind for source in example.question.candidates)
        plans = whole.plan(example.question.text, kinds)[:PLANS]
        for less in off.values():
            if less.planner.plan(example.question.text, kinds)[:PLANS] != plans:
                less.changed.append(example)
    known: dict[str, float] = {}
    lines = []
    for name, less in off.items():
        step = max(1, len(less.changed) // limit)
        some = less.changed[::step][:limit]
        if not some:
            lines.append([name, "0", "0", "", "", ""])
            continue
        for example in some:
            if example.question.id not in known:
                known[example.question.id] = _score(benchmark, metric, whole, models, example)
        before = [known[example.question.id] for example in some]
        after = [_score(benchmark, metric, less.planner, models, example) for example in some]
        groups = [example.group or example.question.id for example in some]
        found = paired_difference(before, after, groups)
        figures = [f"{100 * found.a:.1f}", f"{100 * found.b:.1f}", shown(found)]
        lines.append([name, str(len(less.changed)), str(len(some)), *figures])
    heads = ["rule off", "plans changed", "of these asked", "F1 with it", "without", "change"]
    return table(f"{title}, {metric}, n = {count}", heads, lines)


def _score(
    benchmark: Benchmark, metric: str, planner: ExplicitPlanner, models: Models, example: Example
) -> float:
    engine = Engine(planner, models, abstain=False, plans=PLANS)
    return benchmark.score(example, engine.answer(example.question)).get(metric, 0.0)


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    ways_parser = commands.add_parser("ways", help="choose again without each way")
    ways_parser.add_argument("gathered", nargs="+", type=Path)
    rules_parser = commands.add_parser("rules", help="answer again without each planner rule")
    rules_parser.add_argument("data", type=Path)
    rules_parser.add_argument("--limit", type=int, default=40, help="questions for each rule")
    options = parser.parse_args()
    parts = (
        ways(options.gathered) if options.command == "ways" else rules(options.data, options.limit)
    )
    for part in parts:
        print(part, flush=True)


if __name__ == "__main__":
    main()
