"""Auditing 6,000, 12,000 and 25,000 four-choice questions: python -m bench.audit [RECIPES]

Every size runs in a process of its own, with all cheaters, the usual folds and seeds, on two
threads. Titles and steps are those of the recipes where RECIPES names some (recipes.jsonl.gz),
reworded so that there are enough, else they are invented. Prints the table of docs/auditing.md.
"""

import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

SIZES = (6_000, 12_000, 25_000)
_VERBS = ("add", "mix", "stir", "bake", "chop", "fold", "melt", "warm", "rinse", "slice", "whisk")
_HOW = ["slowly", "gently", "twice", "again", "now", "then", "first", "last", "well", "thinly"]


def titles(recipes: str) -> tuple[list[str], list[str]]:
    """Titles of steps and texts of steps."""
    if recipes:
        from manyhop.generation.procedures import gather_procedures

        steps = [
            step for one in gather_procedures([Path(recipes)]).procedures for step in one.steps
        ]
        return [s.title for s in steps if s.title], [s.text for s in steps if s.text]
    chance = random.Random("titles")
    things = [f"thing{number}" for number in range(400)]
    made = [f"{chance.choice(_VERBS)} the {chance.choice(things)}" for _ in range(4000)]
    return made, [" ".join(chance.choices(made, k=8)) for _ in range(4000)]


def examples(number: int, recipes: str) -> Iterator[object]:
    from manyhop.answering import Question
    from manyhop.benchmarks import Example, Gold
    from manyhop.sources import Procedure, Step

    known, texts = titles(recipes)
    chance = random.Random("questions")

    def title() -> str:
        return f"{chance.choice(known)} {chance.choice(_HOW)}"

    for one in range(number):
        shown = [title(), title(), title()]
        shown.insert(chance.randrange(4), "@placeholder")
        steps = tuple(Step(text=chance.choice(texts)) for _ in range(6))
        yield Example(
            question=Question(
                id=str(one),
                text="Which title belongs where the blank is?",
                parts=tuple(shown),
                choices=tuple(title() for _ in range(4)),
                candidates=(Procedure(title="", steps=steps, id=str(one)),),
            ),
            gold=Gold(choice=chance.randrange(4)),
            category="textual_cloze",
            group=str(one // 3),
        )


def measure(number: int, recipes: str) -> dict[str, float | str]:
    """Seconds and megabytes of one audit, and what is held before it begins."""
    from manyhop.audit import audit
    from manyhop.benchmarks import RecipeQA

    asked = list(examples(number, recipes))
    before = _megabytes()
    start, used = time.perf_counter(), time.process_time()
    found = audit(RecipeQA(Path("made")), asked)  # type: ignore[arg-type]
    return {
        "questions": number,
        "seconds": time.perf_counter() - start,
        "cpu": time.process_time() - used,
        "before": before,
        "peak": _megabytes(),
        "verdict": found.verdict,
    }


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def main() -> None:
    if sys.argv[1:2] == ["one"]:
        print(json.dumps(measure(int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else "")))
        return
    recipes = sys.argv[1:2]
    print(
        "| questions | seconds | CPU seconds | MB with the questions | MB at the peak | verdict |"
    )
    print("|---|---|---|---|---|---|", flush=True)
    for size in SIZES:
        command = [sys.executable, "-m", "bench.audit", "one", str(size), *recipes]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        one = json.loads(done.stdout)
        print(
            f"| {size:,} | {one['seconds']:.0f} | {one['cpu']:.0f} | {one['before']:,.0f} "
            f"| {one['peak']:,.0f} | {one['verdict']} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
