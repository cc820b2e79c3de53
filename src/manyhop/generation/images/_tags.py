"""What the embedded tagger names in a picture, of the sorts that it was measured to name surely."""

import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from manyhop.generation.images._attached import Facts
from manyhop.models import Recent, cache_folder, picture_tags
from manyhop.sources import content_id

# What was seen in a picture, by the picture's content: in memory and in the cache folder.

T = TypeVar("T")

_KEPT = 20_000  # pictures
_FOLDER = "pictures-1"  # counts up when what is seen changes

logger = logging.getLogger("manyhop")


class Remembered(Generic[T]):
    """Looks at each picture once, even over several runs.

    Example: ``Remembered("writing", str, read_text_in_image).of(png)`` → ``"HUMBER BRIDGE"``
    """

    def __init__(self, name: str, kind: type[T], look: Callable[[bytes], T]) -> None:
        self._name = name
        self._look = look
        self._decoder = msgspec.json.Decoder(kind)
        self._recent = Recent[T](_KEPT)

    def of(self, pixels: bytes) -> T:
        """What is seen in an encoded picture."""
        key = content_id(pixels)
        return self._recent.of(key, lambda: self._kept(key, pixels))

    def _kept(self, key: str, pixels: bytes) -> T:
        path = cache_folder() / _FOLDER / self._name / key[:2] / f"{key}.json"
        try:
            return self._decoder.decode(path.read_bytes())
        except (OSError, msgspec.DecodeError):
            seen = self._look(pixels)
        _keep(path, msgspec.json.encode(seen))
        return seen


def _keep(path: Path, content: bytes) -> None:
    """Write it whole; where the folder cannot be written, the next run looks again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(part).replace(path)
    except OSError as error:
        logger.debug("%s was not kept: %s", path, error)


TAGGED = "tags: "
SURE = {"vehicle": 0.8, "person": 0.8, "animal": 0.9}  # the least chance of what it is said to show
_RULED_OUT = 0.12  # the most chance of anything of its sort, of what it is said not to show
_NEXT = 0.4  # the most chance of a second thing of the sort, where one asks what it is

_SORTS = {
    "vehicle": "car truck bus van taxi train tram subway motorcycle scooter bicycle bike boat ship "
    "sailboat canoe kayak airplane helicopter tractor wagon carriage",
    "animal": "dog puppy cat kitten horse cow sheep goat pig elephant giraffe zebra bear lion "
    "tiger monkey deer bird duck goose seagull swan chicken eagle owl parrot penguin",
    "person": "man woman boy girl child baby crowd",
}
PEOPLE = "person"


def _tags(pixels: bytes) -> dict[str, float]:
    return {tag.text: round(tag.chance, 4) for tag in picture_tags(pixels)}


_tagged = Remembered("tags", dict[str, float], _tags)


def tags_of(pixels: bytes) -> dict[str, float]:
    """The likely names of what a picture shows, each with its chance; looked at once."""
    return _tagged.of(pixels)


def tag_facts(tags: Mapping[str, float]) -> Facts:
    """What a picture surely shows of each sort.

    Example: ``tag_facts({"car": 0.87, "tree": 0.4})`` → ``{"tags: vehicle": ("car",)}``
    """
    facts: Facts = {}
    for sort in _SORTS:
        chances = _chances(tags, sort)
        if not chances or chances[0][1] < SURE[sort]:
            continue
        if sort == PEOPLE:
            facts[TAGGED + sort] = ("yes",)
        elif len(chances) == 1 or chances[1][1] <= _NEXT:
            facts[TAGGED + sort] = (chances[0][0],)
    return facts


def tag_decided(tags: Mapping[str, float], property: str, value: str) -> bool | None:
    """Whether a picture shows it; None where the tagger has half an idea of it."""
    chances = _chances(tags, property.removeprefix(TAGGED))
    if (value,) == tag_facts(tags).get(property):
        return True
    return None if chances and chances[0][1] > _RULED_OUT else False


def _chances(tags: Mapping[str, float], sort: str) -> list[tuple[str, float]]:
    named = _SORTS.get(sort, "").split()
    return sorted(((tag, tags[tag]) for tag in named if tag in tags), key=lambda pair: -pair[1])
