"""Putting an inverted question back into the order of a statement."""

from collections.abc import Sequence
from typing import NamedTuple

from manyhop.models.embedded.saying._clauses import predicate_at, verb_at
from manyhop.models.embedded.saying._verbs import inflect, is_form
from manyhop.models.embedded.saying._words import BE, DO, HAVE, MANNER, MODAL, bare

_PERSONS = {"does": "third", "did": "past", "do": "base"}


class Clause(NamedTuple):
    """A statement in parts: who, the auxiliary that stood first, and what is said of them."""

    subject: list[str]
    auxiliary: str
    predicate: list[str]

    @property
    def verbal(self) -> list[str]:
        """The predicate with its auxiliary, do-support undone: does open → opens."""
        if self.auxiliary not in DO:
            return [self.auxiliary, *self.predicate]
        person = _PERSONS[self.auxiliary]
        if person == "third" and bare(self.predicate[0]) == "both":
            person = "base"
        at = next((i for i, word in enumerate(self.predicate) if is_form(bare(word), "base")), 0)
        base = self.predicate[at]
        ending = base[len(base.rstrip(",;:")) :]
        form = inflect(base.rstrip(",;:"), person) + ending
        return [*self.predicate[:at], form, *self.predicate[at + 1 :]]


def uninverted(words: Sequence[str]) -> Clause | None:
    """The clause of a question that begins with an auxiliary; None where its parts are unclear.

    Example: ``uninverted("did the bridge open".split())`` has the subject "the bridge".
    """
    auxiliary, rest = bare(words[0]), list(words[1:])
    if not rest:
        return None
    at = 1 if bare(rest[0]) == "there" else _predicate_start(auxiliary, rest)
    if at is None:
        return None
    while at > 1 and bare(rest[at - 1]) in MANNER - {"last", "first"}:
        at -= 1
    return Clause(rest[:at], auxiliary, rest[at:])


def _predicate_start(auxiliary: str, rest: Sequence[str]) -> int | None:
    if auxiliary in DO | MODAL:
        return verb_at(rest)
    if auxiliary in BE:
        return predicate_at(rest)
    if auxiliary in HAVE:
        places = (i for i in range(1, len(rest)) if is_form(bare(rest[i]), "participle"))
        return next(places, None)
    return None
