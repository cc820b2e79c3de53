"""Where a question's subject ends and what is said of it begins, told by words alone."""

from collections.abc import Sequence
from typing import NamedTuple

from manyhop.english._verbs import forms, inflect, is_form, is_participle, verb
from manyhop.english._words import (
    ADJECTIVES,
    ARTICLES,
    AUXILIARIES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    DO,
    HAVE,
    MANNER,
    MODAL,
    PREPOSITIONS,
    PRONOUNS,
    bare,
    is_name,
    word_set,
)

_BINDING = (
    (DETERMINERS - {"both", "all"}) | PREPOSITIONS | {"and", "or", "more", "most", "very", "least"}
)
_COMPOUND = ("in front of", "on top of", "next to", "close to", "on the side of", "made of")


def verb_at(words: Sequence[str]) -> int | None:
    """Where the base form stands that a do-question inflects; None where none is known.

    Example: ``verb_at("the oak in the park bear acorns".split())`` is 5.
    """
    best: tuple[int, int] | None = None
    for index in range(1, len(words)):
        found = verb(words[index].rstrip(",;:"))
        if found is None or not words[index][0].islower():
            continue
        before = words[index - 1]
        if bare(before) in _BINDING or (before.endswith("'s") and found.noisy):
            continue
        rank = _verb_rank(words, index, found.noisy)
        if best is None or rank < best[0]:
            best = (rank, index)
    return best[1] if best else None


def _verb_rank(words: Sequence[str], index: int, noisy: bool) -> int:
    """0 for have and its like, 3 for what is rather a noun; a relative clause counts against."""
    word = bare(words[index])
    rank = 0 if word in {"have", "contain", "depict", "include"} else 1 + noisy
    after = bare(words[index + 1]) if index + 1 < len(words) else ""
    if noisy and (after in ARTICLES or after in PREPOSITIONS or not after):
        rank -= 1
    if bare(words[index - 1]) in {"that", "which", "who", "to", "can", "could", "will", "would"}:
        rank += 4
    return rank


def predicate_at(words: Sequence[str]) -> int | None:
    """Where what is said of the subject of a be-question begins; None where it cannot be told.

    Example: ``predicate_at("the gate of the fort open at night".split())`` is 5.
    """
    if len(words) > 1 and bare(words[0]) in PRONOUNS - {"both", "people"}:
        return 1
    ranked = [
        (rank, index)
        for index in range(1, len(words))
        if (rank := _predicate_rank(words, index)) is not None
    ]
    if not ranked:
        return None
    clause = next((i for i, word in enumerate(words) if i and bare(word) in _OPENING), len(words))
    ranked = [each for each in ranked if each[1] < clause and each[0] < _PLACE] or ranked
    best = min(rank for rank, _ in ranked)
    places = [index for rank, index in ranked if rank == best or (best == 1 and rank == 2)]
    at = places[-1] if best == _PLACE else places[0]
    free = at > 2 and best < 3 and bare(words[at - 2]) not in _BINDING
    if free and is_form(bare(words[at - 1]), "ing") and is_participle(words[at - 1]):
        at -= 1
    while at > 1 and _belongs(words[at - 1]):
        at -= 1
    return at


def _belongs(word: str) -> bool:
    """Whether a word before the predicate is rather its beginning: always, mostly, made."""
    manner = word.islower() and len(word) > 5 and word.endswith("ly") and word != "family"
    return bare(word) in MANNER or manner or (is_participle(word) and not word.endswith("ing"))


_PLACE = 6
_OPENING = word_set("that which who whose where when while if because")
_ADJECTIVAL = ("ic", "al", "ous", "ful", "ive", "able", "ible", "ary", "less", "y")
_TIED = PREPOSITIONS | AUXILIARIES | word_set("both all only not")
_FLOATING = word_set("both all only not")


def _predicate_rank(words: Sequence[str], index: int) -> int | None:
    """How surely the predicate begins here: 0 for certain, None for not at all."""
    word, before = bare(words[index]), bare(words[index - 1])
    after = bare(words[index + 1]) if index + 1 < len(words) else ""
    if word in ARTICLES and after == "same" and before not in _TIED:
        return 1
    bound = before in _BINDING or before in CONJUNCTIONS or words[index - 1].endswith(("'s", ","))
    if bound:
        return None
    if words[index][0].isdigit() and index + 2 == len(words) and after.endswith("s"):
        return 1
    if not words[index][0].islower():
        return None
    if _surely(words, index, word, before, after):
        return 0 if word in {"of", "being"} else 1
    if _describing(words, index, word, before, after):
        return 2
    if is_participle(word):
        return 3 if word.endswith("ing") else 4
    if not after and word.endswith(_ADJECTIVAL):
        return 5
    if word in PREPOSITIONS and word != "of" and before not in PREPOSITIONS:
        return _PLACE
    return None


def _surely(words: Sequence[str], index: int, word: str, before: str, after: str) -> bool:
    """A second noun phrase, "all the same", "of the same kind", "being built"."""
    if word in ARTICLES | {"one"}:
        acts = is_participle(before) or _plain_verb(before)
        return before not in ADJECTIVES | AUXILIARIES | _FLOATING and not acts
    if word in _FLOATING | {"always", "ever", "still", "mostly", "usually"} and after:
        return after not in ARTICLES or _same(words, index + 2)
    return word == "being" or (word == "of" and _same(words, index + 1))


def _plain_verb(word: str) -> bool:
    """Whether a word is a finite verb and hardly ever a noun."""
    return any(kind != "ing" and not found.noisy for found, kind in forms(word))


def _describing(words: Sequence[str], index: int, word: str, before: str, after: str) -> bool:
    """An adjective that belongs to no noun after it, or a comparison."""
    rest = [bare(each) for each in words[index:]]
    if word in {"more", "less", "different", "similar", "identical"}:
        return True
    if (word == "as" and "as" in rest[2:5]) or (word.endswith("er") and "than" in rest):
        return True
    if word not in ADJECTIVES or (word in {"left", "right"} and before.endswith("ing")):
        return False
    return not after or not _nounish(words, index + 1)


def _same(words: Sequence[str], index: int) -> bool:
    return bool(
        {bare(word) for word in words[index : index + 2]} & {"same", "different", "similar"}
    )


def _nounish(words: Sequence[str], index: int) -> bool:
    """Whether a word may be the noun that an adjective before it belongs to."""
    word = bare(words[index])
    closed = PREPOSITIONS | CONJUNCTIONS | DETERMINERS | AUXILIARIES | MANNER | ADJECTIVES
    return word not in closed and not is_participle(word)


def finite_at(words: Sequence[str], start: int = 0) -> int | None:
    """Where the finite verb of "which … does …" stands.

    Example: ``finite_at("bus over the bridge stops here".split())`` is 4.
    """
    noisy: int | None = None
    for index in range(start, len(words)):
        word = words[index]
        low, before = bare(word), bare(words[index - 1]) if index else ""
        after = bare(words[index + 1]) if index + 1 < len(words) else ""
        if low in AUXILIARIES and before != "to":
            return index
        if after in AUXILIARIES - HAVE:
            continue
        if not word[0].islower() or before in _BINDING - {"one", "two", "three", "both"}:
            continue
        if index and words[index - 1].endswith("'s"):
            continue
        for found, kind in forms(low):
            finite = kind in {"third", "past"} or (
                kind == "base" and (not index or before.endswith("s") or before in _MANY)
            )
            if finite and not found.noisy:
                return index
            if finite and noisy is None and (index or start == 0):
                noisy = index
    return _unknown_verb(words, start) if noisy is None else noisy


_MANY = word_set("people men women children feet teeth fish sheep deer")


def _unknown_verb(words: Sequence[str], start: int) -> int | None:
    """A word in -s or -ed before an article or a preposition: "which car *baffles* the guard"."""
    for index in range(start, len(words) - 1):
        word, after = words[index], bare(words[index + 1])
        ends = word.endswith(("s", "ed")) and not word.endswith(("ss", "us", "'s"))
        if (
            ends
            and word.islower()
            and (after in ARTICLES or (after in PREPOSITIONS and after != "of"))
        ):
            return index
    return None


def gap_at(words: Sequence[str]) -> int:
    """Where in what follows a verb its asked-for object belongs.

    Example: ``gap_at("standing on in the painting".split())`` is 2, after "on".
    """
    if not words:
        return 0
    low = [bare(word) for word in words]
    text = " ".join(low)
    for compound in _COMPOUND:
        if text.endswith(compound):
            return len(words)
    for index, word in enumerate(low):
        strands = word in PREPOSITIONS and word not in {"up", "down", "out", "off"}
        last = index + 1 == len(words)
        if strands and index and (last or _opens_place(low, index + 1)) and word != "of":
            if not last and " ".join(low[index : index + 3]) in _COMPOUND:
                break
            return index + 1
        if strands and last:
            return index + 1
    at = 1
    while at < len(words) and low[at] in {"up", "down", "out", "off", "away", "back"}:
        at += 1
    follows_name = at < len(words) and (low[at] in DETERMINERS or is_name(words[at]))
    return len(words) if follows_name else at


def _opens_place(low: Sequence[str], index: int) -> bool:
    return low[index] in (PREPOSITIONS - {"of"}) | {"when", "while"} and low[index - 1] != "out"


# Putting an inverted question back into the order of a statement.

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
