"""Exact queries: what derives the answer of a question to one kind of source, without a model.

A query names the sources that it reads, so anyone who has the sources can run it again and must
get the same answer.
"""

import msgspec

from manyhop.generation.tables import Program as TableProgram


class _Query(msgspec.Struct, frozen=True, tag_field="kind", tag=True, omit_defaults=True):
    """JSON names the type of a query in ``kind``."""


class Cells(_Query, frozen=True):
    """The cells of a table that a program chooses, or what it reckons from them."""

    table: str
    program: TableProgram


class Said(_Query, frozen=True):
    """What a snippet says of its subject: the value of a relation.

    ``Said("3f2a…", "born-in")`` → Warsaw
    """

    snippet: str
    relation: str


class SaidOf(_Query, frozen=True):
    """Of which things a relation has a value, among snippets and what each one's subject is called.

    ``SaidOf("born-in", "Warsaw", (("3f2a…", "Marie Curie"), ("77b0…", "Max Planck")))`` →
    Marie Curie
    """

    relation: str
    value: str
    among: tuple[tuple[str, str], ...]


class Written(_Query, frozen=True):
    """Words that stand in a snippet, as people marked them when they asked the question."""

    snippet: str
    start: int
    end: int


class Named(_Query, frozen=True):
    """Which of some names the snippets about one thing have, word for word.

    ``Named(("3f2a…",), ("Humber Bridge", "Forth Bridge"))`` → Forth Bridge
    """

    snippets: tuple[str, ...]
    names: tuple[str, ...]


class Shown(_Query, frozen=True):
    """What a picture shows: the value of a property that is on record for it.

    ``Shown("9c1d…", "colour of the towers")`` → red
    """

    image: str
    property: str


class ShownIn(_Query, frozen=True):
    """Which pictures show it, among pictures and what the thing in each is called."""

    property: str
    value: str
    among: tuple[tuple[str, str], ...]


class StepOf(_Query, frozen=True):
    """A step of a procedure, counted from 0, or its picture; ``shift`` 1 is the step after it."""

    procedure: str
    step: int
    shift: int = 0
    picture: bool = False


Query = Cells | Said | SaidOf | Written | Named | Shown | ShownIn | StepOf


def sources_of(query: Query) -> tuple[str, ...]:
    """The ids of the sources that a query reads.

    Example: ``sources_of(Said("3f2a", "born-in"))`` → ``("3f2a",)``
    """
    match query:
        case Cells(table):
            return (table,)
        case Said(snippet) | Written(snippet):
            return (snippet,)
        case Named(snippets):
            return snippets
        case Shown(image):
            return (image,)
        case StepOf(procedure):
            return (procedure,)
        case SaidOf(_, _, among) | ShownIn(_, _, among):
            return tuple(id for id, _ in among)
