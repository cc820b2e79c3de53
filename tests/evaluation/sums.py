"""A small made-up benchmark, an answerer for it, and a program to be killed while it runs.

``python sums.py FILE FOLDER SECONDS WORKERS`` starts or resumes a run.
"""

import random
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks import Example, Gold
from manyhop.errors import ManyhopError
from manyhop.evaluation import run
from manyhop.sources import Snippet


def write_sums(path: Path, n: int = 40) -> Path:
    """A file of ``n`` additions, three to a page."""
    chance = random.Random(n)
    lines = [f"{chance.randrange(10)} {chance.randrange(100)}\n" for _ in range(n)]
    path.write_text("".join(lines))
    return path


class Sums:
    """Additions with their sums: broken down by size, grouped by page."""

    name = "sums"
    notes: tuple[str, ...] = ("added by hand",)

    def __init__(self, path: Path) -> None:
        self.path = path

    def examples(self) -> Iterator[Example]:
        for number, line in enumerate(self.path.read_text().splitlines()):
            a, b = map(int, line.split())
            sources = [Snippet(id=f"s{number}-{x}", origin="sums", text=str(x)) for x in range(3)]
            yield Example(
                question=Question(id=f"q{number}", text=f"{a} + {b}", candidates=tuple(sources)),
                gold=Gold(values=(str(a + b),), sources=(f"s{number}-1",)),
                category="even" if b % 2 == 0 else "odd",
                group=f"page {number // 3}",
            )

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        if example.gold is None:
            return {}
        if not answer.values:
            return {"sums.exact": 0.0, "sums.closeness": 0.0}
        off = abs(int(answer.values[0]) - int(example.gold.values[0]))
        return {"sums.exact": float(off == 0), "sums.closeness": 1 / (1 + off)}

    def breakdowns(self, example: Example) -> dict[str, str]:
        return {"size": "large" if len(example.question.text) > 5 else "small"}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        try:
            given = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        except msgspec.DecodeError as error:
            raise ManyhopError(f"{path}: {error}; give an object of strings") from error
        return {id: Answer(values=(value,)) for id, value in given.items()}

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        given = {one.question.id: answers[one.question.id].values[0] for one in examples}
        path.write_bytes(msgspec.json.encode(given))


class Adder:
    """Adds, and is off by one now and then; remembers what it was asked."""

    def __init__(self, seed: int = 0, seconds: float = 0.0) -> None:
        self.name = f"adder(seed={seed})"
        self.asked: list[Question] = []
        self._seed, self._seconds = seed, seconds

    def answer(self, question: Question) -> Answer:
        self.asked.append(question)
        chance = random.Random(f"{self._seed}:{question.id}")
        time.sleep(self._seconds * chance.random())
        a, b = question.text.split(" + ")
        value = int(a) + int(b) + chance.choice([0, 0, 1])
        return Answer(values=(str(value),), sources=tuple(one.id for one in question.candidates))


if __name__ == "__main__":
    file, folder, seconds, workers = sys.argv[1:]
    run(
        Sums(Path(file)),
        Adder(seconds=float(seconds)),
        Path(folder),
        files=[Path(file)],
        workers=int(workers),
        resume=True,
    )
