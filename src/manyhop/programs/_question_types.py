"""MultiModalQA's sixteen types of question, as programs and back."""

from collections.abc import Callable

from manyhop.errors import ManyhopError
from manyhop.programs._program import (
    Aggregate,
    Choose,
    Compose,
    ImageListQ,
    ImageQ,
    Implicit,
    Known,
    Leaf,
    Program,
    TableQ,
    TextQ,
    literal,
    parts,
)

Hops = tuple[Callable[[str], Leaf], ...]

# The hops of the paper's implicit decomposition, in the order of asking. Where a comparison asks
# pictures, it asks which picture, so the hop is one over a list of them.
_HOPS: dict[str, Hops] = {
    "TextQ": (TextQ,),
    "TableQ": (TableQ,),
    "ImageQ": (ImageQ,),
    "ImageListQ": (ImageListQ,),
    "Compose(TextQ,TableQ)": (TableQ, TextQ),
    "Compose(TextQ,ImageListQ)": (ImageListQ, TextQ),
    "Compose(TableQ,TextQ)": (TextQ, TableQ),
    "Compose(TableQ,ImageListQ)": (ImageListQ, TableQ),
    "Compose(ImageQ,TextQ)": (TextQ, ImageQ),
    "Compose(ImageQ,TableQ)": (TableQ, ImageQ),
    "Intersect(TableQ,TextQ)": (TextQ, TableQ),
    "Intersect(ImageListQ,TableQ)": (ImageListQ, TableQ),
    "Intersect(ImageListQ,TextQ)": (TextQ, ImageListQ),
    "Compare(TableQ,Compose(TableQ,TextQ))": (TextQ, TableQ),
    "Compare(Compose(TableQ,ImageQ),TableQ)": (ImageListQ, TableQ),
    "Compare(Compose(TableQ,ImageQ),Compose(TableQ,TextQ))": (ImageListQ, TextQ),
}
TYPES = tuple(_HOPS)


def hops_of(type_name: str) -> Hops:
    """The leaves that a type asks, the first hop first; spaces in the name do not matter.

    Example: ``hops_of("Compose(TextQ,TableQ)")`` → ``(TableQ, TextQ)``
    """
    try:
        return _HOPS["".join(type_name.split())]
    except KeyError:
        raise ManyhopError(
            f"there is no question type {type_name!r}; choose from {', '.join(TYPES)}"
        ) from None


def skeleton(type_name: str, question: str) -> Program:
    """The paper's implicit decomposition: the same question at every hop of the type.

    Example: ``skeleton("TextQ", "Why?")`` → ``TextQ("Why?")``; of a type with two hops,
    ``Implicit(type_name, question)``.
    """
    hops = hops_of(type_name)
    if len(hops) == 1:
        return hops[0](literal(question))
    return Implicit("".join(type_name.split()), question)


def type_of(program: Program) -> str:
    """The type as MultiModalQA names it, or a name made in the same way.

    Only who asks what counts: what is known, counted, or chosen does not show, and what stays
    within one kind of source is one hop.
    Example: ``type_of(Compose(TextQ("Who designed [answer]?"), TableQ("Which is the longest?")))``
    → ``"Compose(TextQ,TableQ)"``
    """
    match program:
        case Implicit(type_name, _):
            return type_name
        case Aggregate(_, of) | Choose(of, _):
            return type_of(of)
    name = type(program).__name__
    inside = [type_of(part) for part in parts(program) if not isinstance(part, Known)]
    if not inside:
        return name
    if len(set(inside)) == 1 and (len(inside) == 1 or "(" not in inside[0]):
        return inside[0]
    orders = [inside] if isinstance(program, Compose) else [inside, inside[::-1]]
    names = [f"{name}({','.join(order)})" for order in orders]
    # The paper says ImageQ where a comparison asks which picture.
    names += [other.replace("ImageListQ", "ImageQ") for other in names if name == "Compare"]
    return next((other for other in names if other in _HOPS), names[0])
