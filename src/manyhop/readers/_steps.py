"""Which step of which procedure a question describes."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from manyhop.models import Models
from manyhop.readers._naming import folded
from manyhop.readers._shares import shares
from manyhop.sources import Procedure

WORDS = 6.0  # weight of the share of the question's words that a step has
MEANING = 6.0  # weight of the likeness of their vectors
LATER = 0.5  # taken off for each procedure that the search found better
SHARPNESS = 1.0

_LEADING = re.compile(
    r"^\s*(?:what|which step|how)\b.*?\b(?:after|before|following|once|when)\b\s*"
    r"(?:that\s+|you(?:'ve| have)?\s+|i(?:'ve| have)?\s+|we\s+)?",
    re.IGNORECASE,
)


class Found(NamedTuple):
    """A step by its number, and the chance that it is the one described."""

    procedure: Procedure
    step: int
    chance: float

    @property
    def text(self) -> str:
        """The step's text, which its spans are counted in."""
        return self.procedure.steps[self.step].text


def described(question: str) -> str:
    """The part of a question that describes a step.

    Example: ``described("What do I do after I have cut the rope?")`` → ``"cut the rope?"``
    """
    return _LEADING.sub("", question).strip() or question


def find_step(question: str, procedures: Sequence[Procedure], models: Models) -> list[Found]:
    """All steps, the likeliest first."""
    steps = [
        (rank, procedure, number)
        for rank, procedure in enumerate(procedures)
        for number in range(len(procedure.steps))
        if step_text(procedure, number)
    ]
    if not steps:
        return []
    told = [step_text(procedure, number) for _, procedure, number in steps]
    titled = [
        f"{procedure.title}\n{text}" for (_, procedure, _), text in zip(steps, told, strict=True)
    ]
    judged = models.reranker.score(question, titled)
    asked, *vectors = models.sentence_encoder.encode([question, *told])
    scores = [
        judged[place]
        + WORDS * _common(question, told[place])
        + MEANING * float(asked @ vectors[place])
        - LATER * rank
        for place, (rank, _, _) in enumerate(steps)
    ]
    chances = shares(scores, SHARPNESS)
    found = [
        Found(procedure, number, chance)
        for (_, procedure, number), chance in zip(steps, chances, strict=True)
    ]
    return sorted(found, key=lambda each: -each.chance)


def step_text(procedure: Procedure, number: int) -> str:
    """A step in its own words."""
    step = procedure.steps[number]
    return ": ".join(filter(None, (step.title.strip(), step.text.strip())))


def _common(question: str, text: str) -> float:
    asked = {word for word in folded(question).split() if len(word) > 3}
    return len(asked & set(folded(text).split())) / len(asked) if asked else 0.0
