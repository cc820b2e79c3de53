"""Questions about the order of a procedure's steps and the pictures that belong to them."""

import random

from manyhop.generation._query import StepOf
from manyhop.generation._single import Single
from manyhop.programs import Value
from manyhop.sources import Procedure, StepAt

_LONGEST_TITLE = 12  # words by which a question may name a step

_AFTER = (
    "What is the next step after “{step}” in {title}?",
    "In {title}, which step follows “{step}”?",
    "What do you do right after “{step}” in {title}?",
)
_BEFORE = (
    "What is the step before “{step}” in {title}?",
    "In {title}, which step comes just before “{step}”?",
    "What do you do right before “{step}” in {title}?",
)
_PICTURE = (
    "Which picture belongs to the step “{step}” in {title}?",
    "In {title}, which picture shows the step “{step}”?",
)


def step_singles(procedure: Procedure, chance: random.Random) -> list[Single]:
    """Which step comes next, which came before, and which picture belongs to a step.

    A step is asked about only where its title is its own.
    Example: "What is the next step after “Boil water” in Tea?" → "Pour"
    """
    titles = [step.title.strip() for step in procedure.steps]
    own = [number for number, title in enumerate(titles) if _names_one(title, titles)]
    singles = []
    for number in own:
        for shift, words in ((1, _AFTER), (-1, _BEFORE)):
            if number + shift in own:
                singles.append(
                    _single(procedure, StepOf(procedure.id, number, shift), words, chance)
                )
        if len(procedure.steps[number].images) == 1:
            query = StepOf(procedure.id, number, picture=True)
            singles.append(_single(procedure, query, _PICTURE, chance))
    return singles


def derive_step(query: StepOf, procedure: Procedure) -> tuple[Value, ...]:
    """The title of the step that is meant, or the name of its only picture."""
    number = query.step + query.shift
    if not 0 <= number < len(procedure.steps):
        return ()
    step = procedure.steps[number]
    if query.picture:
        place = StepAt(number, image=0)
        return (Value(step.images[0], citations=(procedure.cite(place),)),) if step.images else ()
    return (Value(step.title.strip(), citations=(procedure.cite(StepAt(number)),)),)


def _names_one(title: str, titles: list[str]) -> bool:
    lower = [each.lower() for each in titles]
    return 0 < len(title.split()) <= _LONGEST_TITLE and lower.count(title.lower()) == 1


def _single(
    procedure: Procedure, query: StepOf, words: tuple[str, ...], chance: random.Random
) -> Single:
    step, title = procedure.steps[query.step].title.strip(), procedure.title
    values = derive_step(query, procedure)
    asked = "picture" if query.picture else "step after" if query.shift > 0 else "step before"
    return Single(
        leaf="ProcedureQ",
        question=chance.choice(words).format(step=step, title=title),
        query=query,
        values=values,
        entities=("",) * len(values),
        pseudo=f"In [{title}], what is the [{asked}] of [{step}]",
        noun="picture" if query.picture else "step",
    )
