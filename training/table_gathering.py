"""Pack what the row reader's training needs, so that it can travel to a GPU.

    PYTHONPATH=src:. python -m training.table_gathering carry/tables

Start weights and tokenizer are read from carry/minilm (see training/minilm.py).
"""

import argparse
import time
from pathlib import Path

from training import table_lessons as lessons
from training.minilm import tokenizer
from training.table_packing import Packing


def main() -> None:
    """Write lessons.npz.xz."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--tabfact", type=int, default=4500, help="tables taken from TabFact")
    parser.add_argument("--each", type=int, default=9, help="questions made from every table")
    parser.add_argument("--most-rows", type=int, default=40)
    parser.add_argument("--small", action="store_true", help="a sample, to try the training on")
    given = parser.parse_args()
    data, start = given.data, time.time()
    packing = Packing(tokenizer(given.start), given.most_rows)
    parts = {
        "wikitq train": (each for each in lessons.wikitq(data, "train") if is_usable(each)),
        "hybridqa train": lessons.hybridqa(data, "train"),
        "wikitq dev": lessons.wikitq(data, "dev"),
        "hybridqa dev": lessons.hybridqa(data, "dev"),
        "mmqa slice": lessons.mmqa_slice(data),
        "generated": lessons.generated(data, given.tabfact, given.each),
    }
    for name, part in parts.items():
        chosen = (each for number, each in enumerate(part) if not given.small or number % 100 == 0)
        print(f"{name}: {packing.add(chosen):,}, {time.time() - start:.0f} s", flush=True)
    path = given.folder / "lessons.npz.xz"
    packing.write(path)
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB, {time.time() - start:.0f} s")


def is_usable(lesson: lessons.Lesson) -> bool:
    """Whether there is anything to learn from."""
    return bool(lesson.groups) or lesson.operation >= 0


if __name__ == "__main__":
    main()
