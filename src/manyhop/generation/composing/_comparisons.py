"""Compare: which of two things has more, or came earlier; one of them at least is described."""

import random

from manyhop.generation._topic import Topic
from manyhop.generation.cells import comparison
from manyhop.generation.composing._draft import Draft
from manyhop.generation.composing._pool import Pool
from manyhop.generation.composing._sides import Leaves, sides
from manyhop.programs import Compare


def comparison_of(topic: Topic, pool: Pool, leaves: Leaves, chance: random.Random) -> Draft | None:
    """A comparison of two rows of the topic's table; None where no two rows fit.

    Example: "Which is longer, the Humber Bridge or the bridge that opened in 1937?"
    """
    cells = [measure for measure in pool.measures if measure[0][0] == "cells"]
    both = sides(pool, leaves, chance, cells)
    if both is None:
        return None
    words = comparison(topic, int(both.measure[0][2]), chance)
    if words is None:
        return None
    one, other = (both.one, both.other) if chance.random() < 0.5 else (both.other, both.one)
    return Draft(
        question=words.question(one.thing, other.thing),
        pseudo=words.pseudo(one.written, other.written),
        program=Compare(words.operation, (both.one.program, both.other.program)),
        queries=both.queries,
        singles=both.singles,
        named=both.named,
        told=tuple(side.answer for side in (both.one, both.other) if len(side.singles) == 1),
    )
