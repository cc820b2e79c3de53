"""The formal language: questions to one kind of source, and operators that join them.

A program is a tree. Its leaves ask; its operators join what the leaves found. "When did the
bridge with two red towers open?" is ::

    Compose(TextQ("When did [answer] open?"), ImageQ("Which bridge has two red towers?"))

A question has at most one hole, which the nearest ``Compose`` around it fills: ``[answer]`` takes
the inner answers one at a time, ``[answers]`` takes them all as one list. ``[[answer]]`` is no
hole but these words in brackets.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from manyhop.errors import ManyhopError


class _Node(msgspec.Struct, frozen=True, tag_field="kind", tag=True, omit_defaults=True):
    """JSON names the type of a node in ``kind``: ``{"kind": "TextQ", "question": "…"}``."""


# ---------------------------------------------------------------- leaves: ask one kind of source


class TextQ(_Node, frozen=True):
    """Ask snippets. ``TextQ("Who designed the Humber Bridge?")``"""

    question: str


class TableQ(_Node, frozen=True):
    """Ask the cells of tables. ``TableQ("Which bridges opened after 1930?")``"""

    question: str


class ImageQ(_Node, frozen=True):
    """Ask what a picture shows. ``ImageQ("What colour are the towers of the Golden Gate?")``"""

    question: str


class ImageListQ(_Node, frozen=True):
    """Ask which of many pictures show it. ``ImageListQ("Which bridges have two towers?")``"""

    question: str


Wanted = Literal["answer", "step", "next", "previous", "picture"]


class ProcedureQ(_Node, frozen=True):
    """Ask procedures: for an answer, the step that the question describes, the step after or
    before that one, or the picture that belongs to it. ``ProcedureQ("Form a loop", next)``
    """

    question: str
    wanted: Wanted = "answer"


class Known(_Node, frozen=True):
    """What the question itself says and nothing need be asked for. ``Known("Humber Bridge")``"""

    text: str


class Implicit(_Node, frozen=True):
    """The whole question at each of two hops, the second hop seeing the answers of the first.

    ``type`` is the name of one of MultiModalQA's multi-hop types and says which kinds of source
    are asked. ``Implicit("Compose(TextQ,TableQ)", "Who wrote the film that won in 1994?")``
    """

    type: str
    question: str


# ---------------------------------------------------------------- operators: join what was found


class Compose(_Node, frozen=True):
    """Put the answers of ``inner`` into the hole of ``outer``.

    ``Compose(TextQ("Who designed [answer]?"), TableQ("Which bridge is the longest?"))``
    """

    outer: "Program"
    inner: "Program"


class Intersect(_Node, frozen=True):
    """What both sides give.

    ``Intersect(TableQ("Which bridges opened in 1937?"), ImageListQ("Which bridges are red?"))``
    """

    left: "Program"
    right: "Program"


Comparison = Literal["earliest", "latest", "smallest", "largest"]


class Compare(_Node, frozen=True):
    """Which of the things that the sides speak of has the earliest date, the largest number, …

    A value that was asked for through ``[answer]`` speaks of what filled the hole, and that is
    named: ``Compare(earliest, Compose(TableQ("When did [answer] open?"), Known("Humber Bridge")),
    Compose(TableQ("When did [answer] open?"), ImageQ("Which bridge has two red towers?")))``.
    One side that gives many values makes a superlative.
    """

    operation: Comparison
    sides: tuple["Program", ...]


Aggregation = Literal["count", "sum", "mean", "min", "max"]


class Aggregate(_Node, frozen=True):
    """One number from many values. ``Aggregate(count, TableQ("Which bridges are in Japan?"))``"""

    operation: Aggregation
    of: "Program"


Calculation = Literal["sum", "difference", "product", "ratio", "years", "months", "days"]


class Arithmetic(_Node, frozen=True):
    """Reckon with two facts; "years", "months" and "days" lie between two dates.

    ``Arithmetic(years, TextQ("When did the Humber Bridge open?"), Known("2026"))``. A difference
    is never negative; a ratio is left over right.
    """

    operation: Calculation
    left: "Program"
    right: "Program"


Relation = Literal[
    "same", "different", "among", "earlier", "later", "smaller", "larger", "both", "either"
]


class YesNo(_Node, frozen=True):
    """Whether the left stands in a relation to the right.

    ``YesNo(earlier, TextQ("When did the Forth Bridge open?"), Known("1900"))``. "among" asks
    whether all of the left is part of the right; "both" and "either" join two yes/no answers.
    """

    relation: Relation
    left: "Program"
    right: "Program"


class Choose(_Node, frozen=True):
    """The choice that is closest. ``Choose(ImageQ("What colour is it?"), "red", "blue")``"""

    of: "Program"
    choices: tuple[str, ...]


Leaf = TextQ | TableQ | ImageQ | ImageListQ | ProcedureQ
Operator = Compose | Intersect | Compare | Aggregate | Arithmetic | YesNo | Choose
Program = Leaf | Known | Implicit | Operator


# Walking over a program.

DEEPEST = 8  # programs inside one another; deeper ones are mistakes


def parts(program: Program) -> tuple[Program, ...]:
    """The programs that an operator joins; a leaf has none.

    Example: ``parts(Compose(outer, inner))`` → ``(outer, inner)``
    """
    match program:
        case Compose(outer, inner):
            return outer, inner
        case Intersect(left, right) | Arithmetic(_, left, right) | YesNo(_, left, right):
            return left, right
        case Compare(_, sides):
            return sides
        case Aggregate(_, of) | Choose(of, _):
            return (of,)
    return ()


def walk(program: Program) -> Iterator[Program]:
    """The program and all its parts, the outermost first."""
    waiting = [program]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(parts(node)))


def depth(program: Program) -> int:
    """How many programs stand inside one another: 1 for a leaf."""
    deepest, waiting = 0, [(program, 1)]
    while waiting:
        node, level = waiting.pop()
        deepest = max(deepest, level)
        waiting.extend((part, level + 1) for part in parts(node))
    return deepest


# The hole in a question, where the answers of an inner program go.

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


# Programs as JSON.

_decoder: msgspec.json.Decoder[Program] = msgspec.json.Decoder(Program)


def program_to_json(program: Program) -> bytes:
    """A program as JSON.

    Example: ``program_to_json(TextQ("Why?"))`` → ``b'{"kind":"TextQ","question":"Why?"}'``
    """
    return msgspec.json.encode(program)


def program_from_json(line: bytes | str) -> Program:
    """The program that ``program_to_json`` wrote.

    Example: ``program_from_json('{"kind": "TextQ", "question": "Why?"}')``
    """
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise ManyhopError(f"not a program: {error}") from error
