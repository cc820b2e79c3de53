"""The words that stand written in a picture, so far as they can be read without doubt."""

import re
import unicodedata
from functools import cache

from manyhop.generation.images._attached import Facts
from manyhop.generation.images._remembered import Remembered
from manyhop.models.embedded._ocr import ocr_available, read_text_in_image
from manyhop.models.embedded._word_vectors import shared_word_vectors
from manyhop.models.embedded.saying import word_set
from manyhop.sources import Image

WRITING = "writing: "
WORD = f"{WRITING}word"  # the only one besides the name, and for lists, any
YEAR = f"{WRITING}year"
ANY = f"{WRITING}any"

_LEAST_LETTERS = 4
_COMMON_WORDS = 10_000
_WORDS = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_YEARS = re.compile(r"(?<![\d.,])(?:1[89]\d\d|20[0-2]\d)(?![\d.,%])")
_NUMBERS = re.compile(r"\d+")
_COMMON = word_set("with from that this their your have what when where into over http https")

_reading = Remembered("writing", str, read_text_in_image)


def writing(image: Image, pixels: bytes | None) -> str | None:
    """What is written in a picture; None where nobody has read it and nothing here can.

    Example: ``writing(image, png)`` → ``"HUMBER BRIDGE\\n1981"``
    """
    if image.text:
        return image.text
    return _reading.of(pixels) if pixels is not None and ocr_available() else None


def writing_facts(text: str | None, named: str) -> Facts:
    """The word or year that stands in a picture, where it is the only one besides a name.

    Example: ``writing_facts("HUMBER BRIDGE\\n1981", "Humber Bridge")`` →
    ``{"writing: year": ("1981",), "writing: any": ("yes",)}``
    """
    if not text:
        return {ANY: ("no",)} if text == "" else {}
    facts: Facts = {}
    if clear_words(text):
        facts[ANY] = ("yes",)
    if word := only_word(text, named):
        facts[WORD] = (word,)
    years = set(_YEARS.findall(text))
    if len(years) == 1 and not years & set(_NUMBERS.findall(named)):
        facts[YEAR] = tuple(years)
    return facts


def writing_decided(text: str | None, property: str, value: str) -> bool | None:
    """Whether a picture has that word or year, or any writing; None where it is hard to read."""
    if text is None:
        return None
    if property == WORD:
        return written(text, value)
    if property == YEAR:
        if value in _YEARS.findall(text):
            return True
        near = any(_distance(value, number) <= 1 for number in _NUMBERS.findall(text))
        return None if near else False
    if clear_words(text):
        return value == "yes"
    return None if text else value == "no"


def clear_words(text: str, named: str = "") -> list[str]:
    """The common words of four letters or more that stand alone, but for those in a name.

    Example: ``clear_words("HUMBER BRIDGE\\nToll 20p", "Humber Bridge")`` → ``["toll"]``
    """
    own = _plain(named)
    found = [word.casefold() for word in _WORDS.findall(text)]
    return list(
        dict.fromkeys(
            word
            for word in found
            if len(word) >= _LEAST_LETTERS
            and word.isalpha()
            and word not in own
            and word not in _COMMON
            and known(word)
        )
    )


def written(text: str, word: str) -> bool | None:
    """Whether a word stands in a text; None where something like it does, or part of a word."""
    words = [_plain(found) for found in _WORDS.findall(text)]
    if word in words:
        return True
    if word in _plain(text) or any(_distance(word, found) <= len(word) // 3 for found in words):
        return None
    return False


def only_word(text: str, named: str) -> str:
    """The one word that is written besides a thing's name; "" where there are none or more.

    Example: ``only_word("Nickel\\nHUMBER BRIDGE", "Humber Bridge")`` → ``"nickel"``
    """
    clear = clear_words(text, named)
    own = _plain(named)
    others = [word for word in map(_plain, _WORDS.findall(text)) if word not in own]
    return clear[0] if len(clear) == 1 and set(others) == set(clear) else ""


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
