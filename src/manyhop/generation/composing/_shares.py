"""How often each type of question is wanted."""

from collections.abc import Mapping, Sequence

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion

# MultiModalQA's shares in per cent, as the paper gives them.
PAPER: dict[str, float] = {
    "TextQ": 31.0,
    "TableQ": 18.3,
    "ImageQ": 8.9,
    "ImageListQ": 6.1,
    "Compose(TextQ,TableQ)": 7.8,
    "Compose(TableQ,ImageListQ)": 5.4,
    "Compose(ImageQ,TableQ)": 4.5,
    "Compare(Compose(TableQ,ImageQ),TableQ)": 3.5,
    "Compose(TableQ,TextQ)": 3.2,
    "Intersect(TableQ,TextQ)": 2.6,
    "Compose(TextQ,ImageListQ)": 2.4,
    "Intersect(ImageListQ,TableQ)": 2.3,
    "Compare(TableQ,Compose(TableQ,TextQ))": 2.1,
    "Compose(ImageQ,TextQ)": 1.0,
    "Compare(Compose(TableQ,ImageQ),Compose(TableQ,TextQ))": 0.8,
    "Intersect(ImageListQ,TextQ)": 0.2,
}

# What `ask` answers beyond the paper.
BEYOND: dict[str, float] = {
    "Aggregate": 4.0,
    "Arithmetic": 3.0,
    "YesNo": 4.0,
    "Choose": 3.0,
    "ProcedureQ": 3.0,
}

# Multi-hop questions first: what a collection can be asked that a search engine can't answer.
DEFAULT: dict[str, float] = {
    kind: share * (4.0 if "(" in kind else 0.4) for kind, share in PAPER.items()
} | {kind: share * 2.0 for kind, share in BEYOND.items()}

NAMED: dict[str, dict[str, float]] = {"default": DEFAULT, "paper": PAPER}


def shares_from(words: Sequence[str]) -> dict[str, float]:
    """The shares that a user asks for: a name, or types with numbers, or both.

    Example: ``shares_from(["paper", "TextQ=0"])``
    """
    shares = dict(DEFAULT)
    for word in words:
        kind, equals, number = word.rpartition("=")
        if not equals:
            if word not in NAMED:
                raise ManyhopError(f"there are no shares {word!r}; choose from {', '.join(NAMED)}")
            shares = dict(NAMED[word])
            continue
        kind = "".join(kind.split())
        if kind not in PAPER and kind not in BEYOND:
            known = ", ".join((*PAPER, *BEYOND))
            raise ManyhopError(f"there is no type {kind!r}; choose from {known}")
        try:
            shares[kind] = float(number)
        except ValueError:
            raise ManyhopError(f"{word}: {number!r} is no number; write {kind}=5") from None
        if not shares[kind] >= 0:
            raise ManyhopError(f"{word}: a share can't be negative; write {kind}=0 to leave it out")
    return {kind: share for kind, share in shares.items() if share > 0}


def balanced(
    questions: Sequence[BuiltQuestion],
    kinds: Mapping[str, str],
    shares: Mapping[str, float],
    count: int,
) -> list[BuiltQuestion]:
    """``count`` of the questions, so that their kinds (by id) come near the shares.

    A kind of which there are too few leaves its room to the others. The order is kept.
    """
    of_kind: dict[str, list[int]] = {}
    for place, built in enumerate(questions):
        of_kind.setdefault(kinds[built.id], []).append(place)
    wanted = _wanted({kind: len(places) for kind, places in of_kind.items()}, shares, count)
    kept = sorted(place for kind, places in of_kind.items() for place in places[: wanted[kind]])
    return [questions[place] for place in kept]


def _wanted(there: Mapping[str, int], shares: Mapping[str, float], count: int) -> dict[str, int]:
    """How many to take of each kind."""
    wanted = dict.fromkeys(there, 0)
    left = min(count, sum(there.values()))
    while left:
        open_kinds = [kind for kind in there if wanted[kind] < there[kind]]
        total = sum(shares.get(kind, 0.0) for kind in open_kinds) or 1.0
        before = left
        for kind in open_kinds:
            part = max(1, int(before * shares.get(kind, 0.0) / total))
            part = min(part, left, there[kind] - wanted[kind])
            wanted[kind] += part
            left -= part
    return wanted
