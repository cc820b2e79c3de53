"""Which steps of a procedure are shown, and which one is asked for."""

import random
from collections.abc import Sequence

from manyhop.generation.procedures._blank import Blank
from manyhop.generation.procedures._prepared import Prepared
from manyhop.generation.procedures._settings import ClozeSettings, Task
from manyhop.generation.procedures._titles import distinct_titles


def blanks(prepared: Prepared, task: Task, settings: ClozeSettings, seed: int) -> list[Blank]:
    """The questions of one procedure before they have choices; none where it has too few steps.

    Example: ``blanks(prepared, "textual_cloze", ClozeSettings(), seed=0)``
    """
    chance = random.Random(f"{seed} {task} {prepared.id}")
    if task == "textual_cloze":
        shown = {step: prepared.steps[step].title for step in distinct_titles(prepared.steps)}
    else:
        shown = _pictures(prepared, chance)
    if len(shown) < (settings.least_titled if task == "textual_cloze" else 4):
        return []
    return [
        Blank(
            task=task,
            split=prepared.split,
            procedure=prepared.id,
            length=len(prepared.steps),
            steps=steps,
            shown=tuple(shown[step] for step in steps),
            hole=hole,
            position=chance.randrange(settings.choices),
        )
        for steps, hole in _draw_steps(list(shown), settings, chance)
    ]


def _draw_steps(
    usable: Sequence[int], settings: ClozeSettings, chance: random.Random
) -> list[tuple[tuple[int, ...], int]]:
    """Four steps in order and a hole, several times, each time with another step asked for."""
    drawn = []
    for step in chance.sample(usable, len(usable))[: settings.questions_per_procedure]:
        if settings.contiguous:
            place = usable.index(step)
            start = chance.randint(max(0, place - 3), min(place, len(usable) - 4))
            steps = tuple(usable[start : start + 4])
        else:
            others = [other for other in usable if other != step]
            steps = tuple(sorted([*chance.sample(others, 3), step]))
        drawn.append((steps, steps.index(step)))
    return drawn


def _pictures(prepared: Prepared, chance: random.Random) -> dict[int, str]:
    """One picture of each step that has some, none of them twice."""
    shown: dict[int, str] = {}
    for step, titled in enumerate(prepared.steps):
        free = [name for name in titled.images if name not in shown.values()]
        if free:
            shown[step] = chance.choice(free)
    return shown
