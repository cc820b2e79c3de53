"""A small A-OKVQA whose answers are in the photographs, in the questions, or in both."""

import json
from pathlib import Path

from PIL import Image

from manyhop.benchmarks import AOKVQA

COLOURS = {"red": (220, 20, 20), "green": (20, 200, 20), "blue": (20, 20, 220), "grey": (120,) * 3}
THINGS = ("boat", "house", "bicycle")


def photographs(folder: Path) -> Path:
    """A picture of each colour, by the name that COCO would give it."""
    folder.mkdir(exist_ok=True)
    for number, colour in enumerate(COLOURS.values()):
        Image.new("RGB", (8, 8), colour).save(folder / f"{number:012d}.jpg")
    return folder


def write(path: Path, copies: int = 4) -> Path:
    """Questions that only the photograph answers."""
    names = list(COLOURS)
    records = [
        {
            "split": "val",
            "image_id": number,
            "question_id": f"{path.stem}-{thing}-{number}-{copy}",
            "question": f"What colour is the {thing}?",
            "choices": names,
            "correct_choice_idx": number,
            "direct_answers": [names[number]] * 10,
            "difficult_direct_answer": False,
            "rationales": [f"The {thing} is {names[number]}."] * 3,
        }
        for copy in range(copies)
        for thing in THINGS
        for number in range(len(names))
    ]
    path.write_text(json.dumps(records))
    return path


def opened(folder: Path, *, direct: bool = False) -> tuple[AOKVQA, AOKVQA]:
    """What is learnt from, and what is judged on."""
    pictures = photographs(folder / "pictures")
    both = write(folder / "train.json"), write(folder / "dev.json", copies=1)
    train, dev = (AOKVQA(path, images=pictures, direct=direct) for path in both)
    return train, dev
