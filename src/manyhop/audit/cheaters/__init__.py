"""Models that answer without reading: each shows one way that a benchmark gives answers away."""

from manyhop.audit._cheater import Cheater
from manyhop.audit.cheaters._choice_only import choice_only
from manyhop.audit.cheaters._form import length, overlap, position
from manyhop.audit.cheaters._free import (
    AnyAnswer,
    CommonAnswer,
    MostCommon,
    QuestionAnswers,
    context_guess,
    shared_words_guess,
    shuffled_guess,
)
from manyhop.audit.cheaters._reading import context_only, question_only, shuffled_context

__all__ = [
    "AnyAnswer",
    "CommonAnswer",
    "MostCommon",
    "QuestionAnswers",
    "choice_cheaters",
    "choice_only",
    "context_guess",
    "context_only",
    "free_cheaters",
    "length",
    "overlap",
    "position",
    "question_only",
    "shared_words_guess",
    "shuffled_context",
    "shuffled_guess",
]


def choice_cheaters(*, context: bool = True) -> list[Cheater]:
    """All cheaters at multiple choice; without a context, those that need none."""
    blind: list[Cheater] = [choice_only(), question_only(), MostCommon(), length(), position()]
    reading: list[Cheater] = [context_only(), overlap(), shuffled_context()]
    return [*blind, *reading] if context else [*blind, overlap()]


def free_cheaters(*, context: bool = True) -> list[Cheater]:
    """All cheaters at free answers; without a context, those that need none."""
    blind: list[Cheater] = [CommonAnswer(), QuestionAnswers()]
    reading: list[Cheater] = [
        context_guess(),
        length(),
        position(),
        shared_words_guess(),
        shuffled_guess(),
    ]
    return [*blind, *reading] if context else blind
