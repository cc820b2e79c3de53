"""Whether a question gives its own answer away."""

import re

from manyhop.generation._built import BuiltQuestion
from manyhop.programs import Choose, Compare, walk

_WORD = re.compile(r"[^\W_]+")


def leaks(built: BuiltQuestion) -> list[str]:
    """What is wrong with a question that says one of its answers; nothing where all is well.

    A choice, a comparison of two named things and "this or that" must name the answer.
    Example: ``leaks(built)`` → ``["the question says its answer 1981"]``
    """
    if any(isinstance(part, Choose | Compare) for part in walk(built.program)):
        return []
    asked = _words(built.question)
    return [
        f"the question says its answer {answer}"
        for answer in built.answers
        if answer.lower() not in ("yes", "no")
        and _words(answer) in asked
        and not offers(built.question, answer)
    ]


def offers(question: str, answer: str) -> bool:
    """Whether a question names an answer as one of two.

    Example: ``offers("Which is longer, the Dee or the Don?", "the Don")`` → ``True``
    """
    words = re.escape(answer)
    return bool(re.search(rf"\bor (?:(?:in|the) )?{words}(?!\w)|(?<!\w){words} or\b", question))


def _words(text: str) -> str:
    return f" {' '.join(_WORD.findall(text.lower())) or text} "
