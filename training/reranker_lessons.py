"""What the reranker learns from: a question, one right passage and seven wrong ones.

    PYTHONPATH=src python -m training.reranker_lessons carry/sources

writes the lessons so that they can travel to a GPU. WebQA's val50 files are read only to leave
their questions out; MMQA's slice is left out; the other sets are split by document.
"""

import argparse
import json
import lzma
import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from training.caption_pool import CaptionPool, picture_templates
from training.ranking_lesson import LETTERS, WRONG, Lesson, Words, lesson
from training.reranker_captions import names_in
from training.reranker_passages import hybridqa, multihop, squad, steps
from training.reranker_pictures import captions, mmqa
from training.reranker_recovered import Candidates, recovered

__all__ = ["LETTERS", "WRONG", "Lesson", "Words", "filled", "gather", "lesson", "write"]

FEWEST = 5  # wrong candidates that a recovered question must have
CANDIDATES = 16  # captions among a recovered question's candidates, as WebQA has them


def gather(data: Path, folder: Path) -> None:
    """Write the lessons and the recovered questions."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = random.Random(0)
    sets = (squad, hybridqa, multihop, steps, captions, mmqa)
    print(write((each for read in sets for each in read(data, chance)), folder))
    with lzma.open(folder / "recovered.json.xz", "wt", preset=6) as file:
        json.dump([each._asdict() for each in filled(data, chance)], file, ensure_ascii=False)
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size / 1e6:.2f} MB")


def write(lessons: Iterable[Lesson], folder: Path) -> Counter[str]:
    """Every text once, lessons by the texts' numbers; the lesson before lends what one lacks."""
    numbers: dict[str, int] = {}
    rows, counted = [], Counter[str]()
    before: dict[str, list[str]] = defaultdict(list)
    for each in lessons:
        texts = [each.question, *each.passages, *before[each.set][: 1 + WRONG - len(each.passages)]]
        if len(texts) == 2 + WRONG:
            rows.append([numbers.setdefault(text, len(numbers)) for text in texts])
            counted[each.set] += 1
        before[each.set] = each.passages
    with lzma.open(folder / "lessons.json.xz", "wt", preset=6) as file:
        json.dump({"texts": list(numbers), "lessons": rows}, file, ensure_ascii=False)
    return counted


def filled(data: Path, chance: random.Random) -> list[Candidates]:
    """Recovered questions with sixteen wrong captions each, as WebQA's own candidates have."""
    questions = recovered(data)
    pool = CaptionPool(data, picture_templates(data), chance)
    found = []
    for each in questions:
        rights = [text for text, right in zip(each.passages, each.right, strict=True) if right]
        names = names_in(each.question) if "image" in each.kinds else []
        missing = CANDIDATES - sum(
            kind == "image" and not right
            for kind, right in zip(each.kinds, each.right, strict=True)
        )
        near = pool.wrong(each.question, rights + names, max(0, missing), chance)
        near = [text for text in dict.fromkeys(near) if text not in each.passages]
        rows = [*zip(each.passages, each.right, each.kinds, strict=True)]
        rows += [(text, False, "image") for text in near]
        chance.shuffle(rows)  # so that no tie is broken by the order they came in
        passages, right, kinds = (list(column) for column in zip(*rows, strict=True))
        found.append(Candidates(each.question, passages, right, kinds))
    return [each for each in found if each.right.count(False) >= FEWEST]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=Path("carry/sources"))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    given = parser.parse_args()
    gather(given.data, given.folder)
