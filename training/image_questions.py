"""Questions about photos: DAQUAR's own, and ones made from captions by plain patterns."""

import csv
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from manyhop.models.embedded._image_colours import COLOURS
from training.image_photos import Photo

NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}
PEOPLE = {"man", "woman", "person", "boy", "girl", "child", "kid", "lady", "guy", "player", "baby"}
PEOPLE |= {"crowd", "group", "rider", "surfer", "skier", "worker", "couple", "family", "team"}
KINDS = {
    "animal": "dog cat horse bird cow sheep elephant giraffe zebra bear duck",
    "vehicle": "bike bicycle motorcycle car truck bus train boat plane airplane",
    "furniture": "table chair bench bed couch sofa desk",
}
_ACTORS = PEOPLE | set(KINDS["animal"].split())
_NOT_DOING = {"during", "being", "wearing", "something", "building", "doing", "having"}


@dataclass(frozen=True)
class Asked:
    """A question about a photo, with its answer and where it comes from."""

    photo: Path
    question: str
    answer: str
    kind: str


def words(caption: str) -> list[str]:
    return re.findall(r"[a-z]+", caption.lower())


def singular(word: str) -> str:
    """The plain form of a noun; wrong for a few rare words, the same way everywhere."""
    irregular = {"men": "man", "women": "woman", "children": "child", "people": "person"}
    if word in irregular:
        return irregular[word]
    if word.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def plural(noun: str) -> str:
    if noun.endswith(("s", "sh", "ch", "x")):
        return noun + "es"
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeiou" else noun + "s"


def named(photo: Photo) -> Counter[str]:
    """How many of a photo's captions say each word, in its plain form."""
    return Counter(word for said in photo.captions for word in set(map(singular, words(said))))


def caption_questions(photo: Photo, nouns: Sequence[str]) -> list[Asked]:
    """Questions whose answers stand in a photo's captions: colours, counts, doings and kinds."""
    known = set(nouns)
    answers: dict[tuple[str, str], set[str]] = defaultdict(set)
    for caption in photo.captions:
        said = words(caption)
        for first, second in pairwise(said):
            thing = singular(second)
            if first in (*COLOURS, "gray") and thing in known:
                colour = "grey" if first == "gray" else first
                answers["colour", f"what color is the {second}"].add(colour)
            if first in NUMBERS and thing in known | PEOPLE:
                answers["count", f"how many {second} are there"].add(NUMBERS[first])
        for who, verb, doing in zip(said, said[1:], [*said[2:], ""], strict=False):
            act = doing if verb in ("is", "are") else verb
            if singular(who) in _ACTORS and act.endswith("ing") and act not in _NOT_DOING:
                be = "are" if who != singular(who) else "is"
                answers["doing", f"what {be} the {who} doing"].add(act)
    counts = named(photo)
    for kind, members in KINDS.items():
        present = [name for name in members.split() if counts[name] >= 2]
        if len(present) == 1:
            answers["kind", f"what {kind} is in the picture"].add(present[0])
    for name in nouns:
        if counts[name] == len(photo.captions) and name not in PEOPLE:
            answers["count", f"how many {plural(name)} are there"] |= _only_one(photo, name)
    return [
        Asked(photo.path, question, answer, kind)
        for (kind, question), found in answers.items()
        if len(found) == 1 or kind == "doing"
        for answer in sorted(found)
    ]


def _only_one(photo: Photo, name: str) -> set[str]:
    return {"1"} if all(name in words(caption) for caption in photo.captions) else set()


def presence_questions(photo: Photo, nouns: Sequence[str], often: Sequence[str]) -> list[Asked]:
    """Whether something is there: yes for what two captions name, no for what none does.

    What is denied is drawn from `often`, the nouns of all photos as often as they occur.
    """
    counts = named(photo)
    there = [noun for noun in nouns if counts[noun] >= 2]
    seed = zlib.crc32(photo.path.name.encode())
    denied: list[str] = []
    people = any(counts[who] for who in PEOPLE)
    while len(denied) < len(there):
        seed = (seed * 1_103_515_245 + 12_345) % 2**31
        noun = often[(seed >> 8) % len(often)]
        if not counts[noun] and noun not in denied and not (people and noun in PEOPLE):
            denied.append(noun)
    return [
        Asked(photo.path, f"is there {article(noun)} {noun} in the picture", answer, "presence")
        for answer, group in (("yes", there), ("no", denied))
        for noun in group
    ]


def article(noun: str) -> str:
    return "an" if noun[0] in "aeiou" else "a"


def daquar_questions(data: Path) -> list[Asked]:
    """DAQUAR's questions about its indoor photos; of several answers, each counts."""
    folder = data / "daquar"
    with (folder / "data_train.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Asked(path, row["question"].strip(), row["answer"].strip(), "daquar")
        for row in rows
        if (path := folder / "images" / f"{row['image_id']}.jpg").exists()
    ]


def part_of(photo: Path) -> str:
    """Which part of DAQUAR a photo belongs to."""
    number = zlib.crc32(photo.name.encode()) % 10
    return "train" if number < 7 else "chances" if number == 7 else "dev"


def answers_of(asked: Asked) -> list[str]:
    return [answer.strip().replace("_", " ") for answer in asked.answer.split(",")]
