"""Which procedures use a thing: every one is looked at, and the step that uses it is cited."""

import math
import re
from collections.abc import Iterator

from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.asking._speaking_of import find_mentions, tokens
from manyhop.collection import question_terms
from manyhop.programs import ProcedureQ, Value
from manyhop.sources import Procedure

SEARCHED = 60  # procedures that a search brings
_OBJECT = re.compile(
    r"\b(?:use[sd]?|using|needs?|needed|with|contains?|containing|calls? for|calling for|requires?|"
    r"made (?:with|from|of|out of)|there (?:is|are)|includes?|have|has|having|done (?:on|with|in)|"
    r"takes?|mentions?|involves?|as)\s+(?:(?:an?|the|some|any|my|your)\s+)?(?P<thing>[^?,;]+?)"
    r"(?:\s+(?:in (?:it|them)|at all|needed|used|required|here|for))?\s*\?",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"\b(?:is|are|do i need|can i use)\s+(?:(?:an?|the|some|any)\s+)?(?P<thing>[^?,;]+?)\s+"
    r"(?:used|needed|required|called for|mentioned)\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\s+or\s+(?:other\s+|any\s+)?|\s*,\s*", re.IGNORECASE)


def answer_what_uses(look: Look) -> Iterator[Proposal]:
    """Propose lists of procedures: those that speak of what the question names last or rarest."""
    procedures = _all_procedures(look, look.text)
    if len(procedures) < 3:
        return
    seen: set[tuple[str, ...]] = set()
    for way_found, thing in _things(look, procedures):
        pool = {each.id: each for each in (*procedures, *_all_procedures(look, thing))}
        using = []
        for procedure in pool.values():
            mentions = [m for part in _OTHERS.split(thing) for m in find_mentions(procedure, part)]
            if mentions:
                using.append(mentions[0])
        titles = tuple(sorted(mention.procedure.id for mention in using))
        if not 1 <= len(using) <= max(6, len(pool) // 3) or titles in seen:
            continue
        seen.add(titles)
        terms = question_terms(look.text)
        yield Proposal(
            way="procedures",
            values=tuple(Value(m.procedure.title, 1.0, (m.cite(),)) for m in using),
            program=ProcedureQ(look.text),
            signs={
                "object": float(way_found == "object"),
                "rarest": float(way_found == "rarest"),
                "terms": len(question_terms(thing)) / max(len(terms), 1),
                "share": len(using) / len(pool),
                "many": math.log(len(using)),
                "listed": sum(mention.step is None for mention in using) / len(using),
            },
            sources=tuple(mention.procedure for mention in using),
        )


def _all_procedures(look: Look, text: str) -> list[Procedure]:
    found = [hit.source for hit in look.finder.find(text, "procedure", SEARCHED, quick=True)]
    return [each for each in found if isinstance(each, Procedure) and each.steps]


def _things(look: Look, procedures: list[Procedure]) -> Iterator[tuple[str, str]]:
    """What may be used: the object of use, need or with; the rarest word; the last one or two."""
    for pattern in (_SUBJECT, _OBJECT):
        matches = list(pattern.finditer(look.text))
        if matches:
            yield "object", matches[-1]["thing"]
    texts = [set(question_terms(each.searchable, 10_000)) for each in procedures]
    telling = set(question_terms(look.text))
    have = {
        token.word: sum(token.stem in text for text in texts)
        for token in tokens(look.text)
        if token.stem in telling
    }
    known = [word for word, number in have.items() if number]
    if known:
        yield "rarest", min(known, key=lambda word: have[word])
        yield "last", " ".join(known[-2:])
        yield "last", known[-1]
