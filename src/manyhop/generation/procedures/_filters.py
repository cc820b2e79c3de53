"""Which procedures make questions, and why the others do not."""

import re

from manyhop.generation.procedures._settings import ClozeSettings
from manyhop.generation.procedures._titles import TitledStep, distinct_titles
from manyhop.sources import Procedure

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
