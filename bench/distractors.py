"""How fast distractors are chosen, and how hard they are, on HybridQA's questions and pages.

python -m bench.distractors ../shared/data/hybridqa
"""

import gzip
import json
import sys
import time
from pathlib import Path
from typing import Literal

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import TextDistractors, faults
from manyhop.programs import TextQ, Value
from manyhop.sources import AnySource, Snippet


def pages(folder: Path) -> dict[str, AnySource]:
    found: dict[str, AnySource] = {}
    with gzip.open(folder / "hybridqa_dev_passages.jsonl.gz") as file:
        for line in file:
            for link, text in json.loads(line)["passages"].items():
                title = link.removeprefix("/wiki/").replace("_", " ")
                if link not in found and text.strip():
                    found[link] = Snippet(id=link, title=title, text=text)
    return found


def questions(folder: Path) -> list[BuiltQuestion]:
    with gzip.open(folder / "dev.traced.json.gz") as file:
        rows = json.load(file)
    return [
        BuiltQuestion(
            id=row["question_id"],
            question=row["question"],
            pseudo="",
            type="TextQ",
            program=TextQ(row["question"]),
            queries={},
            values=(Value(row["answer-text"]),),
            topic=row["table_id"],
            gold=tuple(
                dict.fromkeys(node[2] for node in row["answer-node"] if node[3] == "passage")
            ),
        )
        for row in rows
    ]


def measure(by: Literal["meaning", "words"], folder: Path) -> None:
    sources, asked = pages(folder), questions(folder)
    wall, cpu = time.perf_counter(), time.process_time()
    pool = TextDistractors((s for s in sources.values() if isinstance(s, Snippet)), by=by)
    built = time.process_time() - cpu, time.perf_counter() - wall
    wall, cpu = time.perf_counter(), time.process_time()
    chosen = list(pool.choose(asked))
    took = time.process_time() - cpu, time.perf_counter() - wall
    broken = 0
    for each, ids in zip(asked, chosen, strict=True):
        given = msgspec.structs.replace(each, distractors=ids)
        broken += bool(faults(given, sources))
    print(
        f"by {by}: {len(sources):,} pages read in {built[0]:.1f} s of a core ({built[1]:.1f} s), "
        f"{len(asked) / took[0]:,.0f} questions/s of a core ({len(asked) / took[1]:,.0f}/s); "
        f"{broken} of {len(asked):,} questions break a rule"
    )


if __name__ == "__main__":
    measure("meaning", Path(sys.argv[1]))
    measure("words", Path(sys.argv[1]))
