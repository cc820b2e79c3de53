"""Procedures made ready to ask about: filtered, titled, and each in one split."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation.procedures._settings import SPLITS, ClozeSettings, Split
from manyhop.generation.procedures._titles import TitledStep, distinct_titles, titled_steps
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


# Which procedures make questions, and why the others do not.

_WORD = re.compile(r"[^\W\d_]+")
_COMMON = re.compile(
    r"\b(?:the|an?|and|or|of|to|in|on|for|with|from|at|by|into|it|is|are|be|was|this|that|these|those"
    r"|you|your|i|we|my|our|they|if|when|then|until|so|as|not|can|will|have|has|all|out|up|off|some"
    r"|more|one|just|but|make|use|add|put|them|there|do|get)\b",
    re.I,
)
_LEAST_SHARE = 0.1  # of all words; English instructions have a third or more
_FEW_WORDS = 12  # tell no language


def is_english(text: str) -> bool:
    """Whether enough of the words are those that English can't do without; few words may pass.

    Example: ``is_english("Den Teig auf dem Tisch ausrollen und dann in die Form legen, bitte.")``
    is False.
    """
    words = _WORD.findall(text)
    if words and sum(not word.isascii() for word in words) > len(words) / 2:
        return False
    if len(words) < _FEW_WORDS:
        return True
    return len(_COMMON.findall(text)) >= _LEAST_SHARE * len(words)


def why_not(
    procedure: Procedure, steps: tuple[TitledStep, ...], settings: ClozeSettings
) -> str | None:
    """Why a procedure makes no questions; None where it does."""
    text = " ".join(f"{step.title} {step.text}" for step in procedure.steps)
    if not settings.least_steps <= len(steps) <= settings.most_steps:
        return f"fewer than {settings.least_steps} or more than {settings.most_steps} steps"
    if settings.pictures_only == "drop" and not any(step.text.strip() for step in procedure.steps):
        return "no text in any step"
    if settings.non_ascii == "drop" and not text.isascii():
        return "characters beyond ASCII"
    if settings.english and not is_english(text):
        return "not in English"
    return None


def too_few_titles(steps: tuple[TitledStep, ...], settings: ClozeSettings) -> bool:
    """Whether a question of four titles can't be made of these steps."""
    return len(distinct_titles(steps)) < settings.least_titled
