"""Wrong choices for the questions of one task, with or without a remedy."""

import random
from collections.abc import Callable, Mapping, Sequence

import msgspec

from manyhop.generation.procedures._blank import Blank, Choices
from manyhop.generation.procedures._budget import budget_choices
from manyhop.generation.procedures._exchange import exchange_choices
from manyhop.generation.procedures._pool import Pool
from manyhop.generation.procedures._pools import Pooled, picture_pool, title_pool
from manyhop.generation.procedures._prepared import Prepared
from manyhop.generation.procedures._settings import SPLITS, ClozeSettings, Task
from manyhop.sources import Image

Draw = Callable[[Sequence[Blank], Pool, int, int], list[Choices]]

_REMEDIES: dict[str, Draw] = {"budget": budget_choices, "exchange": exchange_choices}


class Chosen(msgspec.Struct, frozen=True):
    """The wrong choices of each question by its id, and what is to be said about them."""

    wrong: dict[str, tuple[str, ...]]
    notes: tuple[str, ...]


def choose(
    task: Task,
    blanks: Sequence[Blank],
    prepared: Sequence[Prepared],
    images: Mapping[str, Image],
    settings: ClozeSettings,
    seed: int,
) -> Chosen:
    """Wrong choices for all blanks that find enough, each split as the settings say.

    Pictures that do not belong are the answers of ``visual_coherence``: it draws one for each
    blank, and no remedy, since its task is to find the odd one out.
    """
    wrong = 1 if task == "visual_coherence" else settings.choices - 1
    remedied = set(settings.remedied if settings.remedy != "none" else ())
    notes: list[str] = []
    if remedied and task == "visual_coherence":
        notes.append("visual_coherence asks for the odd one out: no remedy applies to its choices")
        remedied = set()
    whole = settings.pool == "all"
    together = whole and (settings.remedy != "exchange" and settings.budget_over == "all")
    plain = [blank for blank in blanks if blank.split not in remedied]
    rest = [
        blank
        for blank in blanks
        if blank.split in remedied and blank.length >= settings.least_steps_remedied
    ]
    work: list[tuple[Draw, list[Blank]]] = [(neighbourhood_choices, plain)]
    if not whole:
        work = [(neighbourhood_choices, part) for part in _by_split(plain)]
    for part in [rest] if together else _by_split(rest):
        work.append((_REMEDIES.get(settings.remedy, neighbourhood_choices), part))
    made: dict[str, tuple[str, ...]] = {}
    shared = _pooled(task, prepared, images, settings, seed) if whole else None
    for draw, part in work:
        if part:
            splits = {blank.split for blank in part}
            own = [one for one in prepared if one.split in splits]
            pooled = shared or _pooled(task, own, images, settings, seed)
            notes.append(pooled.note)
            made |= {one.blank.id: one.wrong for one in draw(part, pooled.pool, wrong, seed)}
    return Chosen(made, tuple(dict.fromkeys(notes)))


def _by_split(blanks: Sequence[Blank]) -> list[list[Blank]]:
    return [[blank for blank in blanks if blank.split == split] for split in SPLITS]


def _pooled(
    task: Task,
    prepared: Sequence[Prepared],
    images: Mapping[str, Image],
    settings: ClozeSettings,
    seed: int,
) -> Pooled:
    if task == "textual_cloze":
        return title_pool(prepared, settings, seed)
    return picture_pool(prepared, images, settings)


# RecipeQA's wrong choices: drawn from what is near the right one, but not too near.
#
# A model that sees the choices alone can tell the right one: it is the one that the others were
# found around, and the titles that people like most are right more often than wrong. This is the
# biased version that the remedies start from.


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
