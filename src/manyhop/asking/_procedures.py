"""Answers from procedures: all steps, one by number, the next or previous, what it takes, which."""

import math
import re
from collections.abc import Iterator, Sequence

from manyhop.answering import coverage
from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.collection import question_terms
from manyhop.programs import (
    Aggregate,
    Compare,
    Compose,
    Known,
    ProcedureQ,
    Program,
    TableQ,
    Value,
    Wanted,
)
from manyhop.readers import described, find_step, listed, number_asked, sentences, step_text
from manyhop.sources import CellAt, Procedure, Span, StepAt, Table

ABOUT = 2  # procedures that a question may be about
SEARCHED = 60  # procedures that are looked through for what they use
_ALTERNATIVES = re.compile(
    r"[,:]?\s*(?P<left>[^,:?]+?),?\s+or\s+(?:for\s+|in\s+)?(?P<right>[^?]+?)\s*\?", re.IGNORECASE
)
_FEWER = re.compile(r"\b(?:fewer|fewest|less|least|shorter|shortest)\b", re.IGNORECASE)
_PARTS = re.compile(
    r"\b(?:ingredient|material|tool|equipment|suppl|need|part|utensil|require)", re.IGNORECASE
)


def answer_from_procedures(look: Look) -> Iterator[Proposal]:
    """Propose what the procedures that the question may be about say, taken in every way."""
    found = [each for each in look.sources("procedure") if isinstance(each, Procedure)]
    found = [each for each in found if each.steps]
    if not found:
        return
    likely = _ranked(look, found)
    for rank, (procedure, signs) in enumerate(likely[:ABOUT]):
        signs = signs | {"first": float(rank == 0)}
        yield from _about_steps(look, procedure, signs, described(look.text) if rank == 0 else "")
        yield from _materials(look, procedure, signs)
    yield from _compared(look, [procedure for procedure, _ in likely])
    yield from _using(look)
    yield from _rows_for(look, likely[0][0], likely[0][1])


def _ranked(
    look: Look, procedures: Sequence[Procedure]
) -> list[tuple[Procedure, dict[str, float]]]:
    """The procedures by how well their titles and gists suit, with what speaks for each."""
    judged = look.models.reranker.score(look.text, [each.gist(look.text) for each in procedures])
    asked, *titles = look.models.sentence_encoder.encode(
        [look.text, *(each.title for each in procedures)]
    )
    found = []
    for procedure, score, title in zip(procedures, judged, titles, strict=True):
        named = coverage(procedure.title, [look.text])
        alike = float(asked @ title)
        found.append((score / 4 + 2 * named + 3 * alike, procedure, score, named, alike))
    found.sort(key=lambda each: -each[0])
    ranked = []
    for place, (total, procedure, score, named, alike) in enumerate(found):
        others = [each[0] for number, each in enumerate(found) if number != place]
        lead = total - max(others, default=total - 2)
        covered = coverage(look.text, [procedure.searchable])
        signs = {
            "judged": score / 4,
            "named": named,
            "alike": alike,
            "lead": max(min(lead, 3.0), -3.0),
            "covered": covered,
        }
        ranked.append((procedure, signs))
    return ranked


def _step_value(procedure: Procedure, number: int) -> Value:
    return Value(
        step_text(procedure, number), 1.0, (procedure.cite(StepAt(number)),), procedure.title
    )


def _about_steps(
    look: Look, procedure: Procedure, signs: dict[str, float], told: str
) -> Iterator[Proposal]:
    whole = [number for number in range(len(procedure.steps)) if step_text(procedure, number)]
    if not whole:
        return
    many = math.log(len(whole))

    def proposal(
        way: str, numbers: Sequence[int], wanted: Wanted = "step", **more: float
    ) -> Proposal:
        return Proposal(
            way=way,
            values=tuple(_step_value(procedure, number) for number in numbers),
            program=ProcedureQ(look.text, wanted),
            signs=signs | {"steps": many} | more,
            sources=(procedure,),
        )

    yield proposal("all steps", whole, "answer")
    wanted = number_asked(look.text)
    if 1 <= wanted <= len(procedure.steps) and step_text(procedure, wanted - 1):
        yield proposal("step", [wanted - 1])
    yield proposal("first step", whole[:1])
    yield proposal("last step", whole[-1:])
    counted = Value(str(len(whole)), 1.0, (procedure.cite(StepAt(whole[-1])),), procedure.title)
    yield Proposal(
        way="number of steps",
        values=(counted,),
        program=Aggregate("count", ProcedureQ(look.text, "step")),
        signs=signs,
        sources=(procedure,),
    )
    steps = find_step(told or look.text, [procedure], look.models)
    if steps:
        best = steps[0]
        lead = best.chance - (steps[1].chance if len(steps) > 1 else 0.0)
        for way, by in (("next step", 1), ("previous step", -1), ("that step", 0)):
            place = best.step + by
            if 0 <= place < len(procedure.steps) and step_text(procedure, place):
                asked: Wanted = "next" if by > 0 else "previous" if by < 0 else "step"
                yield proposal(way, [place], asked, described=best.chance, step_lead=lead)


def _materials(look: Look, procedure: Procedure, signs: dict[str, float]) -> Iterator[Proposal]:
    """What is needed, as the procedure lists it, or as a step that lists it says."""
    step = next((n for n, each in enumerate(procedure.steps) if _PARTS.search(each.title)), None)
    items: list[Value] = []
    if procedure.materials:
        at = 0 if step is None else step
        items = [
            Value(each, 1.0, (procedure.cite(StepAt(at)),), procedure.title)
            for each in procedure.materials
        ]
    elif step is not None:
        text = procedure.steps[step].text
        items = [
            Value(text[part.start : part.end].strip(), 1.0, (procedure.cite(StepAt(step, part)),))
            for part in _listed_parts(text)
        ]
    if items:
        yield Proposal(
            way="materials",
            values=tuple(items),
            program=ProcedureQ(look.text),
            signs=signs | {"listed": float(bool(procedure.materials)), "items": len(items) / 10},
            sources=(procedure,),
        )


def _listed_parts(text: str) -> list[Span]:
    """The lines of a step that lists things, or what its commas part."""
    lines = [span for span in sentences(text) if span.end > span.start]
    if len(lines) > 1:
        return lines
    return listed(text) if lines else []


def _compared(look: Look, procedures: Sequence[Procedure]) -> Iterator[Proposal]:
    """Which of two procedures has more or fewer steps."""
    alternatives = _ALTERNATIVES.search(look.text)
    if not alternatives:
        return
    sides = []
    for side in (alternatives["left"], alternatives["right"]):
        named = side.strip(" '\"“”")
        scored = [(coverage(named, [each.title]), -n) for n, each in enumerate(procedures)]
        best, place = max(scored, default=(0.0, 0))
        sides.append((best, procedures[-place], named))
    (left, one, _), (right, other, _) = sides
    if one is other or min(left, right) < 0.3:
        return
    fewer = bool(_FEWER.search(look.text))
    pair = sorted((one, other), key=lambda each: len(each.steps), reverse=not fewer)
    cited = tuple(each.cite(StepAt(len(each.steps) - 1)) for each in pair)
    hop = ProcedureQ("How many steps does [answer] have?", "step")
    counts: tuple[Program, ...] = tuple(
        Compose(Aggregate("count", hop), Known(each.title)) for each in pair
    )
    yield Proposal(
        way="compared steps",
        values=(Value(pair[0].title, 1.0, cited),),
        program=Compare("smallest" if fewer else "largest", counts),
        signs={
            "named": min(left, right),
            "asks steps": float("step" in look.text.lower()),
            "apart": float(len(one.steps) != len(other.steps)),
        },
        sources=tuple(pair),
        sentence=f"{pair[0].title} has {len(pair[0].steps)} steps, "
        f"{pair[1].title} has {len(pair[1].steps)}.",
    )


def _using(look: Look) -> Iterator[Proposal]:
    """All procedures that speak of what the question's rarest words name."""
    found = [hit.source for hit in look.finder.find(look.text, "procedure", SEARCHED, quick=True)]
    procedures = [each for each in found if isinstance(each, Procedure)]
    texts = {each.id: set(question_terms(each.searchable, 10_000)) for each in procedures}
    terms = question_terms(look.text)
    have = {term: sum(term in text for text in texts.values()) for term in terms}
    known = [term for term in terms if have[term]]
    if not known or len(procedures) < 3:
        return
    for wanted in ([min(known, key=lambda term: have[term])], known[-2:], known[-1:]):
        using = [each for each in procedures if all(term in texts[each.id] for term in wanted)]
        if not 1 <= len(using) <= max(6, len(procedures) // 3):
            continue
        values = tuple(_mention(each, wanted) for each in using)
        yield Proposal(
            way="procedures",
            values=values,
            program=ProcedureQ(look.text),
            signs={
                "terms": len(wanted) / max(len(terms), 1),
                "share": len(using) / len(procedures),
                "many": math.log(len(using)),
                "unknown": (len(terms) - len(known)) / len(terms),
                "last": float(known[-1] in wanted),
            },
            sources=tuple(using),
        )


def _mention(procedure: Procedure, terms: Sequence[str]) -> Value:
    """A procedure's title, with the step that uses it."""
    for number in range(len(procedure.steps)):
        if set(terms) <= set(question_terms(step_text(procedure, number), 10_000)):
            return Value(procedure.title, 1.0, (procedure.cite(StepAt(number)),))
    return Value(procedure.title, 1.0, (procedure.cite(StepAt(0)),))


def _rows_for(look: Look, procedure: Procedure, signs: dict[str, float]) -> Iterator[Proposal]:
    """A row of a table whose name the procedure uses and the question speaks of: its price, shop.

    "The battery for the key fob": the procedure says which battery, the price list what it costs.
    """
    asked = set(question_terms(look.text))
    used = set(question_terms(procedure.searchable, 10_000))
    best: list[tuple[float, float, Table, int]] = []
    for table in look.sources("table"):
        if not isinstance(table, Table) or len(table.rows) > 2_000 or len(table.columns) < 2:
            continue
        for number, row in enumerate(table.rows):
            name = set(question_terms(row[0].text)) if row[0].text else set()
            if name and name & asked and name & used:
                best.append(
                    (len(name & asked) / len(name), len(name & used) / len(name), table, number)
                )
    best.sort(key=lambda each: -(each[0] + each[1]))
    for mine, theirs, table, number in best[:2]:
        headers = [column.name for column in table.columns]
        question, *vectors = look.models.sentence_encoder.encode([look.text, *headers])
        alike = [float(question @ vector) for vector in vectors]
        order = sorted(range(1, len(headers)), key=lambda column: -alike[column])
        lead = alike[order[0]] - (alike[order[1]] if len(order) > 1 else 0.0)
        for column in order[:2]:
            cell = table.rows[number][column].text
            if not cell:
                continue
            cited = (table.cite(CellAt(number, column)), table.cite(CellAt(number, 0)))
            inner = ProcedureQ(look.text)
            yield Proposal(
                way="procedure row",
                values=(Value(cell, 1.0, cited, table.rows[number][0].text),),
                program=Compose(TableQ(f"{headers[column]} of [answer]"), inner),
                signs=signs
                | {
                    "in question": mine,
                    "in procedure": theirs,
                    "column": alike[column],
                    "column lead": lead if column == order[0] else -lead,
                    "number": float(any(map(str.isdigit, cell))),
                    "only": 1 / len(best),
                },
                sources=(table, procedure),
            )
