"""Answers that stand in running text: a span, a sentence or two, a section, a list, yes or no."""

import math
import re
from collections.abc import Iterator

from manyhop.asking._joined import joined_answers
from manyhop.asking._look import Look
from manyhop.asking._passages import (
    UNITS,
    Passages,
    Unit,
    gather_texts,
    judge_units,
    logit,
)
from manyhop.asking._proposal import Proposal
from manyhop.programs import Aggregate, Value
from manyhop.readers import listed, sentences
from manyhop.sources import AnySource, Citation, Span

SAID = 45  # words at most of a sentence or two that are an answer
WHOLE = 130  # words at most of a section that is an answer
SPANS = 3
SENTENCES = 3
_ITEM = re.compile(r"^\s*(?:[-*•–]|\(?\d+[.)]|[a-z]\))\s+", re.IGNORECASE)
_LINES = 2  # lines at least that make a list
_HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_NEGATED = re.compile(
    r"\b(?:no|not|never|none|nor|cannot|without|neither|\w+n['’]t)\b|\bun(?:able|supported)\b",
    re.IGNORECASE,
)


def answer_from_texts(look: Look) -> Iterator[Proposal]:
    """Propose what the best texts say, in every form that they can say it in."""
    passages = Passages.read(look)
    if passages is None:
        return
    yield from _spans(passages)
    yield from _sentences(passages)
    yield from _sections(passages)
    yield from _lists(passages)
    yield from _polar(passages)
    yield from joined_answers(passages)


def _spans(passages: Passages) -> Iterator[Proposal]:
    """What the reader found, with the sentence that it stands in."""
    order = sorted(range(len(passages.readings)), key=lambda n: -passages.readings[n][1].score)
    for number in order[:SPANS]:
        text, reading = passages.readings[number]
        ahead = len(text.context) + 1
        start, end = reading.start - ahead, reading.end - ahead
        if not reading.text.strip() or reading.end == 0:
            continue
        if start < 0:
            yield from _heading(passages, number)
            continue
        span = Span(start, end)
        unit = passages.unit_at(text, span)
        signs = passages.signs(text, unit, reading.text) | {
            "reader": logit(reading.chance),
            "share": passages.shares[number],
            "agreed": passages.agreed(number),
            "in best": float(bool(unit) and unit == passages.units[0]),
        }
        said = _quotable(unit)
        yield passages.proposal("span", text, [(reading.text.strip(), span)], signs, said)


def _heading(passages: Passages, number: int) -> Iterator[Proposal]:
    """What the reader found above a text: "Version 1.1.0 (2017-10-07)"; its first words cited."""
    text, reading = passages.readings[number]
    first = sentences(text.text)
    if reading.end > len(text.context) or not first:
        return
    line = text.context[: reading.end].rpartition("\n")[2]
    line += text.context[reading.end :].partition("\n")[0]
    signs = passages.signs(text, None, reading.text) | {
        "reader": logit(reading.chance),
        "share": passages.shares[number],
        "agreed": passages.agreed(number),
    }
    yield passages.proposal("heading", text, [(reading.text.strip(), first[0])], signs, line)


def _sentences(passages: Passages) -> Iterator[Proposal]:
    """The sentences that go best with the question, a short one with the next."""
    for unit in passages.units[:SENTENCES]:
        span = _completed(unit)
        words = unit.text.text[span.start : span.end]
        if len(words.split()) > SAID:
            continue
        signs = passages.signs(unit.text, unit, words) | passages.read_in(unit.text, span)
        yield passages.proposal("sentence", unit.text, [(words, span)], signs, "")


def _sections(passages: Passages) -> Iterator[Proposal]:
    """A whole short text: what "how do I" and "what is the difference" ask for."""
    for text in passages.texts[:2]:
        if len(text.text.split()) > WHOLE:
            continue
        unit = next((each for each in passages.units if each.text is text), None)
        span = Span(0, len(text.text))
        signs = passages.signs(text, unit, text.text) | passages.read_in(text, span)
        yield passages.proposal("section", text, [(text.text, span)], signs, "")


def _lists(passages: Passages) -> Iterator[Proposal]:
    """The items of a list in one of the best texts, each a value."""
    for text in passages.texts[:3]:
        unit = next((each for each in passages.units if each.text is text), None)
        for items in _list_spans(text.text):
            signs = passages.signs(text, unit, text.text) | {"items": math.log(len(items))}
            values = [(text.text[item.start : item.end], item) for item in items]
            yield passages.proposal("list", text, values, signs, "")
            if _HOW_MANY.search(passages.look.text):
                counted = Value(str(len(items)), 1.0, tuple(text.cite(item) for item in items))
                yield Proposal(
                    way="number listed",
                    values=(counted,),
                    program=Aggregate("count", text.program(passages.look.text)),
                    signs=signs,
                    sources=(text.source,),
                )


def _polar(passages: Passages) -> Iterator[Proposal]:
    """Yes and no, each with the sentence that decides it."""
    if not passages.units:
        return
    unit = passages.units[0]
    asked = bool(_NEGATED.search(passages.look.text))
    denied = bool(_NEGATED.search(unit.words)) != asked
    near = [r.text for t, r in passages.readings if r.end == 0 and t is unit.text]
    for word in ("yes", "no"):
        signs = passages.signs(unit.text, unit, unit.words) | {
            "denied": 1.0 if denied == (word == "no") else -1.0,
            "reader says": float(word in near) - float(bool(near) and word not in near),
            "no": float(word == "no"),
        }
        value = Value(word, 1.0, (unit.text.cite(unit.span),))
        yield Proposal(
            way="polar",
            values=(value,),
            program=unit.text.program(passages.look.text),
            signs=signs,
            sources=(unit.text.source,),
            sentence=f"{word.capitalize()}: {unit.words}",
        )


def nearest(look: Look) -> tuple[tuple[Citation, ...], dict[str, AnySource]]:
    """The two sentences, of different sources, that come nearest to the question."""
    units = judge_units(look, gather_texts(look)[:UNITS])
    best: dict[str, Unit] = {}
    for unit in units:
        best.setdefault(unit.text.source.id, unit)
    kept = list(best.values())[:2]
    cited = tuple(unit.text.cite(unit.span) for unit in kept)
    return cited, {unit.text.source.id: unit.text.source for unit in kept}


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


def _list_spans(text: str) -> Iterator[list[Span]]:
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
