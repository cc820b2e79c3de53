"""What is wrong with a program, in sentences."""

from collections.abc import Iterator

from manyhop.programs._operations import DATED
from manyhop.programs._program import (
    DEEPEST,
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    ImageListQ,
    ImageQ,
    Implicit,
    Intersect,
    Known,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    YesNo,
    depth,
    holes,
    open_leaves,
    parts,
    walk,
)
from manyhop.programs._question_types import TYPES
from manyhop.programs._text import print_program

_SHOWN = 80  # characters of a program in a sentence


def validate(program: Program) -> tuple[str, ...]:
    """The faults of a program, one sentence each; none if it can be executed.

    Example: ``validate(TextQ("When did [answer] open?"))`` → ``('TextQ("When did [answer]
    open?"): nothing fills the hole; put the program into a Compose',)``
    """
    if depth(program) > DEEPEST:
        return (f"the program is more than {DEEPEST} deep; ask simpler questions",)
    unfilled = [
        f"{_shown(leaf)}: nothing fills the hole; put the program into a Compose"
        for leaf in open_leaves(program)
    ]
    faults = [f"{_shown(node)}: {fault}" for node in walk(program) for fault in _faults(node)]
    return (*unfilled, *faults)


def _shown(program: Program) -> str:
    text = print_program(program)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _faults(node: Program) -> Iterator[str]:
    match node:
        case TextQ(question) | TableQ(question) | ImageQ(question) | ImageListQ(question):
            yield from _question_faults(question)
        case ProcedureQ(question, _):
            yield from _question_faults(question)
        case Known(text) if not text.strip():
            yield "the text is empty; write what is known"
        case Implicit(type_name, question):
            if type_name not in TYPES or "(" not in type_name:
                several = ", ".join(name for name in TYPES if "(" in name)
                yield f"there is no such type of two hops; choose from {several}"
            if not question.strip():
                yield "the question is empty; write one"
        case Compose():
            yield from _compose_faults(node)
        case Choose(_, choices):
            if len(choices) < 2 or len(set(choices)) < len(choices):
                yield "the choices must be two or more, all different"
        case _:
            yield from _operand_faults(node)


def _question_faults(question: str) -> Iterator[str]:
    if not question.strip():
        yield "the question is empty; write one"
    if len(holes(question)) > 1:
        yield "the question has several holes; name the inner answers once"


def _compose_faults(node: Compose) -> Iterator[str]:
    filled = {hole for leaf in open_leaves(node.outer) for hole in holes(leaf.question)}
    if not filled:
        yield "the outer question has no hole; write [answer] or [answers] where the inner ones go"
    if len(filled) > 1:
        yield "the outer questions have both [answer] and [answers]; choose one of them"
    if _gives(node.inner) == "yes or no":
        yield "the inner program gives yes or no, which fills no hole"


def _operand_faults(node: Program) -> Iterator[str]:
    """What the operator cannot work with among its parts."""
    given = {_gives(part) for part in parts(node)}
    match node:
        case Intersect(left, right):
            if left == right:
                yield "both sides are the same program"
            if given != {"things"}:
                yield "only lists of things intersect, not numbers or yes and no"
        case Compare(operation, sides):
            if not sides:
                yield "there is nothing to compare; give one side or more"
            if sides and len(sides) == 1 and given != {"things"}:
                yield "one number alone cannot be compared; give another side"
            yield from _value_faults(operation, given)
        case Arithmetic(operation, _, _):
            yield from _value_faults(operation, given)
        case Aggregate(operation, _):
            if given != {"things"}:
                yield f"one value has no {operation}; aggregate what a question finds"
        case YesNo(("both" | "either") as relation, _, _):
            if "number" in given:
                yield f'"{relation}" joins yes and no, not numbers'
        case YesNo(("earlier" | "later" | "smaller" | "larger") as relation, _, _):
            yield from _value_faults(relation, given)


def _value_faults(operation: str, given: set[str]) -> Iterator[str]:
    if "yes or no" in given:
        yield f'"{operation}" needs numbers or dates, not yes or no'
    if operation in DATED and "number" in given:
        yield f'"{operation}" needs dates, not numbers'


def _gives(program: Program) -> str:
    """What kind of value surely comes out; "things" may turn out to be anything."""
    match program:
        case YesNo():
            return "yes or no"
        case Aggregate() | Arithmetic():
            return "number"
        case Compose(outer, _):
            return _gives(outer)
    return "things"
