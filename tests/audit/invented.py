"""Invented four-choice questions, fair or not."""

import random
from collections.abc import Callable

from manyhop.answering import Question
from manyhop.benchmarks import Example, Gold
from manyhop.sources import Procedure, Step

VERBS = ("cut", "sand", "glue", "paint", "drill", "clamp", "oil", "fold", "rinse", "warm", "Bend")
THINGS = ("shelf", "Panel", "big lantern", "board", "hinge", "old drawer", "joint", "rail", "lamp")
TITLES = [f"{verb} the {thing}" for verb in VERBS for thing in THINGS]

Spoil = Callable[[int, list[str], int], tuple[list[str], int]]


def fair(number: int, seed: int, spoil: Spoil | None = None) -> list[Example]:
    """Titles from one pool, any of them right, under texts about others; two to a document."""
    chance = random.Random(f"{seed} fair")
    made = []
    for one in range(number):
        choices, right = chance.sample(TITLES, 4), chance.randrange(4)
        if spoil:
            choices, right = spoil(one, choices, right)
        shown = [*chance.sample(TITLES, 3)]
        shown.insert(chance.randrange(4), "@placeholder")
        steps = tuple(Step(text=f"Now {text} with care.") for text in chance.sample(TITLES, 4))
        made.append(
            Example(
                question=Question(
                    id=str(one),
                    text="Which title is missing?",
                    parts=tuple(shown),
                    choices=tuple(choices),
                    candidates=(Procedure(title="", steps=steps, id=f"p{one // 2}"),),
                ),
                gold=Gold(choice=right),
                category="textual_cloze",
                group=str(one // 2),
            )
        )
    return made
