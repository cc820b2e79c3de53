"""Procedures made ready to ask about: filtered, titled, and each in one split."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation.procedures._filters import too_few_titles, why_not
from manyhop.generation.procedures._settings import SPLITS, ClozeSettings, Split
from manyhop.generation.procedures._titles import TitledStep, titled_steps
from manyhop.sources import Procedure


class Prepared(msgspec.Struct, frozen=True):
    """A procedure, its steps as questions see them, and the split that all its questions go to."""

    procedure: Procedure
    steps: tuple[TitledStep, ...]
    split: Split

    @property
    def id(self) -> str:
        """The procedure's id."""
        return self.procedure.id


def prepare(
    procedures: Iterable[Procedure], settings: ClozeSettings, seed: int, limit: int | None = None
) -> tuple[list[Prepared], Counter[str]]:
    """The procedures that make questions, in the order they came, and why others do not.

    With ``limit``, so many of them by chance. Of two with one id the first counts.
    """
    dropped: Counter[str] = Counter()
    usable: dict[str, tuple[Procedure, tuple[TitledStep, ...]]] = {}
    for procedure in procedures:
        steps = titled_steps(procedure, settings)
        reason = why_not(procedure, steps, settings)
        if procedure.id in usable:
            reason = "an id that came before"
        elif reason is None and too_few_titles(steps, settings) and not _pictured(steps):
            reason = f"fewer than {settings.least_titled} steps with a title or a picture"
        if reason:
            dropped[reason] += 1
        else:
            usable[procedure.id] = (procedure, steps)
    if not usable:
        reasons = ", ".join(f"{number} with {reason}" for reason, number in dropped.items())
        raise ManyhopError(
            "there is no procedure to ask about"
            + (f" ({reasons}); change the settings" if reasons else "; index some, or name files")
        )
    ids = list(usable)
    random.Random(f"{seed} splits").shuffle(ids)
    split = _splits(ids[:limit], settings)
    kept = [Prepared(*usable[id], split[id]) for id in usable if id in split]
    return kept, dropped


def _pictured(steps: Sequence[TitledStep]) -> bool:
    return sum(bool(step.images) for step in steps) >= 4


def _splits(ids: Sequence[str], settings: ClozeSettings) -> dict[str, Split]:
    """The first share of shuffled procedures trains, the next validates, the rest tests."""
    train = round(settings.train_share * len(ids))
    val = round((settings.train_share + settings.val_share) * len(ids))
    bounds = (range(train), range(train, val), range(val, len(ids)))
    return {
        ids[place]: split for split, places in zip(SPLITS, bounds, strict=True) for place in places
    }
