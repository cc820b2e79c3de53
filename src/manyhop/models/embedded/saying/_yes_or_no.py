"""Answers to yes-or-no questions: "Yes, the gate is open." and "No, the gate is not open." """

from collections.abc import Sequence

from manyhop.models.embedded.saying._inversion import Clause, uninverted
from manyhop.models.embedded.saying._words import MANNER, bare, word_set

_QUANTITIES = word_set("more less fewer enough exactly only both at over two three")


def yes(words: Sequence[str]) -> str | None:
    """That it is so. Example: ``yes("does the oak bear acorns".split())``"""
    clause = uninverted(words)
    if clause is None:
        return None
    said = [*clause.subject, *clause.verbal]
    return "yes, " + " ".join(word for word in said if bare(word) not in {"any", "ever"})


def no(words: Sequence[str]) -> str | None:
    """That it is not so. Example: ``no("is the gate open".split())``"""
    clause = uninverted(words)
    if clause is None:
        return None
    first = bare(clause.subject[0])
    if first == "there":
        return "no, " + " ".join(_absent(clause))
    if first == "any":
        none = "none" if bare(clause.subject[1]) == "of" else "no"
        return "no, " + " ".join([none, *clause.subject[1:], *clause.verbal])
    if first in {"all", "every", "everyone", "only", "each", "everything", "most"}:
        return "no, not " + " ".join([*clause.subject, *clause.verbal])
    predicate = list(clause.predicate)
    subject = list(clause.subject)
    if first == "both" and any(bare(word) == "and" for word in subject):
        subject = subject[1:]
        predicate = predicate if bare(predicate[0]) == "both" else ["both", *predicate]
    floated = [word for word in predicate[:1] if bare(word) in MANNER]
    negation = [] if floated == ["not"] else ["not"]
    auxiliary = "do" if clause.auxiliary == "does" and floated == ["both"] else clause.auxiliary
    return "no, " + " ".join([*subject, auxiliary, *negation, *predicate])


def _absent(clause: Clause) -> list[str]:
    start, rest = [*clause.subject, clause.auxiliary], list(clause.predicate)
    if rest and bare(rest[0]) == "any":
        return [*start, "no", *rest[1:]]
    if rest and bare(rest[0]) in {"a", "an", "the", *_QUANTITIES}:
        return [*start, "not", *rest]
    shared = {"both", "all", "each", "every", "as"} & {bare(word) for word in rest}
    return [*start, "not" if shared else "no", *rest]
