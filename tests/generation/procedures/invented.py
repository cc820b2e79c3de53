"""Procedures that nobody wrote: what is made, and steps drawn from a small workshop's words."""

import random

from manyhop.sources import Procedure, Step

_VERBS = ("Cut", "Sand", "Glue", "Paint", "Drill", "Clamp", "Measure", "Oil", "Fold", "Screw on")
_THINGS = (
    "the oak shelf",
    "both side panels",
    "a paper lantern",
    "the back board",
    "two brass hinges",
    "the drawer front",
    "every corner joint",
    "the felt lining",
    "the long rail",
    "the lamp socket",
    "a strip of cork",
    "the window frame",
)


def invented(number: int, steps: int = 8, seed: int = 0) -> list[Procedure]:
    """So many procedures; they begin alike, as people's do."""
    chance = random.Random(f"{seed} invented")
    made = []
    for one in range(number):
        titles = ["Materials" if chance.random() < 0.5 else "What you need"]
        pairs = [(verb, thing) for verb in _VERBS for thing in _THINGS]
        for verb, thing in chance.sample(pairs, steps - 1):
            titles.append(f"{verb} {thing}")
        made.append(
            Procedure(
                id=f"project-{one}",
                title=f"Project {one}",
                steps=tuple(
                    Step(
                        f"Step {place}: {title}",
                        f"Now it is time for this: {title.lower()} as well as you can.",
                        (f"project-{one}_{place}_0.jpg", f"project-{one}_{place}_1.jpg"),
                    )
                    for place, title in enumerate(titles, start=1)
                ),
            )
        )
    return made
