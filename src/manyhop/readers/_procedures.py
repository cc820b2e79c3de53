"""Reading procedures: a step, the one after or before it, its picture, or an answer inside it."""

from collections.abc import Iterator, Sequence

from manyhop.models import Models
from manyhop.programs import Value, Wanted
from manyhop.readers._merging import merged
from manyhop.readers._naming import named_like, names
from manyhop.readers._procedure_questions import (
    asked_of,
    described,
    is_about_all_of,
    number_asked,
)
from manyhop.readers._shares import shares
from manyhop.readers._steps import Found, find_step, step_text
from manyhop.readers._texts import SHARPNESS
from manyhop.sources import Procedure, Span, StepAt

READ = 8  # steps that are read for an answer
CANDIDATES = 5  # steps that are named
SURE = 0.9  # chance of what is counted or stands at one end, once the procedure is found


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
        procedures = [each for each in _about(sources, given) if each.steps]
        if not procedures:
            return []
        if wanted != "answer":
            return self._around(question, procedures, wanted)
        match asked_of(question):
            case "count" | "first" | "last" | "numbered" as asked:
                return list(self._counted(question, procedures, asked))
            case "whole" if of := [p for p in procedures if is_about_all_of(question, p.title)]:
                return list(self._whole(question, of))
            case "materials" if any(each.materials for each in procedures):
                return list(self._materials(question, procedures))
            case "step":
                return self._around(question, procedures, "step")
            case "next" | "previous" as beside:
                return self._around(described(question), procedures, beside)
        return self._read(question, find_step(question, procedures, self._models)[:READ])

    def _around(
        self, question: str, procedures: Sequence[Procedure], wanted: Wanted
    ) -> list[Value]:
        steps = find_step(question, procedures, self._models)
        return [value for found in steps[: CANDIDATES + 1] for value in _stepped(found, wanted)]

    def _counted(
        self, question: str, procedures: Sequence[Procedure], asked: str
    ) -> Iterator[Value]:
        """The first, the last or another step by its number, or how many there are."""
        for procedure, share in self._likely(question, procedures):
            last = len(procedure.steps) - 1
            number = {"first": 0, "numbered": number_asked(question) - 1}.get(asked, last)
            if not 0 <= number <= last:
                continue
            text = str(number + 1) if asked == "count" else step_text(procedure, number)
            if text:
                cited = (procedure.cite(StepAt(number)),)
                yield Value(text, SURE * share, cited, procedure.title)

    def _whole(self, question: str, procedures: Sequence[Procedure]) -> Iterator[Value]:
        """Every step of the likeliest procedure, in order."""
        procedure, share = self._likely(question, procedures)[0]
        for number in range(len(procedure.steps)):
            if text := step_text(procedure, number):
                cited = (procedure.cite(StepAt(number)),)
                yield Value(text, SURE * share, cited, procedure.title)

    def _materials(self, question: str, procedures: Sequence[Procedure]) -> Iterator[Value]:
        """Each of them, with the step that uses it, for a list of materials is no place."""
        for procedure, share in self._likely(question, procedures):
            for material in procedure.materials:
                cited = (procedure.cite(StepAt(step_using(procedure, material))),)
                yield Value(material, SURE * share, cited, procedure.title)

    def _likely(
        self, question: str, procedures: Sequence[Procedure]
    ) -> list[tuple[Procedure, float]]:
        scores = self._models.reranker.score(question, [each.gist(question) for each in procedures])
        pairs = list(zip(procedures, shares(scores), strict=True))
        return sorted(pairs, key=lambda pair: -pair[1])

    def _read(self, question: str, steps: Sequence[Found]) -> list[Value]:
        """Spans inside the steps' texts, or yes and no; what a title says, its step vouches for."""
        kept = [found for found in steps if found.text.strip()]
        passages = [f"{found.procedure.title}\n{found.text}" for found in kept]
        readings = self._models.text_reader.read(question, passages)
        whole = shares([reading.score for reading in readings], SHARPNESS)
        values = []
        for found, reading, share in zip(kept, readings, whole, strict=True):
            ahead = len(found.procedure.title) + 1
            span = Span(reading.start - ahead, reading.end - ahead)
            place = StepAt(found.step, span if reading.start >= ahead else None)
            if reading.text.strip():
                cited = (found.procedure.cite(place),)
                values.append(Value(reading.text.strip(), share * reading.chance, cited))
        return merged(values)


def _about(sources: Sequence[Procedure], given: Sequence[Value]) -> Sequence[Procedure]:
    """Those that the given things name, or else all."""
    meant = [each for each in sources if any(named_like(each.title, g.text) for g in given)]
    return meant or sources


def _stepped(found: Found, wanted: Wanted) -> Iterator[Value]:
    procedure = found.procedure
    number = found.step + {"next": 1, "previous": -1}.get(wanted, 0)
    if not 0 <= number < len(procedure.steps):
        return
    if wanted == "picture":
        for image, name in enumerate(procedure.steps[number].images):
            cited = (procedure.cite(StepAt(number, image=image)),)
            yield Value(name, found.chance, cited, procedure.title)
    elif text := step_text(procedure, number):
        yield Value(text, found.chance, (procedure.cite(StepAt(number)),), procedure.title)


def step_using(procedure: Procedure, material: str) -> int:
    """The first step that names a material, by its last word at least; else the first step.

    A list of materials is no place that can be cited, so a material is cited where it is used.
    """
    for name in (material, *material.split()[-1:]):
        for number in range(len(procedure.steps)):
            if names(step_text(procedure, number), name):
                return number
    return 0
