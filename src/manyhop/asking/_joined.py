"""Answers made of places that were looked for apart: definitions, two sides, two parts."""

import re
from collections.abc import Iterator

from manyhop.asking._definitions import find_definitions
from manyhop.asking._gathered import Text, covered
from manyhop.asking._look import Look
from manyhop.asking._passages import Passages, Unit, logit
from manyhop.asking._proposal import Proposal
from manyhop.asking._two_parts import parts_asked, sides_asked
from manyhop.collection import question_terms
from manyhop.programs import Intersect, TextQ, Value
from manyhop.readers import sentences
from manyhop.sources import AnySource, Snippet, Span

DEFINITIONS = 3
SIDE = 10  # sentences of each side that are judged
PARTS = 4  # texts that are read for each part
_SHARP = re.compile(r"[?.]+$")


def joined_answers(passages: Passages) -> Iterator[Proposal]:
    """Propose what the question's form lets one look for in places of its own."""
    yield from _defined(passages)
    yield from _told_apart(passages)
    yield from _in_two_parts(passages)


def as_text(snippet: Snippet, judged: float = 0.0) -> Text:
    """A snippet as a text, with what stands above it."""
    above = snippet.searchable[: -len(snippet.text)].rstrip("\n")
    return Text(snippet, above, snippet.text, None, judged)


def _defined(passages: Passages) -> Iterator[Proposal]:
    look = passages.look
    found = find_definitions(look)[: 2 * DEFINITIONS]
    texts = [as_text(each.snippet) for each in found]
    said = [each.snippet.text[each.span.start : each.span.end] for each in found]
    told = [f"{text.context}\n{words}" for text, words in zip(texts, said, strict=True)]
    judged = look.models.reranker.score(look.text, told) if told else []
    order = sorted(
        range(len(found)), key=lambda n: -(judged[n] + 3 * found[n].said + 3 * found[n].headed)
    )
    for rank, n in enumerate(order[:DEFINITIONS]):
        signs = {
            "unit": judged[n] / 4,
            "headed": float(found[n].headed),
            "said": float(found[n].said),
            "first": float(rank == 0),
            "covered": covered(look.text, texts[n].context, said[n]),
            "only": 1 / len(found),
        }
        yield passages.proposal("definition", texts[n], [(said[n], found[n].span)], signs, "")


def _told_apart(passages: Passages) -> Iterator[Proposal]:
    """The sentence about the one and the sentence about the other."""
    look = passages.look
    asked = sides_asked(look.text)
    if not asked:
        return
    sides = [_about(look, passages, side, other) for side, other in (asked, asked[::-1])]
    if not all(sides):
        return
    one = sides[0][0]
    other = next((each for each in sides[1] if each.words != one.words), None)
    if other is None:
        return
    yield Proposal(
        way="two sides",
        values=tuple(Value(unit.words, 1.0, (unit.text.cite(unit.span),)) for unit in (one, other)),
        program=Intersect(TextQ(asked[0]), TextQ(asked[1])),
        signs={
            "unit": min(one.judged, other.judged) / 4,
            "together": float(one.text.source.id == other.text.source.id),
            "same file": float(one.text.source.origin == other.text.source.origin),
            "covered": covered(look.text, one.words, other.words),
        },
        sources=tuple({each.text.source.id: each.text.source for each in (one, other)}.values()),
    )


def _about(look: Look, passages: Passages, side: str, other: str) -> list[Unit]:
    """Sentences about one side, under its heading or with its name, best first."""
    wanted = set(question_terms(side)) - set(question_terms(other)) or set(question_terms(side))
    query = f"{side} {_SHARP.sub('', look.text)}"
    more = [hit.source for hit in look.finder.find(query, "snippet", 6, quick=True)]
    texts = {each.source.id: each for each in passages.texts[:5]}
    texts |= {each.id: as_text(each) for each in more if isinstance(each, Snippet)}
    units = []
    for text in texts.values():
        for span in sentences(text.text):
            words = text.text[span.start : span.end]
            named = len(wanted & set(question_terms(words, 500)))
            above = len(wanted & set(question_terms(text.context, 500)))
            if (named or above) and len(words.split()) > 3:
                units.append((named + 0.5 * above, Unit(text, span, 0.0)))
    units.sort(key=lambda each: -each[0])
    kept = [unit for _, unit in units[:SIDE]]
    ask = f"What is {side}? {look.text}"
    told = [f"{unit.text.context}\n{unit.words}" for unit in kept]
    judged = look.models.reranker.score(ask, told) if told else []
    shares = [share for share, _ in units[:SIDE]]
    scored = sorted(zip(judged, shares, kept, strict=True), key=lambda each: -each[0] - 2 * each[1])
    return [Unit(unit.text, unit.span, score) for score, _, unit in scored]


def _in_two_parts(passages: Passages) -> Iterator[Proposal]:
    """What the reader finds for each of two questions."""
    look = passages.look
    parts = parts_asked(look.text)
    if not parts:
        return
    values: list[Value] = []
    chances: list[float] = []
    sources: dict[str, AnySource] = {}
    for part in parts:
        found = [hit.source for hit in look.finder.find(part, "snippet", 2, quick=True)]
        texts = {text.source.id: text for text in passages.texts[:PARTS] if text.step is None}
        texts |= {
            each.id: as_text(each)
            for each in found
            if isinstance(each, Snippet) and each.id not in texts
        }
        pool = list(texts.values())
        told = [f"{text.context}\n{text.text}" for text in pool]
        readings = look.models.text_reader.read(part, told) if told else []
        best = sorted(zip(readings, pool, strict=True), key=lambda pair: -pair[0].score)
        for reading, text in best:
            start = reading.start - len(text.context) - 1
            said = reading.text.strip()
            if start >= 0 and said and said not in {value.text for value in values}:
                span = Span(start, reading.end - len(text.context) - 1)
                values.append(Value(said, 1.0, (text.cite(span),)))
                chances.append(reading.chance)
                sources[text.source.id] = text.source
                break
    if len(values) == 2:
        yield Proposal(
            way="two parts",
            values=tuple(values),
            program=Intersect(TextQ(parts[0]), TextQ(parts[1])),
            signs={
                "reader": logit(min(chances)),
                "best": logit(max(chances)),
                "together": float(len(sources) == 1),
            },
            sources=tuple(sources.values()),
        )
