"""How often tables answer rightly: python -m bench.tables FOLDER QUESTIONS.jsonl

Indexes the folder, asks every question that has an answer, and prints by kind how often the first
proposal is right, how often one of them is, and the seconds a question took; then how many
proposals to unanswerable questions were more likely right than not.
"""

import argparse
import json
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

from bench.verdicts import is_right
from manyhop import Collection, index_paths
from manyhop.answering import InCollection, Question
from manyhop.asking import answer_from_tables, look
from manyhop.models import Models


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--collection", type=Path, help="where it is indexed, to be used again")
    parser.add_argument("--wrong", action="store_true", help="show what was not right")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = options.collection or Path(made)
        started = time.perf_counter()
        with Collection.open(folder, create=True) as collection:
            index_paths(collection, [options.folder])
            print(f"indexed in {time.perf_counter() - started:.1f} s: {collection.counts()}")
            _ask(collection, options.questions, options.wrong)


def _ask(collection: Collection, path: Path, wrong: bool) -> None:
    models = Models()
    table: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    seconds: list[float] = []
    sure: list[float] = []
    told: list[tuple[float, bool]] = []
    for line in path.read_text().splitlines():
        question = json.loads(line)
        text = question["question"]
        asked = Question(id=question["id"], text=text)
        looked = look(asked, text, InCollection(collection, models), models)
        started = time.perf_counter()
        proposals = list(answer_from_tables(looked))
        seconds.append(time.perf_counter() - started)
        chance = proposals[0].values[0].score if proposals else 0.0
        if question["unanswerable"]:
            sure.append(chance)
            continue
        right = [is_right(question, [v.text for v in p.values], p.sentence) for p in proposals]
        table[question["kind"]].append((any(right[:1]), any(right)))
        told.append((chance, any(right[:1])))
        if wrong and not any(right[:1]):
            print(f"{question['id']}: {text} | {question['answers'][:1]}")
            for proposal, good in list(zip(proposals, right, strict=True))[:3]:
                said = f"{proposal.sentence or proposal.values_text} | {proposal.detail['sql']}"
                print(f"    {'*' if good else ' '} {proposal.signs['table']:5.2f} {said[:280]}")
    print(f"{'kind':16}{'first':>8}{'among':>8}{'n':>6}")
    table["all"] = [each for kind in list(table.values()) for each in kind]
    for kind, found in table.items():
        first, among = (sum(each[place] for each in found) for place in (0, 1))
        print(f"{kind:16}{first:8}{among:8}{len(found):6}")
    likely = [right for chance, right in told if chance >= 0.5]
    print(f"given when more likely right than not: {sum(likely)} right of {len(likely)},"
          f" and {sum(each >= 0.5 for each in sure)} of {len(sure)} without an answer")  # fmt: skip
    print(f"seconds a question: median {median(seconds):.2f}, most {max(seconds):.2f}")


if __name__ == "__main__":
    main()
