"""The formal language: questions to one kind of source, and operators that join them.

A program is a tree. Its leaves ask; its operators join what the leaves found. "When did the
bridge with two red towers open?" is ::

    Compose(TextQ("When did [answer] open?"), ImageQ("Which bridge has two red towers?"))

A question has at most one hole, which the nearest ``Compose`` around it fills: ``[answer]`` takes
the inner answers one at a time, ``[answers]`` takes them all as one list. ``[[answer]]`` is no
hole but these words in brackets.
"""

from typing import Literal

import msgspec


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
