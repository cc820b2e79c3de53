"""A folder of encyclopaedic tables and pages with questions, beside the ordinary ones.

    python -m training.asking.make_wiki DATA OUT
    python -m training.asking.make_wiki DATA OUT --split train --tables 220 --each 25  # judge

HybridQA's questions over the tables of our own dev or train part, and SQuAD's over articles that no
reader is measured on; their sources go to OUT/sources.jsonl and the questions to
OUT-questions.jsonl, in the form of the other folders' questions. None of it is kept in the
repository, and nothing of it is kept back for measuring.
"""

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from manyhop.benchmarks import HybridQA
from manyhop.sources import AnySource, Snippet
from training.kept_back import kept_back_tables
from training.squad_split import squad_dev
from training.static_texts import split_of

ARTICLES = 12


def hybrid(
    data: Path, rng: random.Random, split: str, tables: int
) -> Iterator[tuple[dict[str, Any], list[AnySource]]]:
    """Questions with their tables and linked pages."""
    away = kept_back_tables(data)
    found = [
        each
        for each in HybridQA(data / "hybridqa").examples()
        if split_of(each.group) == split and each.group not in away
    ]
    groups = sorted({each.group for each in found})
    kept = set(rng.sample(groups, min(tables, len(groups))))
    for example in found:
        if example.group in kept:
            answers = (
                [str(answer) for answer in example.gold.values or example.gold.answers]
                if example.gold
                else []
            )
            yield (
                _row(example.question.id, example.question.text, answers, "two-hop"),
                list(example.question.candidates),
            )


def squad(
    data: Path, rng: random.Random, each_article: int
) -> Iterator[tuple[dict[str, Any], list[AnySource]]]:
    """Questions about paragraphs, some of them without an answer."""
    for path in sorted((data / "squad").glob("*.json.gz")):
        articles = json.loads(gzip.decompress(path.read_bytes()))["data"]
        apart = squad_dev(articles)
        learnt = [each for each in articles if each["title"] not in apart]
        for article in rng.sample(learnt, min(ARTICLES, len(learnt))):
            title = article["title"].replace("_", " ")
            texts = [
                (Snippet(title=title, text=each["context"]), each["qas"])
                for each in article["paragraphs"]
            ]
            sources: list[AnySource] = [snippet for snippet, _ in texts]
            asked = [qa for _, qas in texts for qa in qas]
            for qa in rng.sample(asked, min(each_article, len(asked))):
                told = [] if qa.get("is_impossible") else [each["text"] for each in qa["answers"]]
                kind = "fact" if told else "unanswerable"
                yield _row(qa["id"], qa["question"], list(dict.fromkeys(told)), kind), sources


def _row(id: str, question: str, answers: list[str], kind: str) -> dict[str, Any]:
    return {
        "id": id,
        "collection": "wiki",
        "question": question,
        "answers": answers,
        "kind": kind,
        "sources": [],
        "unanswerable": not answers,
    }


def main() -> None:
    """Write the folder and its questions."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--split", default="dev", choices=("dev", "train"), help="of HybridQA")
    parser.add_argument("--tables", type=int, default=60, help="of HybridQA")
    parser.add_argument("--each", type=int, default=6, help="questions of one article")
    options = parser.parse_args()
    rng = random.Random(0)
    sources: dict[str, AnySource] = {}
    rows = []
    asked = [
        *hybrid(options.data, rng, options.split, options.tables),
        *squad(options.data, rng, options.each),
    ]
    for row, given in asked:
        rows.append(row)
        sources |= {source.id: source for source in given}
    options.out.mkdir(parents=True, exist_ok=True)
    with (options.out / "sources.jsonl").open("wb") as file:
        for source in sources.values():
            file.write(source.to_json() + b"\n")
    with options.out.with_name(options.out.name + "-questions.jsonl").open("wb") as file:
        for row in rows:
            file.write(msgspec.json.encode(row) + b"\n")
    print(f"{len(rows)} questions, {len(sources)} sources")


if __name__ == "__main__":
    main()
