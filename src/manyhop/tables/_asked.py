"""A question as tables are asked: its words, and the numbers and times that it names."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.collection import word_analyzer
from manyhop.models import TextEncoder
from manyhop.sources import parse_date
from manyhop.tables._words import words

_WORD = re.compile(
    r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?![^\W\d_])|[^\W_]+(?:['’](?!s\b)[^\W\d_]+)?"
)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_LONGEST = 48  # words of a question that are looked at

Vectors = NDArray[np.float32]


class Word(NamedTuple):
    """A word of the question; ``telling`` says whether it carries meaning of its own."""

    text: str
    stem: str
    telling: bool
    start: int
    end: int


class Named(NamedTuple):
    """A number that the question names, and in which words."""

    value: float
    places: frozenset[int]


class Period(NamedTuple):
    """A day, month or year that the question names: from ``low`` to before ``high``."""

    low: str
    high: str
    places: frozenset[int]


class Part(NamedTuple):
    """A month, weekday or quarter of whatever year: the piece of a date, its number, the words."""

    piece: str
    number: int
    places: frozenset[int]


@lru_cache(100_000)
def stem(word: str) -> str:
    """A word without case, accents and endings.

    Example: ``stem("Islands")`` → ``"island"``
    """
    found = _analyzer.analyze(word)
    return found[0] if found else word.lower()


_analyzer = word_analyzer()


class Asked:
    """A question's words with their vectors, worked out once for all tables.

    Example: ``Asked("How many Gentoo penguins were measured?", encoder).words[2].stem``
    """

    def __init__(self, text: str, encoder: TextEncoder) -> None:
        self.text = text
        self.encoder = encoder
        self.words = [
            Word(
                match[0].lower(),
                stem(match[0]),
                match[0].lower() not in words().glue,
                match.start(),
                match.end(),
            )
            for match in _WORD.finditer(text)
        ][:_LONGEST]
        self.weights = np.array([_weight(word) for word in self.words], np.float32)

    @cached_property
    def grams(self) -> list[tuple[int, ...]]:
        """Telling words, and pairs of them that stand together (a glue word between allowed)."""
        telling = [place for place, word in enumerate(self.words) if word.telling]
        pairs = [(one, other) for one, other in pairwise(telling) if other - one <= 2]
        return [*((place,) for place in telling), *pairs]

    @cached_property
    def gram_vectors(self) -> Vectors:
        """The vectors of ``grams``."""
        texts = [
            self.text[self.words[gram[0]].start : self.words[gram[-1]].end] for gram in self.grams
        ]
        return (
            self.encoder.encode(texts)
            if texts
            else np.zeros((0, self.encoder.dimension), np.float32)
        )

    @cached_property
    def vector(self) -> Vectors:
        """The vector of the whole question."""
        return np.asarray(self.encoder.encode([self.text])[0])

    @cached_property
    def numbers(self) -> list[Named]:
        """Numbers in digits or words."""
        known = words()
        found = []
        for place, word in enumerate(self.words):
            if _DIGITS.fullmatch(word.text):
                found.append(Named(float(word.text.replace(",", "")), frozenset({place})))
            elif word.text in known.numbers and word.text != "one":
                found.append(Named(known.numbers[word.text], frozenset({place})))
            elif word.text in known.months and word.text not in ("may", "march"):
                found.append(Named(known.months[word.text], frozenset({place})))
        return found

    @cached_property
    def parts(self) -> list[Part]:
        """Months, weekdays and quarters that are named without a year."""
        known = words()
        dated = {place for period in self.periods for place in period.places}
        found = []
        for place, word in enumerate(self.words):
            here = frozenset({place})
            single = word.text.removesuffix("s")
            after = self.words[place + 1].text if place + 1 < len(self.words) else ""
            if place in dated:
                continue
            is_name = self.text[word.start].isupper() or word.text not in ("may", "march")
            if word.text in known.months and is_name:
                found.append(Part("month", known.months[word.text], here))
            elif single in known.weekdays:
                found.append(Part("weekday", known.weekdays[single], here))
            elif word.text in known.quarters and after == "quarter":
                found.append(Part("quarter", known.quarters[word.text], here | {place + 1}))
        return found

    @cached_property
    def ranges(self) -> list[tuple[frozenset[int], frozenset[int], frozenset[int]]]:
        """Where the words say "between A and B", "from A to B" or "A–B": A, B, and all of it."""
        known = [each.places for each in self.periods] + [each.places for each in self.numbers]
        found = []
        for one, other in ((a, b) for a in known for b in known if max(a) < min(b)):
            before = self.words[min(one) - 1].text if min(one) else ""
            joint = [word.text for word in self.words[max(one) + 1 : min(other)]]
            gap = self.text[self.words[max(one)].end : self.words[min(other)].start].strip()
            if (
                (before == "between" and joint == ["and"])
                or (before == "from" and joint in (["to"], ["until"], ["through"], ["till"]))
                or (not joint and gap in ("-", "–", "to"))
            ):
                named = {min(one) - 1} if before in ("between", "from") else set()
                whole = frozenset(range(min(one), max(other) + 1)) | named
                found.append((one, other, whole))
        return found

    @cached_property
    def otherwise(self) -> list[tuple[frozenset[int], frozenset[str]]]:
        """Words that cells may say by other names, with those names in small letters."""
        known = words()
        found = []
        for start, end in spans_of(self.words, 4):
            text = self.text[self.words[start].start : self.words[end - 1].end]
            forms = known.same.get(text.lower(), frozenset())
            if text.isupper() and len(text) < len(self.text):
                forms |= known.codes.get(text, frozenset())
            if forms:
                found.append((frozenset(range(start, end)), forms))
        return found

    @cached_property
    def directions(self) -> frozenset[str]:
        """Which ends of an order are named: early, late, high, low, old, young."""
        texts = {word.text for word in self.words}
        return frozenset(name for name, known in words().direction.items() if texts & known)

    @cached_property
    def periods(self) -> list[Period]:
        """Days, months and years, the longest wording of each."""
        found: list[Period] = []
        for length in (4, 3, 2, 1):
            for start in range(len(self.words) - length + 1):
                places = frozenset(range(start, start + length))
                if any(places & period.places for period in found):
                    continue
                text = self.text[self.words[start].start : self.words[start + length - 1].end]
                if bounds := _bounds(text):
                    found.append(Period(*bounds, places))
        return found


def _bounds(text: str) -> tuple[str, str] | None:
    found = parse_date(text, bare_year=True)
    if found is None or not 1 <= found.year < 9999:
        return None
    year, month, day = found.year, found.month, found.day
    if month is None:
        return f"{year:04}-01-01", f"{year + 1:04}-01-01"
    if day is None:
        after = (year + 1, 1) if month == 12 else (year, month + 1)
        return f"{year:04}-{month:02}-01", f"{after[0]:04}-{after[1]:02}-01"
    low = date(year, month, day)
    return low.isoformat(), date.fromordinal(low.toordinal() + 1).isoformat()


def _weight(word: Word) -> float:
    """How much it matters that a word is explained."""
    if not word.telling:
        return 0.0
    return 1.5 if word.text[0].isdigit() else 1.0


def spans_of(said: list[Word], longest: int) -> Iterator[tuple[int, int]]:
    """All runs of up to so many words."""
    for length in range(1, longest + 1):
        for start in range(len(said) - length + 1):
            yield start, start + length
