"""WebQA's questions with short answers and the sentences that people wrote for them."""

import gzip
import json
import random
from pathlib import Path
from typing import NamedTuple

DEV = 200  # the first so many are for figures only; rules and training use the others


class Pair(NamedTuple):
    """A question, its value, and a sentence that says both."""

    question: str
    value: str
    reference: str


def read_pairs(data: Path) -> list[Pair]:
    """All pairs, shuffled as they were in the first trial: development ones first."""
    path = data / "webqa" / "webqa_val_qa_qrels.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    pairs = [
        Pair(
            record["Q"].strip().strip('"').strip(),
            str(record["Keywords_A"]).strip(),
            record["A"][0].strip(),
        )
        for record in records
        if record.get("Keywords_A") and record["A"][0].strip()
    ]
    random.Random(0).shuffle(pairs)
    return pairs
