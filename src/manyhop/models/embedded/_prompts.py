"""What the embedded language model is asked, word for word as it was trained.

The adapter knows these three wordings and no other, so they're written here only. It imports
nothing: training loads the file by itself.

    >>> print(saying_prompt("What colour is the roof?", ["grey"]))
    Question: What colour is the roof?
    Values: grey
    Sentence:
"""

from collections.abc import Sequence

NONE = "none"  # what the model answers where the passage doesn't say


def reading_prompt(question: str, passage: str) -> str:
    """Ask for a short answer from a passage; the reply is a span of it, yes, no or ``none``.

    The question stands before the passage too: who knows what is asked reads better.
    """
    return f"{reading_opening(question)} {passage}\nQuestion: {question}\nAnswer:"


def reading_opening(question: str) -> str:
    """How the prompts for all passages of one question begin."""
    return f"Question: {question}\nContext:"


def saying_prompt(question: str, values: Sequence[str]) -> str:
    """Ask for one sentence that answers the question with exactly these values."""
    return f"Question: {question}\nValues: {'; '.join(values)}\nSentence:"


def splitting_prompt(question: str) -> str:
    """Ask for the steps behind a question, one a line; ``#1`` stands for the first step's answer.

    A question that needs no splitting comes back as one line.
    """
    return f"Question: {question}\nSteps:"
