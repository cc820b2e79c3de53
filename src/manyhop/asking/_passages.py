"""The texts that a look found, their sentences judged and read: what text proposals share."""

import math
from collections.abc import Sequence

import msgspec

from manyhop.answering import coverage
from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.models import Reading
from manyhop.programs import ProcedureQ, Program, TextQ, Value, normal_form
from manyhop.readers import asked_of, sentences, step_text
from manyhop.sources import Citation, Procedure, Snippet, Span, StepAt

READ = 5  # texts that are read for a span
UNITS = 4  # texts whose sentences are judged one by one
MOST_UNITS = 32  # sentences that are judged in all
_MENU = 0.8  # share of lines without a sentence that makes a text a menu
_ENTRY = 4  # words of a menu's line at most

NAMED_STEPS = frozenset({"next", "previous", "numbered", "first", "last", "count"})
"""Shapes of questions that say which step they mean."""


class Text(msgspec.Struct, frozen=True):
    """A snippet, or a step of a procedure, with what stands above it and how well it suits."""

    source: Snippet | Procedure
    context: str
    text: str
    step: int | None
    judged: float

    def cite(self, span: Span) -> Citation:
        """A span of the text, as a place in its source."""
        if isinstance(self.source, Snippet):
            return self.source.cite(span)
        assert self.step is not None
        return self.source.cite(StepAt(self.step, span))

    def program(self, question: str) -> Program:
        """The one hop that asks it."""
        return TextQ(question) if isinstance(self.source, Snippet) else ProcedureQ(question)


class Unit(msgspec.Struct, frozen=True):
    """A sentence of a text, and what the reranker makes of it."""

    text: Text
    span: Span
    judged: float

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
        return {
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


def gather_texts(look: Look) -> list[Text]:
    """Snippets and steps that were found, best first by the reranker and shared words."""
    found: list[tuple[Snippet | Procedure, str, str, int | None]] = []
    judged_by: list[str] = []  # word for word what others ask the reranker, which remembers that
    for source in look.sources("snippet"):
        if isinstance(source, Snippet) and source.text.strip():
            whole = source.searchable
            found.append((source, whole[: -len(source.text)].rstrip("\n"), source.text, None))
            judged_by.append(whole)
    which = asked_of(look.text) in NAMED_STEPS  # then steps are counted, not read
    for source in () if which else look.sources("procedure")[:2]:
        if isinstance(source, Procedure):
            for number, step in enumerate(source.steps):
                if step.text.strip():
                    context = "\n".join(filter(None, (source.title, step.title)))
                    found.append((source, context, step.text, number))
                    judged_by.append(f"{source.title}\n{step_text(source, number)}")
    judged = look.models.reranker.score(look.text, judged_by)
    texts = [Text(*each, score) for each, score in zip(found, judged, strict=True)]
    liked = {
        id(t): t.judged + 4 * covered(look.text, t.context, t.text) - 3 * is_menu(t.text)
        for t in texts
    }
    return sorted(texts, key=lambda each: -liked[id(each)])


def judge_units(look: Look, texts: Sequence[Text]) -> list[Unit]:
    """The sentences of the best texts, best first; each is judged under its headings."""
    read = [text for text in texts if not is_menu(text.text)] or texts
    places = [(text, span) for text in read for span in sentences(text.text)][:MOST_UNITS]
    said = [f"{text.context}\n{text.text[span.start : span.end]}" for text, span in places]
    judged = look.models.reranker.score(look.text, said)
    units = [Unit(*place, score) for place, score in zip(places, judged, strict=True)]
    return sorted(units, key=lambda unit: -(unit.judged + 0.5 * unit.text.judged))


def is_menu(text: str) -> bool:
    """Whether a text is but short lines without a sentence, as a page's menu is."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    entries = [line for line in lines if len(line.split()) <= _ENTRY and line[-1] not in ".:;!?"]
    return len(lines) >= 5 and len(entries) >= _MENU * len(lines)


def covered(question: str, *texts: str) -> float:
    """The share of the question's telling words that the texts have."""
    return coverage(question, texts)


def logit(chance: float) -> float:
    """The log-odds of a chance, cut at ±4.6."""
    kept = min(max(chance, 0.01), 0.99)
    return math.log(kept / (1 - kept))
