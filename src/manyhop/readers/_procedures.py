"""Reading procedures: a step, the one after or before it, its picture, or an answer inside it."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from manyhop.models import Models
from manyhop.programs import Value, Wanted
from manyhop.readers._asked_words import AskedWords, stems
from manyhop.readers._reader import merged, named_like, names, shares
from manyhop.readers._texts import SHARPNESS
from manyhop.sources import Procedure, Span, StepAt

Asked = Literal[
    "count", "numbered", "first", "last", "materials", "step", "next", "previous", "whole", "answer"
]

_DO = r"\bwhat (?:do|does|should|must|is|happens|comes|will)\b.*"
_NTH = "second third fourth fifth sixth seventh eighth ninth tenth"
_ORDINALS = _NTH.split()
_NUMBERED = re.compile(
    rf"\b(?P<ordinal>{'|'.join(_ORDINALS)}) step\b"
    r"|\b(?P<before>\d+)(?:st|nd|rd|th) step\b|\bstep (?:number |no\. ?)?(?P<after>\d+)\b",
    re.IGNORECASE,
)
_PATTERNS: dict[Asked, str] = {
    "count": r"\bhow many (?:\w+ )?steps\b|\bnumber of steps\b",
    "first": r"\bfirst (?:step|thing)|\b(?:comes?|do) first\b|"
    r"\bhow (?:do|should) .* (?:start|begin)",
    "last": r"\b(?:last|final) (?:step|thing)|\b(?:comes?|do) last\b",
    "materials": r"\bwhat (?:do|will) (?:i|you|we) need\b|"
    r"\b(?:ingredients|materials|tools|supplies)\b.*\b(?:need\w*|required?|used?|are|go|have|contain)\b",
    "step": r"\b(?:which|what) step\b",
    "previous": rf"{_DO}\b(?:before|prior to)\b",
    "next": rf"{_DO}\b(?:after|once|following|next)\b",
    "numbered": _NUMBERED.pattern,
    "whole": r"^how (?:to|do|does|can|should|would)\b|\b(?:instructions|steps|recipe) (?:for|to)\b",
}
_HOW = "should i you we make build cook instructions instruction steps step recipe"
_ASKING = frozenset(_HOW.split())
_LEADING = re.compile(
    r"^.*?\b(?:after|before|following|once|when|prior to)\b\s*"
    r"(?:that\s+)?(?:(?:you|i|we|one|having)(?:'ve|\s+have)?\s+)?",
    re.IGNORECASE,
)
# Titles of recipe steps find their texts 78 times in 100 with these weights, at a mean chance of
# 0.77 (80 recipes); words in common add nothing to them.
JUDGED = 0.5  # weight of the reranker's score
MEANING = 8.0  # weight of the likeness of the sentences' vectors
MOST = 16  # steps that the reranker judges: those that are most alike
LATER = 0.5  # taken off for each procedure that the search found better
READ = 8  # steps that are read for an answer
CANDIDATES = 5  # steps that are named
SURE = 0.9  # chance of what is counted or stands at one end, once the procedure is found


def asked_of(question: str) -> Asked:
    """The first pattern that fits; "answer" where something inside the steps is asked for.

    Example: ``asked_of("What do I do after cutting the rope?")`` → ``"next"``
    """
    for asked, pattern in _PATTERNS.items():
        if re.search(pattern, question, re.IGNORECASE):
            return asked
    return "answer"


def number_asked(question: str) -> int:
    """The number of the step that a question asks for by its number, counted from 1.

    Example: ``number_asked("What is the third step?")`` → ``3``
    """
    found = _NUMBERED.search(question)
    if found is None:
        return 0
    if ordinal := found["ordinal"]:
        return _ORDINALS.index(ordinal.lower()) + 2
    return int(found["before"] or found["after"])


def is_about_all_of(question: str, title: str) -> bool:
    """Whether a "how" is about what a procedure's title says, and nothing inside it.

    Example: ``is_about_all_of("How do I tie a bowline?", "Tie a bowline")`` → ``True``
    """
    words = AskedWords(question).left()
    asked = {word.stem for word in words if word.text not in _ASKING}
    return bool(asked) and asked <= set(stems(title))


def described(question: str) -> str:
    """The part of a question that describes a step.

    Example: ``described("What do I do after I have cut the rope?")`` → ``"cut the rope?"``
    """
    return _LEADING.sub("", question).strip() or question


# Which step of which procedure a question describes.


class Found(NamedTuple):
    """A step by its number, and the chance that it is the one described."""

    procedure: Procedure
    step: int
    chance: float

    @property
    def text(self) -> str:
        """The step's text, which its spans are counted in."""
        return self.procedure.steps[self.step].text


def find_step(question: str, procedures: Sequence[Procedure], models: Models) -> list[Found]:
    """All steps, the likeliest first.

    Example: ``find_step("Form a loop", [knot], models)[0].step``
    """
    steps = [
        (rank, procedure, number)
        for rank, procedure in enumerate(procedures)
        for number in range(len(procedure.steps))
        if step_text(procedure, number)
    ]
    if not steps:
        return []
    told = [step_text(procedure, number) for _, procedure, number in steps]
    asked, *vectors = models.sentence_encoder.encode([question, *told])
    alike = [float(asked @ vector) for vector in vectors]
    likely = sorted(range(len(steps)), key=lambda place: -alike[place])[:MOST]
    titled = [f"{steps[place][1].title}\n{told[place]}" for place in likely]
    judged = dict(zip(likely, models.reranker.score(question, titled), strict=True))
    least = min(judged.values())
    scores = [
        JUDGED * judged.get(place, least) + MEANING * alike[place] - LATER * rank
        for place, (rank, _, _) in enumerate(steps)
    ]
    found = [
        Found(procedure, number, chance)
        for (_, procedure, number), chance in zip(steps, shares(scores), strict=True)
    ]
    return sorted(found, key=lambda each: -each.chance)


def step_text(procedure: Procedure, number: int) -> str:
    """A step in its own words: title and text."""
    step = procedure.steps[number]
    return ": ".join(filter(None, (step.title.strip(), step.text.strip())))


# Going on from the step that was found.


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
