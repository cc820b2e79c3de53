"""What a reranker should read of a table: python -m bench.gists ../shared/data/hybridqa

Of each question of HybridQA's dev part (our own, by table) the four tables that the search finds
are judged by all that the reranker can take, by their first letters, and by their gist. Printed for
each: how often the right table comes first, among those questions whose table was found, with a 95%
interval, and the processor time beside that for all.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from bench.answering_runs import shown
from manyhop.benchmarks import HybridQA
from manyhop.collection import Collection
from manyhop.evaluation import estimate
from manyhop.models import open_models
from manyhop.sources import Table
from manyhop.sources._source import LETTERS
from training.static_texts import split_of

FOUND = 4  # tables that are judged

READ: dict[str, Callable[[str, Table], str]] = {
    "all (200 word pieces)": lambda question, table: table.searchable,
    f"first {LETTERS} letters": lambda question, table: table.searchable[:LETTERS],
    "gist": lambda question, table: table.gist(question),
}


def main() -> None:
    """Index the tables, search, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int)
    given = parser.parse_args()
    models = open_models()
    asked: list[tuple[str, Table]] = []
    tables: dict[str, Table] = {}
    for example in HybridQA(given.data).examples():
        (table,) = (each for each in example.question.candidates if isinstance(each, Table))
        tables[table.id] = table
        if split_of(example.group) == "dev":
            asked.append((example.question.text, table))
    with tempfile.TemporaryDirectory() as folder, Collection.open(folder, create=True) as held:
        held.add(list(tables.values()))
        found = []
        for question, table in asked[: given.limit]:
            hits = held.search(question, FOUND, modality="table")
            sources = [hit.source for hit in hits if isinstance(hit.source, Table)]
            if table in sources:
                found.append((question, sources, sources.index(table)))
    grid = Grid("read", "right table first, %", "processor time, all = 1")
    whole = 0.0
    for name, read in READ.items():
        start = time.process_time()
        right = []
        for question, sources, place in found:
            scores = models.reranker.score(question, [read(question, each) for each in sources])
            right.append(float(scores.index(max(scores)) == place))
        used = time.process_time() - start
        whole = whole or used
        first = estimate(right, [sources[place].id for _, sources, place in found])
        grid.add_row(name, shown(first), f"{used / whole:.2f}")
    Console().print(grid)
    number = len(asked[: given.limit])
    print(f"of {number} questions {len(found)} have their table among the {FOUND} found")


if __name__ == "__main__":
    main()
