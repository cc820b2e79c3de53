"""How fast questions over tables are made, and derived again, on one core.

python -m bench.table_questions ../shared/data
"""

import random
import sys
import time
from collections import Counter
from pathlib import Path

from bench.answering_runs import table
from bench.linking import read
from manyhop.generation._query import Cells
from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.cells import derive_cells, table_singles
from manyhop.generation.linking import topics
from manyhop.sources import AnySource


def main(data: Path) -> None:
    rows = [measured(name, data / folder) for name, folder in FOLDERS.items()]
    heads = ("", "tables", "with questions", "questions", "made/s", "derived/s", "derived alike")
    print(table("Questions over tables", heads, rows))


FOLDERS = {"HybridQA": "hybridqa", "MultiModalQA slice": "mmqa/slice"}


def measured(name: str, folder: Path) -> list[str]:
    sources: dict[str, AnySource] = {source.id: source for source in read(folder)}
    asked = [topic for topic in topics(sources.values()) if topic.table]
    start = time.process_time()
    made = [(topic, single) for topic in asked for single in singles(topic)]
    making = time.process_time() - start
    start = time.process_time()
    alike = Counter(
        isinstance(single.query, Cells) and derive_cells(single.query, sources) == single.values
        for _, single in made
    )
    deriving = time.process_time() - start
    with_questions = len({topic.id for topic, _ in made})
    return [
        name,
        f"{len(asked):,}",
        f"{with_questions:,}",
        f"{len(made):,}",
        f"{len(made) / making:,.0f}",
        f"{len(made) / deriving:,.0f}",
        f"{alike[True] / len(made):.2%}",
    ]


def singles(topic: Topic) -> list[Single]:
    return table_singles(topic, random.Random(f"0 {topic.id}"))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data"))
