"""Trains readers from prepared arrays: python -m bench.procedural_training ARRAYS RESULTS

Needs numpy, torch and the arrays, and nothing else of Manyhop than the readers themselves, so that
it runs on a machine with a GPU and little else. RESULTS gets one line of JSON per reader trained,
with a 1 or 0 for each test question in order; what RESULTS already has is not trained again.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from manyhop.learning.procedures._arrays import (
    QuestionArrays,
    TextArrays,
    load_questions,
    load_texts,
)
from manyhop.learning.procedures._settings import Reader, ReaderSettings

EMBEDDINGS = ("word2vec", "sentence")
VERSIONS = ("biased", "algorithm-1", "algorithm-1-wide", "exchange")
DOMAINS = ("manuals", "recipes")
SLOWEST: tuple[Reader, ...] = (
    "impatient-reader",
    "hasty-student",
    "choice-only",
    "order-reader",
    "unordered-reader",
)
DROPOUTS = {"kept": 0.1, "as-printed": 0.9}
SMALL = ReaderSettings(hidden=24, patience=3, epochs=8)
FULL = ReaderSettings(hidden=100, patience=20, epochs=80)


@dataclass(frozen=True, order=True)
class Job:
    """One reader to train."""

    seed: int
    dropout: str
    domain: str
    version: str
    embedding: str
    reader: Reader


@cache
def texts_of(folder: Path, domain: str, embedding: str) -> TextArrays:
    return load_texts(folder / f"{domain}.{embedding}.npz")


@cache
def questions_of(folder: Path, domain: str, version: str, seed: int) -> QuestionArrays:
    return load_questions(folder / f"{domain}.{version}.{seed}.npz")


def jobs(folder: Path, size: str) -> Iterator[Job]:
    """A build's slowest first; the first build's dropout as printed comes last, in full only."""
    for seed in sorted({int(path.name.split(".")[2]) for path in folder.glob("*.biased.*.npz")}):
        for reader, embedding, domain, version in product(SLOWEST, EMBEDDINGS, DOMAINS, VERSIONS):
            yield Job(seed, "kept", domain, version, embedding, reader)
    if size == "full":
        for reader, embedding, domain in product(SLOWEST[:3], EMBEDDINGS, DOMAINS):
            for version in ("biased", "algorithm-1"):
                yield Job(0, "as-printed", domain, version, embedding, reader)


def trained(job: Job, folder: Path, settings: ReaderSettings) -> dict[str, Any]:
    """What one reader gets right, on the test questions of its own version and of the others."""
    import torch

    from manyhop.learning.procedures._learning import learn

    torch.set_num_threads(1)
    start = time.perf_counter()
    questions = questions_of(folder, job.domain, job.version, job.seed)
    settings = replace(settings, dropout=DROPOUTS[job.dropout], seed=job.seed)
    texts = texts_of(folder, job.domain, job.embedding)
    learnt = learn(job.reader, texts, questions.part("train"), questions.part("val"), settings)
    right = {}
    for version in VERSIONS:
        test = questions_of(folder, job.domain, version, job.seed).part("test")
        said = learnt.scores(test).argmax(axis=1)
        right[version] = "".join("1" if one else "0" for one in said == test.answers)
    told = {"epochs": learnt.epochs, "best": learnt.best, "val": learnt.val}
    return {**asdict(job), **told, "seconds": time.perf_counter() - start, "right": right}


_Work = tuple[Job, Path, ReaderSettings, float]


def _worked(work: _Work) -> dict[str, Any] | None:
    job, folder, settings, deadline = work
    return trained(job, folder, settings) if time.time() < deadline else None


def train_all(
    folder: Path, results: Path, size: str, workers: int, seconds: float = float("inf")
) -> None:
    """Train every job that has no line yet, starting none after so many seconds."""
    settings = settings_for(size)
    done = {Job(**{name: line[name] for name in Job.__annotations__}) for line in lines_of(results)}
    deadline = time.time() + seconds
    work = [(job, folder, settings, deadline) for job in jobs(folder, size) if job not in done]
    with get_context("spawn").Pool(workers) as pool, results.open("a") as file:
        for line in pool.imap_unordered(_worked, work):
            if line:
                print(json.dumps(line), file=file, flush=True)
                print(*summary(line), flush=True)


def summary(line: dict[str, Any]) -> Iterator[object]:
    yield from (line[name] for name in Job.__annotations__)
    for version, right in line["right"].items():
        yield f"{version} {100 * right.count('1') / len(right):.1f}"
    yield f"epoch {line['best']} of {line['epochs']}, {line['seconds']:.0f} s"


def lines_of(results: Path) -> list[dict[str, Any]]:
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text().splitlines()]


def settings_for(size: str) -> ReaderSettings:
    """The small settings on the processor, the full ones on a GPU where there is one."""
    import torch

    device = "cuda" if size == "full" and torch.cuda.is_available() else "cpu"
    return replace(SMALL if size == "small" else FULL, device=device)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("arrays", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--size", choices=("small", "full"), default="full")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    args = parser.parse_args()
    train_all(args.arrays, args.results, args.size, args.workers, args.seconds)


if __name__ == "__main__":
    main()
