"""What a remedy leaves of a set of examples."""

import msgspec

from manyhop.answering import Question
from manyhop.benchmarks import Example, Gold


class Remedied(msgspec.Struct, frozen=True):
    """The examples that stay, some with other choices, and what was done in words."""

    examples: list[Example]
    note: str


def with_choices(example: Example, choices: tuple[str, ...], right: int) -> Example:
    """The same example with other choices."""
    question: Question = msgspec.structs.replace(example.question, choices=choices)
    assert example.gold is not None
    gold: Gold = msgspec.structs.replace(example.gold, choice=right)
    return msgspec.structs.replace(example, question=question, gold=gold)
