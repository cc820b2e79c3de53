"""Real photos with captions that no shipped network has learnt from."""

import csv
import gzip
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parents[3] / "../shared/data"
HERE = (DATA / "coco_subset").is_dir() and (DATA / "flickr8k_1000").is_dir()


class CaptionedPhoto(NamedTuple):
    pixels: bytes
    captions: list[str]

    def names(self, thing: str) -> bool:
        said = " ".join(self.captions).lower().replace(".", " ").replace(",", " ").split()
        return thing in said or f"{thing}s" in said


def held_out_photos(count: int) -> list[CaptionedPhoto]:
    """The first of the 150 photos that training puts aside."""
    captions: dict[Path, list[str]] = defaultdict(list)
    with (DATA / "flickr8k_1000" / "captions.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            captions[DATA / "flickr8k_1000" / "images" / row["image"]].append(row["caption"])
    with gzip.open(DATA / "coco_subset" / "captions_val2017.json.gz") as listing:
        listed = json.load(listing)
    names = {image["id"]: image["file_name"] for image in listed["images"]}
    for note in listed["annotations"]:
        path = DATA / "coco_subset" / "val2017" / names.get(note["image_id"], "none")
        captions[path].append(note["caption"])
    paths = sorted((path for path in captions if path.exists()), key=str)
    random.Random(0).shuffle(paths)
    return [CaptionedPhoto(path.read_bytes(), captions[path]) for path in paths[:count]]
