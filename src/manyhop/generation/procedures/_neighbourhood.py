"""RecipeQA's wrong choices: drawn from what is near the right one, but not too near.

A model that sees the choices alone can tell the right one: it is the one that the others were
found around, and the titles that people like most are right more often than wrong. This is the
biased version that the remedies start from.
"""

import random
from collections.abc import Sequence

from manyhop.generation.procedures._blank import Blank, Choices
from manyhop.generation.procedures._pool import Pool


def neighbourhood_choices(
    blanks: Sequence[Blank], pool: Pool, wrong: int, seed: int
) -> list[Choices]:
    """Each blank with ``wrong`` neighbours of its answer, drawn uniformly; some may find too few.

    Example: ``neighbourhood_choices(blanks, pool, 3, seed=0)``
    """
    pool.find((pool.row(blank.answer) for blank in blanks), pool.settings.neighbours)
    made = []
    for blank in blanks:
        row = pool.row(blank.answer)
        kept = [other for other in pool.kept(row) if pool.allowed(row, blank.procedure, other)]
        random.Random(f"{seed} wrong {blank.id}").shuffle(kept)
        names = different(pool, kept, wrong)
        if len(names) == wrong:
            made.append(Choices(blank, names))
    return made


def different(pool: Pool, rows: Sequence[int], number: int) -> tuple[str, ...]:
    """The first so many of some rows that say different things."""
    names: dict[str, str] = {}
    for row in rows:
        if len(names) == number:
            break
        key = pool.words[row] if pool.settings.same_words == "exclude" else pool.items[row].name
        names.setdefault(key, pool.items[row].name)
    return tuple(names.values())
