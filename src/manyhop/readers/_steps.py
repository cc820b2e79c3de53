"""Which step of which procedure a question describes."""

from collections.abc import Sequence
from typing import NamedTuple

from manyhop.models import Models
from manyhop.readers._shares import shares
from manyhop.sources import Procedure

# Titles of recipe steps find their texts 78 times in 100 with these weights, at a mean chance of
# 0.77 (80 recipes); words in common add nothing to them.
JUDGED = 0.5  # weight of the reranker's score
MEANING = 8.0  # weight of the likeness of the sentences' vectors
MOST = 16  # steps that the reranker judges: those that are most alike
LATER = 0.5  # taken off for each procedure that the search found better


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
