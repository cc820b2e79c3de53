"""From procedures to a set of cloze questions in splits."""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation.procedures._blanks import blanks
from manyhop.generation.procedures._choosing import choose
from manyhop.generation.procedures._prepared import Prepared, prepare
from manyhop.generation.procedures._record import ClozeItem, cloze, coherence, ordering
from manyhop.generation.procedures._settings import SPLITS, TASKS, ClozeSettings, Split, Task
from manyhop.sources import Image, Procedure

OnProgress = Callable[[str, int, int], None]
"""Told what is being made, how many parts are done, and of how many."""


class ClozeSet(msgspec.Struct, frozen=True, kw_only=True):
    """Questions by split, and what became of the procedures.

    ``dropped`` counts procedures by why they make no questions, ``unanswerable`` the questions of
    each task that found too few wrong choices, or that a remedy left out.
    """

    items: dict[Split, list[ClozeItem]]
    settings: ClozeSettings
    seed: int
    procedures: int
    dropped: dict[str, int]
    unanswerable: dict[Task, int]
    notes: tuple[str, ...]


def build_cloze(
    procedures: Iterable[Procedure],
    *,
    tasks: Sequence[Task] = TASKS,
    settings: ClozeSettings | None = None,
    seed: int = 0,
    limit: int | None = None,
    images: Mapping[str, Image] | None = None,
    on_progress: OnProgress = lambda stage, done, total: None,
) -> ClozeSet:
    """Make questions of the four tasks; the same for the same procedures, settings and seed.

    The questions are the same with and without a remedy, so that versions can be compared
    question by question; only the choices differ, and a remedy leaves some questions out.
    ``images`` are the pictures that steps name, where they are known.
    Example: ``build_cloze(procedures, tasks=["textual_cloze"]).items["train"]``
    """
    settings = settings or ClozeSettings()
    on_progress("preparing", 0, len(tasks) + 1)
    prepared, dropped = prepare(procedures, settings, seed, limit)
    items: dict[Split, list[ClozeItem]] = {split: [] for split in SPLITS}
    unanswerable: dict[Task, int] = {}
    notes: dict[str, None] = {}
    for done, task in enumerate(tasks, start=1):
        on_progress(task, done, len(tasks) + 1)
        made, lacking, said = _items(task, prepared, images or {}, settings, seed)
        for item in made:
            items[item.split].append(item)
        unanswerable[task] = lacking
        notes.update(dict.fromkeys(said))
    if not any(items.values()):
        raise ManyhopError(
            f"none of the {len(prepared):,} procedures makes a question of "
            f"{' or '.join(tasks)}; they need four steps with "
            f"{'titles' if tuple(tasks) == ('textual_cloze',) else 'pictures'}, and others to draw "
            "wrong choices from"
        )
    on_progress("done", len(tasks) + 1, len(tasks) + 1)
    return ClozeSet(
        items=items,
        settings=settings,
        seed=seed,
        procedures=len(prepared),
        dropped=dict(sorted(dropped.items())),
        unanswerable=unanswerable,
        notes=tuple(notes),
    )


def _items(
    task: Task,
    prepared: Sequence[Prepared],
    images: Mapping[str, Image],
    settings: ClozeSettings,
    seed: int,
) -> tuple[list[ClozeItem], int, tuple[str, ...]]:
    """One task's questions, how many found too few wrong choices, and what to say about them."""
    procedures = {one.id: one for one in prepared}
    drawn = [blank for one in prepared for blank in blanks(one, task, settings, seed)]
    if task == "visual_ordering":
        count = settings.choices
        return [ordering(one, procedures[one.procedure], count, seed) for one in drawn], 0, ()
    chosen = choose(task, drawn, prepared, images, settings, seed)
    write = coherence if task == "visual_coherence" else cloze
    made = [
        write(one, procedures[one.procedure], chosen.wrong[one.id])
        for one in drawn
        if one.id in chosen.wrong
    ]
    return made, len(drawn) - len(made), chosen.notes
