"""The texts that a look found, their sentences judged and read: what text proposals share."""

import math
import re
from collections.abc import Sequence

import msgspec

from manyhop.asking._gathered import (
    Text,
    covered,
    gather_texts,
    is_menu,
    liking,
    shares,
    stems_of,
)
from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.collection import question_terms
from manyhop.models import Reading
from manyhop.programs import Value, normal_form
from manyhop.readers import sentences
from manyhop.sources import Span

READ = 4  # texts that are read for a span
UNITS = 4  # texts whose sentences are judged one by one
MOST_UNITS = 32  # sentences that are judged in all
_FEW = 5  # words: less says little

SAID = {"judged": 0.28, "text liked": 0.57, "rare said": 2.1, "length": 0.65, "few": -1.2}
"""What sentences are ordered by; `training/asking/text_order.py` fits it."""


class Unit(msgspec.Struct, frozen=True):
    """A sentence of a text, what the reranker makes of it, and what sentences are ordered by."""

    text: Text
    span: Span
    judged: float
    liked: float = 0.0

    @property
    def words(self) -> str:
        """What it says."""
        return self.text.text[self.span.start : self.span.end]


class Passages:
    """Texts with their sentences and readings, and the signs that these give.

    Example: ``Passages.read(look).units[0].words``
    """

    def __init__(
        self,
        look: Look,
        texts: Sequence[Text],
        units: Sequence[Unit],
        readings: Sequence[Reading],
    ) -> None:
        self.look = look
        self.texts = texts
        self.units = units
        self.readings = list(zip(texts, readings, strict=False))
        best = max((reading.score for reading in readings), default=0.0)
        whole = sum(math.exp(0.3 * (reading.score - best)) for reading in readings) or 1.0
        self.shares = [math.exp(0.3 * (reading.score - best)) / whole for reading in readings]

    @classmethod
    def read(cls, look: Look) -> "Passages | None":
        """Gather, judge and read; none where no text was found."""
        texts = gather_texts(look)
        if not texts:
            return None
        units = judge_units(look, texts[:UNITS])
        readings = look.models.text_reader.read(
            look.text, [f"{each.context}\n{each.text}" for each in texts[:READ]]
        )
        return cls(look, texts, units, readings)

    def proposal(
        self,
        way: str,
        text: Text,
        values: Sequence[tuple[str, Span]],
        signs: dict[str, float],
        said: str,
    ) -> Proposal:
        return Proposal(
            way=way,
            values=tuple(Value(words, 1.0, (text.cite(span),)) for words, span in values),
            program=text.program(self.look.text),
            signs=signs,
            sources=(text.source,),
            sentence=said,
        )

    def signs(self, text: Text, unit: Unit | None, words: str) -> dict[str, float]:
        question = self.look.text
        others = [each.judged for each in self.units if each.text is not text]
        best = unit.judged if unit else -5.0
        liked = [each.liked for each in self.texts if each is not text]
        said = [each.liked for each in self.units if each is not unit]
        return {
            "liked": text.liked / 4,
            "liked lead": (text.liked - max(liked, default=text.liked - 4)) / 4,
            "alike": text.told.get("alike", 0.0),
            "rare": text.told.get("rare", 0.0),
            "rare above": text.told.get("rare above", 0.0),
            "picked": text.told.get("picked", 0.0) / 4,
            "unit liked": unit.liked / 4 if unit else -2.0,
            "unit ahead": (unit.liked - max(said, default=0.0)) / 4 if unit else -2.0,
            "names missing": missing_names(question, f"{text.context} {text.text}"),
            "text": text.judged / 4,
            "unit": best / 4,
            "lead": (best - max(others, default=-5.0)) / 4,
            "first": float(text is self.texts[0]),
            "covered": covered(question, text.context, text.text),
            "unit covered": covered(question, text.context, unit.words) if unit else 0.0,
            "step": float(text.step is not None),
            "length": math.log(1 + len(words.split())),
        }

    def read_in(self, text: Text, span: Span) -> dict[str, float]:
        """Whether the reader, too, finds its value in these words."""
        ahead = len(text.context) + 1
        for number, (read, reading) in enumerate(self.readings):
            start, end = reading.start - ahead, reading.end - ahead
            if read is text and reading.end and span.start <= start and end <= span.end:
                return {"reader": logit(reading.chance), "share": self.shares[number]}
        return {"reader": -3.0, "share": 0.0}

    def unit_at(self, text: Text, span: Span) -> Unit | None:
        return next(
            (
                unit
                for unit in self.units
                if unit.text is text and unit.span.start <= span.start < unit.span.end
            ),
            None,
        )

    def second(self, number: int) -> list[Reading]:
        """What the reader found next in a text, where it is one that tells."""
        text = self.readings[number][0]
        reader = self.look.models.text_reader
        if not hasattr(reader, "spans"):
            return []
        found: Sequence[Reading] = reader.spans(
            self.look.text, [f"{text.context}\n{text.text}"], 2
        )[0]
        return [reading for reading in found[1:] if reading.end]

    def agreed(self, number: int) -> float:
        """How many other texts give the same value."""
        mine = normal_form(self.readings[number][1].text)
        return float(
            sum(
                normal_form(reading.text) == mine
                for other, (_, reading) in enumerate(self.readings)
                if other != number and reading.chance > 0.1
            )
        )


def judge_units(look: Look, texts: Sequence[Text]) -> list[Unit]:
    """The sentences of the best texts, best first; each is judged under its headings."""
    read = [text for text in texts if not is_menu(text.text)] or texts
    places = [(text, span) for text in read for span in sentences(text.text)][:MOST_UNITS]
    said = [f"{text.context}\n{text.text[span.start : span.end]}" for text, span in places]
    judged = look.models.reranker.score(look.text, said)
    units = [Unit(*place, score) for place, score in zip(places, judged, strict=True)]
    told = unit_features(look, units)
    liked = [
        msgspec.structs.replace(unit, liked=liking(signs, SAID))
        for unit, signs in zip(units, told, strict=True)
    ]
    return sorted(liked, key=lambda unit: -unit.liked)


def unit_features(look: Look, units: Sequence[Unit]) -> list[dict[str, float]]:
    """What speaks for each sentence, beside the others; weighed by ``SAID``."""
    asked = set(question_terms(look.text))
    said = [stems_of(unit.words) for unit in units]
    share = shares(asked, said)
    return [
        {
            "judged": unit.judged,
            "text liked": unit.text.liked,
            "rare said": share(own),
            "length": math.log(1 + len(unit.words.split())),
            "few": float(len(unit.words.split()) < _FEW),
        }
        for unit, own in zip(units, said, strict=True)
    ]


_NAME = re.compile(
    r"\b\w*(?:\d|(?<=\w)[_/.-](?=\w))\S*\w|(?<=[\w,;:] )[A-Z][\w'-]*|[\"“‘'](\w[^\"”’']+)[\"”’']"
)


def missing_names(question: str, text: str) -> float:
    """The share of the question's names, codes and numbers that a text lacks; 0 without any.

    Example: ``missing_names("Does Borg use AES-256 on FreeBSD?", "Borg encrypts by AES-256.")``
    → ``0.33…``
    """
    names = [name[1] or name[0] for name in _NAME.finditer(question)]
    below = text.lower()
    return sum(name.lower() not in below for name in names) / max(len(names), 1)


def logit(chance: float) -> float:
    """The log-odds of a chance, cut at ±4.6."""
    kept = min(max(chance, 0.01), 0.99)
    return math.log(kept / (1 - kept))
