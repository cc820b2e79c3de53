"""A built set in figures, for its card and for ``--json``."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np

from manyhop.generation.procedures._building import ClozeSet
from manyhop.generation.procedures._record import ClozeItem
from manyhop.generation.procedures._settings import SPLITS, ClozeSettings, Split, Task


class Spread(msgspec.Struct, frozen=True):
    """The mean, least and most of some counts."""

    mean: float
    least: int
    most: int


class ClozeFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a set holds and how it was made.

    ``positions`` counts how often each choice number is right; ``distinct_choices`` the different
    titles or pictures among all choices.
    """

    questions: dict[Split, dict[Task, int]]
    procedures: dict[Split, int]
    steps: Spread
    words_in_a_step: Spread
    words_in_a_choice: Spread | None
    positions: list[int]
    distinct_choices: int
    dropped_procedures: dict[str, int]
    questions_without_enough_choices: dict[Task, int]
    notes: tuple[str, ...]
    seed: int
    settings: ClozeSettings


def cloze_facts(made: ClozeSet) -> ClozeFacts:
    """Counts and lengths over all questions of a set.

    Example: ``cloze_facts(build_cloze(procedures)).questions["train"]``
    """
    items = [item for split in SPLITS for item in made.items[split]]
    contexts = {item.recipe_id: item.context for item in items}
    titles = [
        str(choice) for item in items if item.task == "textual_cloze" for choice in item.choice_list
    ]
    positions = Counter(item.answer for item in items)
    choices = {choice for item in items for choice in item.choice_list}
    return ClozeFacts(
        questions={split: _by_task(made.items[split]) for split in SPLITS},
        procedures={split: len({item.recipe_id for item in made.items[split]}) for split in SPLITS},
        steps=_spread(len(context) for context in contexts.values()),
        words_in_a_step=_spread(
            len(step.body.split()) for context in contexts.values() for step in context
        ),
        words_in_a_choice=_spread(len(title.split()) for title in titles) if titles else None,
        positions=[positions[place] for place in range(max(positions) + 1)],
        distinct_choices=len(choices),
        dropped_procedures=made.dropped,
        questions_without_enough_choices=made.unanswerable,
        notes=made.notes,
        seed=made.seed,
        settings=made.settings,
    )


def _by_task(items: Sequence[ClozeItem]) -> dict[Task, int]:
    return dict(Counter(item.task for item in items))


def _spread(counts: Iterable[int]) -> Spread:
    numbers = list(counts)
    return Spread(round(float(np.mean(numbers)), 2), min(numbers), max(numbers))
