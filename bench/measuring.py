"""What is measured of one system, in a process of its own so that memory and opening are honest.

python -m bench.measuring build SYSTEM STORE CORPUS
python -m bench.measuring search SYSTEM STORE CORPUS
python -m bench.measuring exact CORPUS NUMBER
"""

import gc
import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from bench.systems import SYSTEMS, K, Search, System, encoded

_WARM_UP = 50


def build(system: System, store: Path, corpus: Path) -> dict[str, Any]:
    """Seconds from snippets in memory to a finished store on disk."""
    from bench.corpus import read_corpus

    snippets = list(read_corpus(corpus))
    for module in system.imports:
        importlib.import_module(module)
    gc.collect()
    gc.freeze()  # the snippets are not the system's garbage to look through
    before = time.process_time()
    start = time.perf_counter()
    system.build(store, snippets)
    return {
        "seconds": time.perf_counter() - start,
        "cpu_seconds": time.process_time() - before,
        "disk_mb": sum(f.stat().st_size for f in store.rglob("*") if f.is_file()) / 1e6,
    }


def search(system: System, store: Path, corpus: Path) -> dict[str, Any]:
    """Opening, then every question once, then the memory that is held."""
    for module in system.imports:
        importlib.import_module(module)
    questions = _questions(corpus)
    start = time.perf_counter()
    find = system.open(store)
    find(questions[0])
    opened = {"open_seconds": time.perf_counter() - start, "first_answer_at": time.time()}
    for question in questions[:_WARM_UP]:
        find(question)
    return {**opened, **_timed(find, questions), **_memory()}


def exact(corpus: Path, number: int) -> list[list[str]]:
    """The ids that exact float vectors give the first questions: the oracle for recall."""
    import numpy as np

    from bench.corpus import read_corpus
    from manyhop.models import StaticEncoder

    questions = StaticEncoder.load().encode(_questions(corpus)[:number])
    scores = np.empty((len(questions), 0), np.float32)
    names = np.empty((len(questions), 0), dtype=object)
    rows = np.arange(len(questions))[:, None]
    for ids, vectors in encoded(list(read_corpus(corpus))):
        block = questions @ vectors.T
        best = np.argsort(-block, axis=1, kind="stable")[:, :K]
        scores = np.hstack([scores, block[rows, best]])
        names = np.hstack([names, np.array(ids, dtype=object)[best]])
    found: list[list[str]] = names[rows, np.argsort(-scores, axis=1, kind="stable")[:, :K]].tolist()
    return found


def _questions(corpus: Path) -> list[str]:
    with (corpus / "questions.jsonl").open() as file:
        return [json.loads(line)["text"] for line in file]


def _timed(find: Search, questions: list[str]) -> dict[str, Any]:
    """Milliseconds by the clock and of the processor, which a busy machine disturbs less."""
    clock, processor, found = [], [], []
    for question in questions:
        start, used = time.perf_counter(), time.process_time()
        ids = find(question)
        processor.append((time.process_time() - used) * 1e3)
        clock.append((time.perf_counter() - start) * 1e3)
        found.append(ids)
    return {"ms": clock, "cpu_ms": processor, "found": found}


def _memory() -> dict[str, float]:
    """Resident megabytes now and at the peak, and how much of it now is mapped files."""
    now = psutil.Process().memory_info()
    peak = float(now.rss)
    status = Path("/proc/self/status")
    if status.exists():
        lines = status.read_text().splitlines()
        peak = 1024 * float(next(x for x in lines if x.startswith("VmHWM")).split()[1])
    mapped = getattr(now, "shared", 0)
    return {"rss_mb": now.rss / 1e6, "peak_mb": peak / 1e6, "mapped_mb": mapped / 1e6}


def main() -> None:
    """Measure what the command line names; the figures go to standard output as JSON."""
    figures: object
    match sys.argv[1:]:
        case ["exact", corpus, number]:
            figures = exact(Path(corpus), int(number))
        case ["build", name, store, corpus]:
            figures = build(_system(name), Path(store), Path(corpus))
        case ["search", name, store, corpus]:
            figures = search(_system(name), Path(store), Path(corpus))
        case _:
            sys.exit(__doc__)
    print(json.dumps(figures))


def _system(name: str) -> System:
    return next(system for system in SYSTEMS if system.name == name)


if __name__ == "__main__":
    main()
