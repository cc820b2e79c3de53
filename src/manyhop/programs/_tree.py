"""Walking over a program."""

from collections.abc import Iterator

from manyhop.programs._program import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Compose,
    Intersect,
    Program,
    YesNo,
)

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
