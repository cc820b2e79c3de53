"""Which kind of source a question asks for."""

from manyhop.sources import Kind


def question_kinds(question: str) -> dict[Kind, float]:
    """The chance of each kind.

    Example: ``question_kinds("What colour is the bridge?")["image"]`` is high.
    """
    return {}
