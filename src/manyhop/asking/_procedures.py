"""Answers from procedures: all steps, one by number, the next or previous, what it takes, which."""

import math
import re
from collections.abc import Iterator, Sequence

from manyhop.answering import coverage
from manyhop.asking._compared import answer_compared
from manyhop.asking._look import Look
from manyhop.asking._procedure_rows import answer_from_rows
from manyhop.asking._proposal import Proposal
from manyhop.asking._uses import answer_what_uses
from manyhop.programs import Aggregate, ProcedureQ, Value, Wanted
from manyhop.readers import (
    Asked,
    asked_of,
    described,
    find_step,
    listed,
    number_asked,
    sentences,
    step_text,
    step_using,
)
from manyhop.sources import Procedure, Span, StepAt

ONLY: dict[Asked, str] = {
    "next": "next step",
    "previous": "previous step",
    "numbered": "step",
    "first": "first step",
    "last": "last step",
    "count": "number of steps",
}
"""The one way that a question's own words leave, where they say which step is meant."""
ABOUT = 2  # procedures that a question may be about
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
        told = described(look.text) if rank == 0 else ""
        meant = ONLY.get(asked_of(look.text))
        for proposal in _about_steps(look, procedure, signs, told):
            if meant in (None, proposal.way):
                yield proposal
        yield from _materials(look, procedure, signs)
    yield from answer_compared(look, [procedure for procedure, _ in likely])
    yield from answer_what_uses(look)
    yield from answer_from_rows(look, likely)


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
        items = [
            Value(
                each,
                1.0,
                (procedure.cite(StepAt(step_using(procedure, each) if step is None else step)),),
                procedure.title,
            )
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
