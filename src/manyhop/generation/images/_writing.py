"""The words that stand written in a picture, so far as they can be read without doubt."""

import math
import re
import unicodedata
from functools import cache

import msgspec

from manyhop.english import word_set
from manyhop.generation.images._attached import Facts
from manyhop.generation.images._tags import Remembered
from manyhop.models import as_array, ocr_available, ocr_engine, shared_word_vectors
from manyhop.sources import Image

WRITING = "writing: "
WORD = f"{WRITING}word"  # the only one besides the name, and for lists, any
YEAR = f"{WRITING}year"
ANY = f"{WRITING}any"

_LEAST_LETTERS = 4
_LEAST_HEIGHT = 12  # points
_LEAST_SHARE = 0.022  # of the picture's height
_SURE = 0.95  # the least that the reader must be sure of a line
_COMMON_WORDS = 10_000
_WORDS = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_YEARS = re.compile(r"(?<![\d.,])(?:1[89]\d\d|20[0-2]\d)(?![\d.,%])")
_NUMBERS = re.compile(r"\d+")
_COMMON = word_set("with from that this their your have what when where into over http https")


class Line(msgspec.Struct, frozen=True):
    """A line of writing, how surely it was read (0..1), and how large it is.

    ``height`` is in points of the picture, and ``share`` in parts of the picture's height.
    """

    text: str
    sure: float
    height: float
    share: float


class Writing(msgspec.Struct, frozen=True):
    """All that is written in a picture, and what of it is large and plainly read."""

    all: str
    plain: str


def writing(image: Image, pixels: bytes | None) -> Writing | None:
    """What is written in a picture; None where nobody has read it and nothing here can.

    Example: ``writing(image, png).plain`` → ``"HUMBER BRIDGE\\n1981"``
    """
    if pixels is None or not ocr_available():
        return Writing(image.text, image.text) if image.text else None
    lines = _reading.of(pixels)
    return Writing(
        all=image.text or "\n".join(line.text for line in lines),
        plain="\n".join(line.text for line in lines if _is_plain(line)),
    )


def _is_plain(line: Line) -> bool:
    large = line.height >= _LEAST_HEIGHT and line.share >= _LEAST_SHARE
    return large and line.sure >= _SURE


def _read(pixels: bytes) -> list[Line]:
    points = as_array(pixels)
    found = ocr_engine()(points)
    if found.txts is None:
        return []
    lines = []
    for text, score, box in zip(found.txts, found.scores, found.boxes, strict=True):
        height = min(math.dist(box[0], box[3]), math.dist(box[0], box[1]))
        lines.append(Line(text, round(float(score), 3), height, height / len(points)))
    return lines


_reading = Remembered("lines", list[Line], _read)


def writing_facts(read: Writing | None, named: str) -> Facts:
    """The word or year that stands in a picture, where it is the only one besides a name.

    Example: with "HUMBER BRIDGE 1981" read in a picture of the "Humber Bridge",
    ``{"writing: year": ("1981",), "writing: any": ("yes",)}``
    """
    if read is None:
        return {}
    facts: Facts = {}
    if (some := writing_decided(read, ANY, "yes")) is not None:
        facts[ANY] = ("yes" if some else "no",)
    if word := only_word(read, named):
        facts[WORD] = (word,)
    years = set(_YEARS.findall(read.all))
    if len(years) == 1 and not years & set(_NUMBERS.findall(named)):
        (year,) = years
        if year in _YEARS.findall(read.plain):
            facts[YEAR] = (year,)
    return facts


def writing_decided(read: Writing | None, property: str, value: str) -> bool | None:
    """Whether a picture has that word or year, or any writing; None where it is hard to read."""
    if read is None:
        return None
    if property == WORD:
        return written(read, value)
    if property == YEAR:
        if value in _YEARS.findall(read.plain):
            return True
        near = any(_distance(value, number) <= 1 for number in _NUMBERS.findall(read.all))
        return None if near else False
    if clear_words(read.plain):
        return value == "yes"
    return None if read.all else value == "no"


def clear_words(text: str, named: str = "") -> list[str]:
    """The common words of four letters or more that stand alone, but for those in a name.

    Example: ``clear_words("HUMBER BRIDGE\\nToll 20p", "Humber Bridge")`` → ``["toll"]``
    """
    own = _plain(named)
    parts = [part for part in map(_plain, _WORDS.findall(named)) if len(part) >= _LEAST_LETTERS]
    found = [word.casefold() for word in _WORDS.findall(text)]
    return list(
        dict.fromkeys(
            word
            for word in found
            if len(word) >= _LEAST_LETTERS
            and word.isalpha()
            and word not in own
            and not any(part in word for part in parts)
            and word not in _COMMON
            and known(word)
        )
    )


def written(read: Writing, word: str) -> bool | None:
    """Whether a word stands in a picture; None where it is small, or something like it does.

    A word that is also part of a longer one may only be what one sees of that.
    """
    words = [_plain(found) for found in _WORDS.findall(read.all)]
    if word in (found.casefold() for found in _WORDS.findall(read.plain)):
        return None if any(word in longer and word != longer for longer in words) else True
    if word in _plain(read.all) or any(_distance(word, found) <= len(word) // 3 for found in words):
        return None
    return False


def only_word(read: Writing, named: str) -> str:
    """The one word that is written besides a thing's name; "" where there are none or more.

    Example: with "Nickel HUMBER BRIDGE" read in a picture of the "Humber Bridge", ``"nickel"``
    """
    clear = clear_words(read.plain, named)
    own = _plain(named)
    others = {word for word in map(_plain, _WORDS.findall(read.all)) if word not in own}
    return clear[0] if len(clear) == 1 and others == set(clear) else ""


@cache
def known(word: str) -> bool:
    """Whether a word is common: misread ones and parts of words hardly ever are.

    The encoders' vocabulary has its words in the order of how often they occur.
    """
    (encoding,) = shared_word_vectors().split([word])
    _, *pieces, _ = encoding.ids
    return len(pieces) == 1 and pieces[0] < _COMMON_WORDS


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


def _distance(one: str, other: str) -> int:
    """How many letters must change, come or go to make one word the other."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, row[0] = row[0], number
        for place, against in enumerate(other, 1):
            cost = min(row[place] + 1, row[place - 1] + 1, before + (letter != against))
            before, row[place] = row[place], cost
    return row[-1]
