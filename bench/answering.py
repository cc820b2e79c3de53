"""The engine on the benchmarks: python -m bench.answering ../shared/data --out runs/answering

Prints the tables of docs/reproductions/answering.md. Every row is a run of its own under ``--out``,
so that a second call only prints what the first has measured, and one that was stopped goes on.
``--only mmqa webqa`` measures a part, ``--limit 20`` the first questions of each set.
"""

import argparse
from pathlib import Path

from bench.answering_hybridqa import hybridqa
from bench.answering_mmqa import mmqa
from bench.answering_runs import Measuring
from bench.answering_silence import unanswerable
from bench.answering_webqa import webqa

PARTS = {"mmqa": mmqa, "webqa": webqa, "hybridqa": hybridqa, "unanswerable": unanswerable}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("runs/answering"))
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--planners", nargs="+", default=["explicit", "implicit", "routing"])
    given = parser.parse_args()
    measuring = Measuring(
        given.data, given.out, limit=given.limit, workers=given.workers, planners=given.planners
    )
    for part in given.only:
        for table in PARTS[part](measuring):
            print(table, end="\n\n", flush=True)


if __name__ == "__main__":
    main()
