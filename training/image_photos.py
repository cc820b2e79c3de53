"""The photos with captions that the image models learn from and are measured on."""

import csv
import gzip
import json
import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

HELD_OUT = 150


@dataclass(frozen=True)
class Photo:
    """A photo and what five people wrote about it."""

    path: Path
    captions: tuple[str, ...]
    permissive: bool  # may be learnt from for any purpose, not for research alone


@dataclass(frozen=True)
class Photos:
    """The photos by what they are for; the held-out ones are never learnt from or chosen by."""

    held_out: list[Photo]
    training: list[Photo]


def captioned_photos(data: Path) -> Photos:
    """All photos with captions, shuffled with seed 0, the first 150 held out."""
    captions: dict[Path, list[str]] = defaultdict(list)
    flickr, coco = data / "flickr8k_1000", data / "coco_subset"
    with (flickr / "captions.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            captions[flickr / "images" / row["image"]].append(row["caption"])
    with gzip.open(coco / "captions_val2017.json.gz") as file:
        listed = json.load(file)
    names = {image["id"]: image["file_name"] for image in listed["images"]}
    for note in listed["annotations"]:
        if note["image_id"] in names:
            captions[coco / "val2017" / names[note["image_id"]]].append(note["caption"])
    paths = sorted((path for path in captions if path.exists()), key=str)
    random.Random(0).shuffle(paths)
    photos = [Photo(path, tuple(captions[path]), coco in path.parents) for path in paths]
    return Photos(photos[:HELD_OUT], photos[HELD_OUT:])
