"""How people ask for one figure or date over several things: in total, on average, the first."""

import re

from manyhop.generation._single import Single
from manyhop.generation.cells import greater
from manyhop.programs import Aggregation

_SHOWN = re.compile(r"the number of (.+) (in|on) the (\w+) (?:of|for) \[answer\]")
_NOUN = re.compile(r"the ([a-z][a-z -]*) of \[answer\]")
_NUMBER = re.compile(r"the number of ([^\[\]]+) that \[answer\] ([a-z]+)")
_COUNTED = re.compile(r"\bhow many ([^?]+?) (did|do)(?:es)? \[answer\] ([a-z]+)", re.IGNORECASE)
_DONE = re.compile(r"\b(year|when|date) (was|did) \[answer\] ([a-z][a-z ]*)", re.IGNORECASE)
_MOST = {"larger": "largest", "higher": "highest", "smaller": "smallest", "lower": "lowest"}
_MOST |= {"longer": "longest", "shorter": "shortest"}


def over_several(lookup: Single, operation: Aggregation, things: str) -> tuple[str, ...]:
    """Questions for one value over the things, none where no wording is natural.

    Example: with "How many goals did [answer] score?", "sum" and "clubs that were founded in 1901"
    → "How many goals did the clubs that were founded in 1901 score in total?"
    """
    question = lookup.question.replace(lookup.tail, "") if lookup.tail else lookup.question
    phrase = lookup.phrase.removesuffix(lookup.tail)
    if found := _SHOWN.fullmatch(phrase):
        forms = _shown(found[1], found[2], found[3], operation, things)
    elif (found := _COUNTED.search(question)) and operation in {"sum", "mean"}:
        forms = _counted(found[1], found[2].lower(), found[3], operation, things)
    elif found := _NUMBER.fullmatch(phrase):
        most = "largest" if operation == "max" else "smallest"
        forms = (f"What is the {most} number of {found[1]} that any of the {things} {found[2]}?",)
    elif (found := _DONE.search(question)) and "for which" not in question.lower():
        forms = _dated(found[1].lower(), found[2].lower(), found[3].strip(), operation, things)
    elif found := _NOUN.fullmatch(phrase):
        forms = _figures(found[1], operation, things)
    else:
        return ()
    return tuple(f"{form[:-1]}{lookup.tail}?" for form in forms)


def _shown(
    shown: str, there: str, picture: str, operation: Aggregation, things: str
) -> tuple[str, ...]:
    pictures = f"{there} the {picture}s of the {things}"
    match operation:
        case "sum":
            return (
                f"How many {shown} are there in total {pictures}?",
                f"What is the total number of {shown} {pictures}?",
            )
        case "mean":
            return (
                f"How many {shown} are there on average {pictures}?",
                f"What is the average number of {shown} {pictures}?",
            )
    most = "highest" if operation == "max" else "lowest"
    return (f"What is the {most} number of {shown} {there} any {picture} of the {things}?",)


def _counted(
    counted: str, do: str, base: str, operation: Aggregation, things: str
) -> tuple[str, ...]:
    how_many = f"ow many {counted} {do} the {things} {base}"
    if operation == "sum":
        return (
            f"H{how_many} in total?",
            f"H{how_many} altogether?",
            f"Taken together, h{how_many}?",
        )
    return f"H{how_many} on average?", f"On average, h{how_many}?"


def _dated(
    asked: str, verb: str, done: str, operation: Aggregation, things: str
) -> tuple[str, ...]:
    when = {"year": "In which year", "when": "When", "date": "On which date"}[asked]
    last = "first" if operation == "min" else "last"
    return (
        f"{when} {verb} the {last} of the {things} {done}?",
        f"Among the {things}, {when[0].lower()}{when[1:]} {verb} the {last} {done}?",
    )


def _figures(noun: str, operation: Aggregation, things: str) -> tuple[str, ...]:
    match operation:
        case "sum":
            return (
                f"What is the total {noun} of the {things}?",
                f"What is the combined {noun} of the {things}?",
            )
        case "mean":
            return (
                f"What is the average {noun} of the {things}?",
                f"On average, what is the {noun} of the {things}?",
            )
    most = _MOST[greater(noun.split(" in ")[0], operation == "max")]
    if "date" in noun.split() or "year" in noun.split():
        most = "latest" if operation == "max" else "earliest"
    return (
        f"What is the {most} {noun} among the {things}?",
        f"Among the {things}, what is the {most} {noun}?",
    )
