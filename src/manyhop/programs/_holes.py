"""The hole in a question, where the answers of an inner program go."""

import re
from collections.abc import Sequence

from manyhop.programs._program import (
    Compose,
    ImageListQ,
    ImageQ,
    Leaf,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
)
from manyhop.programs._tree import parts

_HOLE = re.compile(r"\[\[(?P<said>answers?)\]\]|\[(?P<hole>answers?)\]")


def holes(question: str) -> tuple[str, ...]:
    """The holes in a question, "answer" or "answers" each.

    Example: ``holes("When did [answer] open?")`` → ``("answer",)``
    """
    return tuple(match["hole"] for match in _HOLE.finditer(question) if match["hole"])


def fill(question: str, texts: Sequence[str]) -> str:
    """The question with a list of texts in its hole.

    Example: ``fill("Are [answers] red?", ["A", "B", "C"])`` → ``"Are A, B and C red?"``
    """
    listed = " and ".join(part for part in (", ".join(texts[:-1]), *texts[-1:]) if part)
    return _HOLE.sub(lambda match: f"[{match['said']}]" if match["said"] else listed, question)


def literal(text: str) -> str:
    """A text as a question without holes, whatever a user typed.

    Example: ``literal("What is an [answer]?")`` → ``"What is an [[answer]]?"``
    """
    return re.sub(r"\[answers?\]", r"[\g<0>]", text)


def open_leaves(program: Program) -> tuple[Leaf, ...]:
    """The leaves whose holes are not filled inside the program."""
    match program:
        case TextQ() | TableQ() | ImageQ() | ImageListQ() | ProcedureQ():
            return (program,) if holes(program.question) else ()
        case Compose(_, inner):
            return open_leaves(inner)  # which has filled the outer's
    return tuple(leaf for part in parts(program) for leaf in open_leaves(part))
