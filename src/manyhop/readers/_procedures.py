"""Reading procedures: a step, the one after or before it, its picture, or an answer inside it."""

import re
from collections.abc import Iterator, Sequence

from manyhop.models import Models
from manyhop.programs import Value, Wanted
from manyhop.readers._merging import merged
from manyhop.readers._naming import named_like, names
from manyhop.readers._shares import shares
from manyhop.readers._steps import Found, described, find_step, step_text
from manyhop.sources import Procedure, Span, StepAt

READ = 8  # steps that are read for an answer
CANDIDATES = 5  # steps that are named
SURE = 0.9  # chance of what is counted or stands at one end, once the procedure is found

_HOW_MANY = re.compile(r"\bhow many (?:\w+ )?steps\b|\bnumber of steps\b", re.IGNORECASE)
_FIRST = re.compile(
    r"\bfirst (?:step|thing)|\b(?:comes?|do|start|begin)\w* (?:with )?first\b|"
    r"\bhow (?:do|does|should) .*\b(?:start|begin)\b",
    re.IGNORECASE,
)
_LAST = re.compile(r"\b(?:last|final) (?:step|thing)|\bcomes? last\b", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:after|once|following|next)\b", re.IGNORECASE)
_BEFORE = re.compile(r"\b(?:before|prior to)\b", re.IGNORECASE)
_STEP = re.compile(r"\bwhich step\b|\bat what step\b|\bwhat step\b", re.IGNORECASE)
_DO = re.compile(
    r"\bwhat (?:do|does|should|must|is|happens|comes|step)\b|\bwhich step\b", re.IGNORECASE
)
_MATERIALS = re.compile(
    r"\b(?:ingredients|materials|tools|supplies)\b.*\b(?:need\w*|required?|used?|are|go)\b|"
    r"\bwhat (?:do|will) (?:i|you|we) need\b",
    re.IGNORECASE,
)


class ProcedureReading:
    """Finds the step that a question describes and goes on from there.

    Example: ``ProcedureReading(models).read("Form a loop", [knot], wanted="next")[0].text``
    """

    def __init__(self, models: Models) -> None:
        self._models = models

    def read(
        self,
        question: str,
        sources: Sequence[Procedure],
        given: Sequence[Value] = (),
        wanted: Wanted = "answer",
    ) -> list[Value]:
        """Values, the likeliest first, each citing its step, a span of it or its picture."""
        procedures = _about(sources, given)
        if wanted == "answer":
            return self._answers(question, procedures)
        return list(_stepped(find_step(question, procedures, self._models), wanted))[:CANDIDATES]

    def _answers(self, question: str, procedures: Sequence[Procedure]) -> list[Value]:
        if plain := list(self._plain(question, procedures)):
            return plain
        steps = find_step(question, procedures, self._models)
        if _STEP.search(question):
            return list(_stepped(steps, "step"))[:CANDIDATES]
        if _DO.search(question) and (_AFTER.search(question) or _BEFORE.search(question)):
            steps = find_step(described(question), procedures, self._models)
            wanted: Wanted = "previous" if _BEFORE.search(question) else "next"
            return list(_stepped(steps, wanted))[:CANDIDATES]
        return self._read(question, steps[:READ])

    def _plain(self, question: str, procedures: Sequence[Procedure]) -> Iterator[Value]:
        """What the procedure's form tells: how many steps, the first, the last, its materials."""
        full = [each for each in procedures if each.steps]
        if not full:
            return
        ends = {_HOW_MANY: -1, _FIRST: 0, _LAST: -1}
        for pattern, end in ends.items():
            if pattern.search(question):
                for procedure, share in self._likely(question, full):
                    number = end % len(procedure.steps)
                    text = str(number + 1) if pattern is _HOW_MANY else step_text(procedure, number)
                    if text:
                        yield Value(text, SURE * share, (procedure.cite(StepAt(number)),))
                return
        if _MATERIALS.search(question):
            for procedure, share in self._likely(question, full):
                for material in procedure.materials:
                    place = StepAt(_using(procedure, material))
                    yield Value(material, SURE * share, (procedure.cite(place),))

    def _likely(
        self, question: str, procedures: Sequence[Procedure]
    ) -> list[tuple[Procedure, float]]:
        scores = self._models.reranker.score(question, [each.searchable for each in procedures])
        pairs = list(zip(procedures, shares(scores), strict=True))
        return sorted(pairs, key=lambda pair: -pair[1])

    def _read(self, question: str, steps: Sequence[Found]) -> list[Value]:
        """Spans inside the steps' texts, or yes and no."""
        kept = [each for each in steps if each.text.strip()]
        passages = [
            f"{each.procedure.title}\n{each.procedure.steps[each.step].text}" for each in kept
        ]
        readings = self._models.text_reader.read(question, passages)
        whole = shares([reading.score for reading in readings])
        found = []
        for each, reading, share in zip(kept, readings, whole, strict=True):
            ahead = len(each.procedure.title) + 1
            inside = reading.start >= ahead and reading.text.strip()
            span = Span(reading.start - ahead, reading.end - ahead) if inside else None
            if reading.text.strip():
                place = StepAt(each.step, span)
                found.append(
                    Value(reading.text, share * reading.chance, (each.procedure.cite(place),))
                )
        return merged(found)


def _about(sources: Sequence[Procedure], given: Sequence[Value]) -> Sequence[Procedure]:
    """Those that the given things name, or else all."""
    meant = [each for each in sources if any(named_like(each.title, g.text) for g in given)]
    return meant or sources


def _stepped(steps: Sequence[Found], wanted: Wanted) -> Iterator[Value]:
    for procedure, number, chance in steps:
        number += {"next": 1, "previous": -1}.get(wanted, 0)
        if not 0 <= number < len(procedure.steps):
            continue
        if wanted == "picture":
            for image, name in enumerate(procedure.steps[number].images):
                place = StepAt(number, image=image)
                yield Value(name, chance, (procedure.cite(place),), procedure.title)
        elif text := step_text(procedure, number):
            yield Value(text, chance, (procedure.cite(StepAt(number)),), procedure.title)


def _using(procedure: Procedure, material: str) -> int:
    """The first step that names a material, by its last word at least; else the first step."""
    for name in (material, *material.split()[-1:]):
        for number in range(len(procedure.steps)):
            if names(step_text(procedure, number), name):
                return number
    return 0
