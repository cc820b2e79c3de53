"""How fast and how well a million snippets are searched, beside raw tantivy, bm25s and LanceDB.

    python bench/retrieval.py
    python bench/retrieval.py --size 20000 --systems tantivy "manyhop words" --keep kept

Needs the `bench` extra. Every system is built and searched in a fresh process; searching goes in
rounds that visit all systems, so that a busy machine is busy for all. Ratios are to raw tantivy in
the same round. Raw tantivy gets the whole question, as its parser takes it; "same terms" gets only
the terms that Manyhop looks up, so that leaving out "the" and "of" is not counted as speed.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

_ROOT = Path(__file__).parents[1]
if not __package__:  # run as a file: python bench/retrieval.py
    sys.path.insert(0, str(_ROOT))

from bench.corpus import make_corpus  # noqa: E402
from bench.scores import Round, Row, Target, row, targets  # noqa: E402
from bench.systems import BASELINE, SYSTEMS, System  # noqa: E402

_EXACT_QUESTIONS = 200

_log = Console(stderr=True)


def main() -> None:
    """Run the whole benchmark."""
    options = _options()
    if options.keep:
        _run(options, options.keep.resolve())
    else:
        with tempfile.TemporaryDirectory() as folder:
            _run(options, Path(folder))


def _run(options: argparse.Namespace, folder: Path) -> None:
    corpus = folder / f"corpus-{options.size}-{options.questions}-{options.seed}"
    _log.print(f"{options.size:,} snippets, {options.questions:,} questions in {corpus}")
    make_corpus(corpus, options.size, options.questions, options.seed)
    chosen = [each for each in SYSTEMS if each.name in {BASELINE, *options.systems}]
    builds = {each.store: _built(each, corpus) for each in chosen}
    exact = _exact(corpus) if any(each.name.endswith("meaning") for each in chosen) else None
    rounds = [_round(chosen, corpus, number) for number in range(options.rounds)]
    stores = {each.name: each.store for each in chosen}
    with (corpus / "questions.jsonl").open() as file:
        gold = [json.loads(line)["gold"] for line in file]
    rows = [row(each.name, builds, stores, rounds, gold, exact, BASELINE) for each in chosen]
    outcome = targets(rows)
    _show(rows, outcome)
    if options.out:
        _save(options, rows, outcome)


def _built(system: System, corpus: Path) -> dict[str, float]:
    """Build a store, or take the figures of the one that is there."""
    figures = corpus / f"{system.store}.json"
    if not figures.exists():
        store = corpus / system.store
        store.mkdir()
        _log.print(f"building {system.store}")
        measured = _measured("build", system.name, str(store), str(corpus))
        figures.write_text(json.dumps(measured))
    built: dict[str, float] = json.loads(figures.read_text())
    return built


def _exact(corpus: Path) -> list[list[str]]:
    """The oracle's answers to the first questions."""
    kept = corpus / "exact.json"
    if not kept.exists():
        _log.print("searching exactly")
        kept.write_text(json.dumps(_measured("exact", str(corpus), str(_EXACT_QUESTIONS))))
    found: list[list[str]] = json.loads(kept.read_text())
    return found


def _round(systems: Sequence[System], corpus: Path, number: int) -> Round:
    """Every system once; each round begins with another one."""
    turn = number % len(systems)
    measured: Round = {}
    for system in (*systems[turn:], *systems[:turn]):
        _log.print(f"round {number + 1}: {system.name}")
        start = time.time()
        figures = _measured("search", system.name, str(corpus / system.store), str(corpus))
        figures["open_total_seconds"] = figures["first_answer_at"] - start
        measured[system.name] = figures
    return measured


def _measured(*arguments: str) -> Any:
    """What a fresh process measured."""
    command = [sys.executable, "-m", "bench.measuring", *arguments]
    done = subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout.splitlines()[-1])


def _show(rows: Sequence[Row], outcome: Sequence[Target]) -> None:
    names = ("system", "build s (CPU)", "×", "disk MB", "open s", "with imports", "RSS MB")
    search = ("mapped", "peak", "p50 ms", "p95", "×", "CPU p50", "CPU ×", "× same terms")
    table = Table(*names, *search, "hit@10", "MRR@10", "recall@10")
    for each in rows:
        table.add_row(
            each.system,
            f"{each.build_seconds:.1f} ({each.build_cpu_seconds:.1f})",
            f"{each.build_ratio:.2f}",
            f"{each.disk_mb:.0f}",
            f"{each.open_seconds:.3f}",
            f"{each.open_total_seconds:.2f}",
            *(f"{value:.0f}" for value in (each.rss_mb, each.mapped_mb, each.peak_mb)),
            *(f"{value:.2f}" for value in (each.p50_ms, each.p95_ms, each.p50_ratio)),
            *(f"{value:.2f}" for value in (each.cpu_p50_ms, each.cpu_p50_ratio)),
            "" if each.same_terms_ratio is None else f"{each.same_terms_ratio:.2f}",
            str(each.hit),
            str(each.mrr),
            "" if each.recall is None else f"{each.recall:.3f}",
        )
    console = Console(width=None if sys.stdout.isatty() else 240)
    console.print(table)
    console.print("recall@10 is against exact float vectors; × is to raw tantivy, same round.")
    for target in outcome:
        verdict = "met" if target.met else "MISSED"
        console.print(f"{verdict:>6}  {target.promise}: {target.measured:.2f}")


def _save(options: argparse.Namespace, rows: Sequence[Row], outcome: Sequence[Target]) -> None:
    report = {
        "size": options.size,
        "questions": options.questions,
        "seed": options.seed,
        "rounds": options.rounds,
        "systems": rows,
        "targets": [{**msgspec.structs.asdict(each), "met": each.met} for each in outcome],
    }
    options.out.write_bytes(msgspec.json.format(msgspec.json.encode(report), indent=2))


def _options() -> argparse.Namespace:
    names = [system.name for system in SYSTEMS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--size", type=int, default=1_000_000, help="snippets")
    parser.add_argument("--questions", type=int, default=1_000)
    parser.add_argument("--systems", nargs="+", choices=names, default=names)
    parser.add_argument("--rounds", type=int, default=3, help="times each system is searched")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep and reuse builds here")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the figures as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
