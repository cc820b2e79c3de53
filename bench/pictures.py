"""How often the ways over pictures hold the right answer, on folders of photos with questions.

    python -m bench.pictures FOLDER=QUESTIONS.jsonl ...

A folder is indexed first (or is a collection already); questions come in the form of the ordinary
folders. By kind of question: right if the first proposal is, or if any is, and how many there are;
then pictures looked at a second of processor time, and seconds a question. `--show` lists what
went wrong. Right is meant as `score.py` of the ordinary folders means it.
"""

import argparse
import json
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table as Grid

from manyhop.answering import InCollection, Question
from manyhop.asking import PICTURE_WAYS, Proposal, look
from manyhop.collection import Collection, index_paths
from manyhop.models import Models
from manyhop.sources import Image

ARTICLES = {"a", "an", "the"}
RIGHT = 0.75  # F1 of a list that counts as right


def words(text: str) -> list[str]:
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text.lower())
    found = re.findall(r"\d+(?:\.\d+)?|\w+", re.sub(r"\.(?:jpg|jpeg|png)\b", "", text))
    plain = [f"{float(each):g}" if re.fullmatch(r"\d+\.\d+", each) else each for each in found]
    return [each for each in plain if each not in ARTICLES]


def says(form: str, text: str) -> bool:
    part, whole = words(form), words(text)
    if len(part) >= 5:
        return len(set(part) & set(whole)) >= 0.6 * len(set(part))
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def is_right(asked: dict[str, Any], values: Sequence[str]) -> bool:
    if asked["unanswerable"]:
        return not values
    if items := asked.get("items"):
        wanted = [*items, *asked.get("optional_items", [])]
        told = [value for value in values if any(says(each, value) for each in wanted)]
        hits = sum(any(says(item, value) for value in values) for item in items)
        precision, recall = len(told) / max(len(values), 1), hits / len(items)
        if len(values) == 1:
            precision = float(hits > 0)
        return 2 * precision * recall >= RIGHT * (precision + recall) > 0
    answers, text = asked["answers"], "; ".join(values)
    if answers[0].lower() in {"yes", "no"}:
        return words(text)[:1] == words(answers[0])
    return any(says(form, text) for form in answers)


def opened(folder: Path, scratch: Path) -> tuple[Collection, float]:
    """The folder's collection, and how many pictures were looked at a second."""
    if (folder / "collection.sqlite").exists():
        return Collection.open(folder), 0.0
    collection = Collection.open(scratch / folder.name, create=True)
    started = time.process_time()
    index_paths(collection, [folder], ocr=False)
    seconds = time.process_time() - started
    return collection, collection.counts()["image"] / seconds


def proposals(asked: dict[str, Any], finder: InCollection, models: Models) -> list[Proposal]:
    given = finder.named(asked["image"]) if asked.get("image") else []
    image = next((each for each in given if isinstance(each, Image)), None)
    question = Question(
        id=asked["id"],
        text=asked["question"],
        image=image,
        choices=tuple(asked.get("choices") or ()),
    )
    looked = look(question, question.text, finder, models)
    return [proposal for way in PICTURE_WAYS for proposal in way(looked)]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("pairs", nargs="+", help="FOLDER=QUESTIONS.jsonl")
    arguments.add_argument("--show", action="store_true")
    arguments.add_argument("--kind", help="only questions of this kind")
    options = arguments.parse_args()
    console, models = Console(width=160), Models()
    for pair in options.pairs:
        folder, _, questions = pair.partition("=")
        with tempfile.TemporaryDirectory() as scratch:
            collection, speed = opened(Path(folder), Path(scratch))
            counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
            seconds, work = [], []
            finder = InCollection(collection, models)
            for line in Path(questions).read_text(encoding="utf-8").splitlines():
                asked = json.loads(line)
                if options.kind and asked["kind"] != options.kind:
                    continue
                started, worked = time.perf_counter(), time.process_time()
                found = proposals(asked, finder, models)
                seconds.append(time.perf_counter() - started)
                work.append(time.process_time() - worked)
                told = [[value.text for value in each.values] for each in found]
                right = [is_right(asked, values) for values in told]
                first = right[0] if right else asked["unanswerable"]
                for name in (asked["kind"], "all"):
                    row = counts[name]
                    row[0] += first
                    row[1] += any(right) or first
                    row[2] += bool(found) and not first
                    row[3] += 1
                if options.show and not first:
                    print(f"{asked['id']} {asked['kind']}: {asked['question']}")
                    print(f"   wanted {asked.get('items') or asked['answers'][:2]}")
                    for each, values in zip(found[:4], told, strict=False):
                        signs = {name: round(sign, 1) for name, sign in each.signs.items()}
                        print(f"   {each.way}: {values[:8]} {signs}")
            grid = Grid("kind", "first right", "any right", "first wrong", "n", title=questions)
            for name, row in sorted(counts.items(), key=lambda item: item[0] == "all"):
                grid.add_row(name, *map(str, row))
            console.print(grid)
            console.print(
                f"{median(seconds):.3f} s a question, at most {max(seconds):.2f}; "
                f"{median(work):.3f} s of the processor, at most {max(work):.2f}"
            )
            if speed:
                console.print(f"{speed:.1f} pictures a second of processor time, files read too")


if __name__ == "__main__":
    main()
