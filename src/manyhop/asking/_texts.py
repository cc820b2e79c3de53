"""Answers that stand in running text: a span, a sentence or two, a section, a list, yes or no."""

import math
import re
from collections.abc import Iterator, Sequence

import msgspec

from manyhop.answering import coverage
from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.models import Reading
from manyhop.programs import ProcedureQ, Program, TextQ, Value, normal_form
from manyhop.readers import listed, sentences, step_text
from manyhop.sources import AnySource, Citation, Procedure, Snippet, Span, StepAt

READ = 5  # texts that are read for a span
UNITS = 3  # texts whose sentences are judged one by one
MOST_UNITS = 32  # sentences that are judged in all
SAID = 45  # words at most of a sentence or two that are an answer
WHOLE = 130  # words at most of a section that is an answer
SPANS = 3
SENTENCES = 3
_ITEM = re.compile(r"^\s*(?:[-*•–]|\(?\d+[.)]|[a-z]\))\s+", re.IGNORECASE)
_LINES = 2  # lines at least that make a list
_NEGATED = re.compile(
    r"\b(?:no|not|never|none|nor|cannot|without|neither|\w+n['’]t)\b|\bun(?:able|supported)\b",
    re.IGNORECASE,
)


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


def answer_from_texts(look: Look) -> Iterator[Proposal]:
    """Propose what the best texts say, in every form that they can say it in."""
    texts = gather_texts(look)
    if not texts:
        return
    units = judge_units(look, texts[:UNITS])
    readings = look.models.text_reader.read(
        look.text, [f"{each.context}\n{each.text}" for each in texts[:READ]]
    )
    common = _Common(look, texts, units, readings)
    yield from common.spans()
    yield from common.sentences()
    yield from common.sections()
    yield from common.lists()
    yield from common.polar()


def gather_texts(look: Look) -> list[Text]:
    """Snippets and steps that were found, best first by the reranker and shared words."""
    found: list[tuple[Snippet | Procedure, str, str, int | None]] = []
    judged_by: list[str] = []  # word for word what others ask the reranker, which remembers that
    for source in look.sources("snippet"):
        if isinstance(source, Snippet) and source.text.strip():
            whole = source.searchable
            found.append((source, whole[: -len(source.text)].rstrip("\n"), source.text, None))
            judged_by.append(whole)
    for source in look.sources("procedure")[:2]:
        if isinstance(source, Procedure):
            for number, step in enumerate(source.steps):
                if step.text.strip():
                    context = "\n".join(filter(None, (source.title, step.title)))
                    found.append((source, context, step.text, number))
                    judged_by.append(f"{source.title}\n{step_text(source, number)}")
    judged = look.models.reranker.score(look.text, judged_by)
    texts = [Text(*each, score) for each, score in zip(found, judged, strict=True)]
    liked = {id(t): t.judged + 4 * _covered(look.text, t.context, t.text) for t in texts}
    return sorted(texts, key=lambda each: -liked[id(each)])


def judge_units(look: Look, texts: Sequence[Text]) -> list[Unit]:
    """The sentences of the best texts, best first; each is judged under its headings."""
    places = [(text, span) for text in texts for span in sentences(text.text)][:MOST_UNITS]
    said = [f"{text.context}\n{text.text[span.start : span.end]}" for text, span in places]
    judged = look.models.reranker.score(look.text, said)
    units = [Unit(*place, score) for place, score in zip(places, judged, strict=True)]
    return sorted(units, key=lambda unit: -(unit.judged + 0.5 * unit.text.judged))


def nearest(look: Look) -> tuple[tuple[Citation, ...], dict[str, AnySource]]:
    """The two sentences, of different sources, that come nearest to the question."""
    units = judge_units(look, gather_texts(look)[:UNITS])
    best: dict[str, Unit] = {}
    for unit in units:
        best.setdefault(unit.text.source.id, unit)
    kept = list(best.values())[:2]
    cited = tuple(unit.text.cite(unit.span) for unit in kept)
    return cited, {unit.text.source.id: unit.text.source for unit in kept}


class _Common:
    """What all proposals from texts share: the texts, their sentences and readings."""

    def __init__(
        self,
        look: Look,
        texts: Sequence[Text],
        units: Sequence[Unit],
        readings: Sequence[Reading],
    ) -> None:
        self._look = look
        self._texts = texts
        self._units = units
        self._readings = list(zip(texts, readings, strict=False))
        best = max((reading.score for reading in readings), default=0.0)
        whole = sum(math.exp(0.3 * (reading.score - best)) for reading in readings) or 1.0
        self._shares = [math.exp(0.3 * (reading.score - best)) / whole for reading in readings]

    def spans(self) -> Iterator[Proposal]:
        """What the reader found, with the sentence that it stands in."""
        order = sorted(range(len(self._readings)), key=lambda n: -self._readings[n][1].score)
        for number in order[:SPANS]:
            text, reading = self._readings[number]
            ahead = len(text.context) + 1
            start, end = reading.start - ahead, reading.end - ahead
            if start < 0 or not reading.text.strip() or reading.end == 0:
                continue
            span = Span(start, end)
            unit = self._unit_at(text, span)
            signs = self._signs(text, unit, reading.text) | {
                "reader": logit(reading.chance),
                "share": self._shares[number],
                "agreed": self._agreed(number),
                "in best": float(bool(unit) and unit == self._units[0]),
            }
            said = _quotable(unit)
            yield self._proposal("span", text, [(reading.text.strip(), span)], signs, said)

    def sentences(self) -> Iterator[Proposal]:
        """The sentences that go best with the question, a short one with the next."""
        for unit in self._units[:SENTENCES]:
            span = _completed(unit)
            words = unit.text.text[span.start : span.end]
            if len(words.split()) > SAID:
                continue
            signs = self._signs(unit.text, unit, words) | self._read_in(unit.text, span)
            yield self._proposal("sentence", unit.text, [(words, span)], signs, "")

    def sections(self) -> Iterator[Proposal]:
        """A whole short text: what "how do I" and "what is the difference" ask for."""
        for text in self._texts[:2]:
            if len(text.text.split()) > WHOLE:
                continue
            unit = next((each for each in self._units if each.text is text), None)
            span = Span(0, len(text.text))
            signs = self._signs(text, unit, text.text) | self._read_in(text, span)
            yield self._proposal("section", text, [(text.text, span)], signs, "")

    def lists(self) -> Iterator[Proposal]:
        """The items of a list in one of the best texts, each a value."""
        for text in self._texts[:3]:
            unit = next((each for each in self._units if each.text is text), None)
            for items in _lists(text.text):
                signs = self._signs(text, unit, text.text) | {"items": math.log(len(items))}
                values = [(text.text[item.start : item.end], item) for item in items]
                yield self._proposal("list", text, values, signs, "")

    def polar(self) -> Iterator[Proposal]:
        """Yes and no, each with the sentence that decides it."""
        if not self._units:
            return
        unit = self._units[0]
        asked = bool(_NEGATED.search(self._look.text))
        denied = bool(_NEGATED.search(unit.words)) != asked
        near = [r.text for t, r in self._readings if r.end == 0 and t is unit.text]
        for word in ("yes", "no"):
            signs = self._signs(unit.text, unit, unit.words) | {
                "denied": 1.0 if denied == (word == "no") else -1.0,
                "reader says": float(word in near) - float(bool(near) and word not in near),
                "no": float(word == "no"),
            }
            value = Value(word, 1.0, (unit.text.cite(unit.span),))
            yield Proposal(
                way="polar",
                values=(value,),
                program=unit.text.program(self._look.text),
                signs=signs,
                sources=(unit.text.source,),
                sentence=f"{word.capitalize()}: {unit.words}",
            )

    def _proposal(
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
            program=text.program(self._look.text),
            signs=signs,
            sources=(text.source,),
            sentence=said,
        )

    def _signs(self, text: Text, unit: Unit | None, words: str) -> dict[str, float]:
        question = self._look.text
        others = [each.judged for each in self._units if each.text is not text]
        best = unit.judged if unit else -5.0
        return {
            "text": text.judged / 4,
            "unit": best / 4,
            "lead": (best - max(others, default=-5.0)) / 4,
            "first": float(text is self._texts[0]),
            "covered": _covered(question, text.context, text.text),
            "unit covered": _covered(question, text.context, unit.words) if unit else 0.0,
            "step": float(text.step is not None),
            "length": math.log(1 + len(words.split())),
        }

    def _read_in(self, text: Text, span: Span) -> dict[str, float]:
        """Whether the reader, too, finds its value in these words."""
        ahead = len(text.context) + 1
        for number, (read, reading) in enumerate(self._readings):
            start, end = reading.start - ahead, reading.end - ahead
            if read is text and reading.end and span.start <= start and end <= span.end:
                return {"reader": logit(reading.chance), "share": self._shares[number]}
        return {"reader": -3.0, "share": 0.0}

    def _unit_at(self, text: Text, span: Span) -> Unit | None:
        return next(
            (
                unit
                for unit in self._units
                if unit.text is text and unit.span.start <= span.start < unit.span.end
            ),
            None,
        )

    def _agreed(self, number: int) -> float:
        """How many other texts give the same value."""
        mine = normal_form(self._readings[number][1].text)
        return float(
            sum(
                normal_form(reading.text) == mine
                for other, (_, reading) in enumerate(self._readings)
                if other != number and reading.chance > 0.1
            )
        )


def logit(chance: float) -> float:
    """The log-odds of a chance, cut at ±4.6."""
    kept = min(max(chance, 0.01), 0.99)
    return math.log(kept / (1 - kept))


def _covered(question: str, *texts: str) -> float:
    return coverage(question, texts)


def _quotable(unit: Unit | None) -> str:
    """The sentence itself, where it is short enough to be said."""
    return unit.words if unit and len(unit.words.split()) <= SAID else ""


def _completed(unit: Unit) -> Span:
    """A sentence that announces something, or says little, with what comes after it."""
    text = unit.text.text
    spans = sentences(text)
    place = next(n for n, span in enumerate(spans) if span.start == unit.span.start)
    end = unit.span.end
    for following in spans[place + 1 : place + 4]:
        short = len(text[unit.span.start : end].split()) < 6
        if not (text[unit.span.start : end].rstrip().endswith(":") or short):
            break
        end = following.end
    return Span(unit.span.start, end)


def _lists(text: str) -> Iterator[list[Span]]:
    """Runs of lines that are items, without their marks; and lists inside of one sentence."""
    items: list[Span] = []
    start = 0
    for line in [*text.splitlines(keepends=True), "\n"]:
        mark = _ITEM.match(line)
        if mark:
            items.append(Span(start + mark.end(), start + len(line.rstrip())))
        elif line.strip() or not line.endswith("\n") or start >= len(text):
            if len(items) >= _LINES:
                yield [item for item in items if item.end > item.start]
            items = []
        start += len(line)
    for sentence in sentences(text):
        said = text[sentence.start : sentence.end]
        _, colon, rest = said.partition(":")
        ahead = sentence.start + (len(said) - len(rest) if colon else 0)
        inside = text[ahead : sentence.end].rstrip(".")
        parts = listed(inside)
        if len(parts) > 2:
            yield [Span(ahead + part.start, ahead + part.end) for part in parts]
