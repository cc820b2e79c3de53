"""Answers that stand in running text: a span, a sentence or two, a section, a list, yes or no."""

import math
import re
from collections.abc import Iterator, Sequence

from manyhop.asking._entries import entry_answers
from manyhop.asking._gathered import Text, gather_texts, is_menu
from manyhop.asking._joined import joined_answers
from manyhop.asking._look import Look
from manyhop.asking._passages import UNITS, Passages, Unit, judge_units, logit
from manyhop.asking._proposal import Proposal
from manyhop.models import Reading
from manyhop.programs import Aggregate, Value
from manyhop.readers import listed, sentences
from manyhop.sources import AnySource, Citation, Span

SAID = 45  # words at most of a sentence or two that are an answer
WHOLE = 130  # words at most of a section that is an answer
SPANS = 4
SENTENCES = 4
STRETCHES = 2
STRETCHED = 70  # words at most of sentences that stand together
LISTS = 2
TRIED = 8  # lists that are judged
_SHOWN = 300  # letters of a list that the reranker sees
_ITEM = re.compile(r"^\s*(?:[-*•–]|\(?\d+[.)]|[a-z]\))\s+", re.IGNORECASE)
_MARK = re.compile(r"(?:[-*•–]\s+|[\s:,;]+)+(?=\S)")  # of an item, before a value
_WORD = re.compile(r"\w")
_LINES = 2  # lines at least that make a list
_HOW_MANY = re.compile(r"\bhow many\b|\bnumber of\b", re.IGNORECASE)
_COUNTED = "two three four five six seven eight nine ten"
_NUMBERS = {word: number for number, word in enumerate(_COUNTED.split(), start=2)} | {
    str(number): number for number in range(2, 21)
}
_SAID_NUMBER = re.compile(rf"\b({'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?:])\s+")
_CLAUSE = re.compile(r",\s+|\s+[–—-]\s+")
_ASKING_VERB = re.compile(
    r"(?:(?:and|but|so|then|or)\s+)?(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would"
    r"|should|must|may|might|am|need|\w+n't)\b\s+\w",
    re.IGNORECASE,
)
_ASKING_WORD = re.compile(
    r"(?:(?:and|but|so)\s+)?(?:(?:in|on|at|by|for|to|from|with|of|under|after|into)\s+)?"
    r"(?:what|which|who|whom|whose|how|where|when|why)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"(?:when|where|if)\b", re.IGNORECASE)
_EITHER = re.compile(r"\w,? or \w", re.IGNORECASE)
_OPENING_WORD = re.compile(r"\W*(yes|no)\b", re.IGNORECASE)
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
    yield from _stretches(passages)
    yield from _sections(passages)
    yield from _lists(passages)
    yield from _polar(passages)
    yield from joined_answers(passages)
    yield from entry_answers(passages)


def _spans(passages: Passages) -> Iterator[Proposal]:
    """What the reader found, with the sentence that it stands in; of the best text also what it
    found next.
    """
    order = sorted(range(len(passages.readings)), key=lambda n: -passages.readings[n][1].score)
    found = [(number, passages.readings[number][1]) for number in order]
    found[1:1] = [(order[0], reading) for reading in passages.second(order[0])] if order else []
    telling = [each for each in found if each[1].end and _WORD.search(each[1].text)]
    for number, reading in telling[:SPANS]:
        text = passages.readings[number][0]
        ahead = len(text.context) + 1
        start, end = reading.start - ahead, reading.end - ahead
        if start >= 0 and (mark := _MARK.match(reading.text)):
            start += mark.end()
        if start < 0:
            yield from _heading(passages, number, reading)
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
        words = text.text[start:end].strip()
        yield passages.proposal("span", text, [(words, span)], signs, said)


def _heading(passages: Passages, number: int, reading: Reading) -> Iterator[Proposal]:
    """What the reader found above a text: "Version 1.1.0 (2017-10-07)"; its first words cited."""
    text = passages.readings[number][0]
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
    said: list[tuple[Text, Span]] = []
    for rank, unit in enumerate(passages.units[: 2 * SENTENCES]):
        span = _completed(unit)
        words = unit.text.text[span.start : span.end]
        again = any(text is unit.text and _overlap(span, other) for text, other in said)
        if len(words.split()) > SAID or again or len(said) >= SENTENCES:
            continue
        said.append((unit.text, span))
        signs = passages.signs(unit.text, unit, words) | passages.read_in(unit.text, span)
        signs["rank"] = 1 / (1 + rank)
        yield passages.proposal("sentence", unit.text, [(words, span)], signs, "")


def _stretches(passages: Passages) -> Iterator[Proposal]:
    """A good sentence with those beside it: a list with what announces it, a remark with its
    reason.
    """
    said: list[tuple[Text, Span]] = []
    for unit in passages.units[: 3 * STRETCHES]:
        span = _widened(unit)
        words = unit.text.text[span.start : span.end]
        again = any(text is unit.text and _overlap(unit.span, other) for text, other in said)
        if again or span == _completed(unit) or len(said) >= STRETCHES:
            continue
        signs = passages.signs(unit.text, unit, words) | passages.read_in(unit.text, span)
        signs["rank"] = 1 / (1 + len(said))
        said.append((unit.text, span))
        yield passages.proposal("stretch", unit.text, [(words, span)], signs, "")


def _sections(passages: Passages) -> Iterator[Proposal]:
    """A whole short text: what "how do I" and "what is the difference" ask for."""
    for rank, text in enumerate(passages.texts[:2]):
        if len(text.text.split()) > WHOLE or (rank and is_menu(text.text)):
            continue
        unit = next((each for each in passages.units if each.text is text), None)
        span = Span(0, len(text.text))
        signs = passages.signs(text, unit, text.text) | passages.read_in(text, span)
        yield passages.proposal("section", text, [(text.text, span)], signs, "")


def _lists(passages: Passages) -> Iterator[Proposal]:
    """The items of lists in the best texts, each a value."""
    look = passages.look
    found = [(text, items) for text in passages.texts[:3] for items in _list_spans(text.text)][
        :TRIED
    ]
    if not found:
        return
    told = [
        f"{text.context}\n{_leading(text.text, items)}"[-_SHOWN:]
        + f" {text.text[items[0].start : items[-1].end]}"[:_SHOWN]
        for text, items in found
    ]
    judged = look.models.reranker.score(look.text, told)
    order = sorted(range(len(found)), key=lambda n: -(judged[n] + 0.5 * found[n][0].liked))
    said = _SAID_NUMBER.search(look.text)
    wanted = _NUMBERS.get(said[1].lower(), 0) if said else 0
    for rank, n in enumerate(order[:LISTS]):
        text, items = found[n]
        unit = next((each for each in passages.units if each.text is text), None)
        signs = passages.signs(text, unit, text.text) | {
            "items": math.log(len(items)),
            "list": judged[n] / 4,
            "as many": float(wanted == len(items)) - float(wanted not in (0, len(items))),
            "best list": float(rank == 0),
        }
        values = [(text.text[item.start : item.end], item) for item in items]
        yield passages.proposal("list", text, values, signs, "")
        if _HOW_MANY.search(look.text):
            counted = Value(str(len(items)), 1.0, tuple(text.cite(item) for item in items))
            yield Proposal(
                way="number listed",
                values=(counted,),
                program=Aggregate("count", text.program(look.text)),
                signs=signs,
                sources=(text.source,),
            )


def _leading(text: str, items: Sequence[Span]) -> str:
    """What stands before a list: the line, or the beginning of its sentence."""
    return text[: items[0].start].rstrip(" \n-*•").rpartition("\n")[2]


def asks_yes_or_no(question: str) -> bool:
    """Whether a clause of the last sentence asks by its verb.

    Example: ``asks_yes_or_no("If it rains, is the walk cancelled?")`` → ``True``
    """
    last = _SENTENCE.split(question.strip())[-1]
    for clause in _CLAUSE.split(last):
        if _ASKING_VERB.match(clause):
            return True
        if _ASKING_WORD.match(clause) and not _CONDITION.match(clause):
            return False
    return False


def _polar(passages: Passages) -> Iterator[Proposal]:
    """Yes and no, each with the sentence that decides it."""
    if not passages.units or not asks_yes_or_no(passages.look.text):
        return
    unit = passages.units[0]
    asked = bool(_NEGATED.search(passages.look.text))
    denied = bool(_NEGATED.search(unit.words)) != asked
    opening = _OPENING_WORD.match(unit.text.text) if unit.text.text else None
    near = [r.text for t, r in passages.readings if r.end == 0 and t is unit.text]
    for word in ("yes", "no"):
        signs = passages.signs(unit.text, unit, unit.words) | {
            "denied": 1.0 if denied == (word == "no") else -1.0,
            "reader says": float(word in near) - float(bool(near) and word not in near),
            "opens": 0.0 if not opening else 1.0 if opening[1].lower() == word else -1.0,
            "no": float(word == "no"),
            "either": float(bool(_EITHER.search(passages.look.text))),
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


def _widened(unit: Unit) -> Span:
    """A sentence with the one after it and the one before; of a list, all that fits."""
    text = unit.text.text
    spans = sentences(text)
    first = last = next(n for n, span in enumerate(spans) if span.start == unit.span.start)
    while first and _ITEM.match(_line(text, spans[first])):
        first -= 1
    lists = first < last or text[unit.span.start : unit.span.end].rstrip().endswith(":")
    while last + 1 < len(spans):
        following = _line(text, spans[last + 1])
        wanted = bool(_ITEM.match(following)) if lists and last > first else lists or last == first
        many = len(text[spans[first].start : spans[last + 1].end].split())
        if not wanted or many > STRETCHED:
            break
        last += 1
    if not lists and first and not text[spans[first - 1].end : spans[first].start].count("\n\n"):
        many = len(text[spans[first - 1].start : spans[last].end].split())
        first -= many <= STRETCHED
    if len(text[spans[first].start : spans[last].end].split()) > STRETCHED:
        return _completed(unit)
    return Span(spans[first].start, spans[last].end)


def _line(text: str, span: Span) -> str:
    """A sentence with the mark that stands before it in its line."""
    return text[text.rfind("\n", 0, span.start) + 1 : span.end]


def _overlap(span: Span, other: Span) -> bool:
    return span.start < other.end and other.start < span.end


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
