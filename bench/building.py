"""How fast benchmarks are built, and whether one hop answers their questions.

python -m bench.building speed COLLECTION --count 50000 --out /tmp/qa
python -m bench.building shortcuts /tmp/qa/MMQA_test.jsonl.gz --out runs/shortcuts

``speed`` builds as ``manyhop build multihop`` does, and prints what was made, the processor's time
by stage, and what ``manyhop validate`` says of the folder. ``shortcuts`` draws questions of several
hops, as many of each type, and asks two answerers; a second call only prints.
Set OPENBLAS_NUM_THREADS=1, so that no thread spins while another works.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from bench.answering_runs import table
from bench.building_shortcuts import right_by_one_hop, shortcuts
from manyhop.collection import Collection
from manyhop.generation import Benchmark, BuildSettings, make_benchmark
from manyhop.generation._validation import validate_questions
from manyhop.generation.wording import edit_distance
from manyhop.generation.writing import (
    About,
    read_about,
    read_contexts,
    read_questions,
    write_mmqa,
)

WANTED = 200  # questions a second of one core
SOME = 1000  # questions whose edit distance is taken, which is slow
STAGES = {  # by what progress says when each ends
    ("composing", "first"): "reading and linking",
    ("composing", "last"): "composing",
    ("distractors", "last"): "splits and distractors",
}


class Clock:
    """The processor's seconds of each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = time.process_time()

    def end(self, stage: str) -> None:
        now = time.process_time()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now

    def progress(self, stage: str, done: int, total: int) -> None:
        if done == 1:
            self._end_of(stage, "first")
        if done == total:
            self._end_of(stage, "last")

    def _end_of(self, stage: str, which: str) -> None:
        if named := STAGES.get((stage, which)):
            self.end(named)


def speed(folder: Path, out: Path, count: int, seed: int) -> Iterator[str]:
    clock = Clock()
    with Collection.open(folder) as collection:
        made = make_benchmark(
            collection, BuildSettings(count=count, seed=seed), progress=clock.progress
        )
    clock.end("checking distractors")
    write_mmqa(out, made.questions, made.sources, About(name=out.name, seed=seed), force=True)
    clock.end("writing")
    yield times(clock, len(made.questions))
    yield facts(made)
    yield types(made)
    yield validation(out)


def times(clock: Clock, number: int) -> str:
    stages = {**clock.seconds, "all": sum(clock.seconds.values())}
    rows = [[name, f"{took:.1f}", f"{number / took:,.0f}"] for name, took in stages.items()]
    rows.append(["wanted", "", f"{WANTED:,}"])
    heads = ["stage", "s of one core", "questions/s"]
    return table(f"{number:,} questions", heads, rows)


def facts(made: Benchmark) -> str:
    asked = [built.question for built in made.questions]
    some = made.questions[:: max(1, len(asked) // SOME)]
    distance = fmean(edit_distance(built.question, built.pseudo) for built in some)
    rows = [
        ["questions", f"{len(asked):,}"],
        ["different questions", f"{len(set(asked)):,}"],
        ["different ids", f"{len({built.id for built in made.questions}):,}"],
        ["topics", f"{made.topics:,}"],
        ["edit distance to the pseudo-language", f"{distance:.2f}"],
    ]
    rows += [[f"dropped: {why}", f"{many:,}"] for why, many in made.dropped.most_common()]
    return table("What was made", ["", ""], rows)


def types(made: Benchmark) -> str:
    counts = Counter(built.type for built in made.questions)
    rows = [[name, f"{number:,}"] for name, number in counts.most_common()]
    return table("By type", ["type", "questions"], rows)


def validation(folder: Path) -> str:
    start = time.process_time()
    report = validate_questions(read_questions(folder), read_contexts(folder), read_about(folder))
    took = time.process_time() - start
    asked, proven = sum(report.questions.values()), sum(report.proven.values())
    rows = [
        ["answers derived again", f"{proven:,} of {asked:,}"],
        ["rules broken", f"{len(report.breaches):,}"],
        ["with fewer paragraphs than wanted", f"{report.short:,}"],
        ["questions/s of one core", f"{asked / took:,.0f}"],
    ]
    return table("Validation of what was written", ["", ""], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("speed")
    building.add_argument("collection", type=Path)
    building.add_argument("--out", type=Path, required=True)
    building.add_argument("--count", type=int, default=50_000)
    building.add_argument("--seed", type=int, default=0)
    asking = commands.add_parser("shortcuts")
    asking.add_argument("questions", type=Path)
    asking.add_argument("--out", type=Path, default=Path("runs/shortcuts"))
    asking.add_argument("--each", type=int, default=40, help="questions of each type")
    asking.add_argument("--single", action="store_true", help="single-hop types too")
    asking.add_argument("--shipped", action="store_true", help="don't learn the types")
    asking.add_argument("--show", action="store_true", help="what one hop got right")
    given = parser.parse_args()
    if given.command == "speed":
        printed = speed(given.collection, given.out, given.count, given.seed)
    else:
        printed = shortcuts(
            given.questions, given.out, given.each, single=given.single, shipped=given.shipped
        )
    for part in printed:
        print(part, end="\n\n", flush=True)
    if given.command == "shortcuts" and given.show:
        print(*right_by_one_hop(given.out), sep="\n")


if __name__ == "__main__":
    main()
