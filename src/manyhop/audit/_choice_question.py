"""A multiple-choice question as a cheater sees it that reads nothing but the choices."""

from collections.abc import Iterable

import msgspec

from manyhop.benchmarks import Example


class ChoiceQuestion(msgspec.Struct, frozen=True):
    """The choices, which of them is right, and the document that the question is about."""

    id: str
    choices: tuple[str, ...]
    answer: int
    group: str = ""


def choice_questions(examples: Iterable[Example]) -> list[ChoiceQuestion]:
    """The examples that have choices and a right one; a question without a group is its own.

    Example: ``choice_questions(RecipeQA(Path("val.json")).examples())``
    """
    return [
        ChoiceQuestion(
            example.question.id,
            example.question.choices,
            example.gold.choice,
            example.group or example.question.id,
        )
        for example in examples
        if example.gold is not None
        and example.gold.choice is not None
        and len(example.question.choices) > 1
    ]
