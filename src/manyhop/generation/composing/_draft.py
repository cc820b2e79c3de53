"""A question as it is put together, before its answer is derived."""

import re
from collections.abc import Sequence

import msgspec

from manyhop.generation._query import Query, StepOf
from manyhop.generation._single import Single
from manyhop.programs import (
    ImageListQ,
    ImageQ,
    Known,
    Leaf,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    Wanted,
    fill,
)

_LEAVES: dict[str, type[TextQ | TableQ | ImageQ | ImageListQ]] = {
    "TextQ": TextQ,
    "TableQ": TableQ,
    "ImageQ": ImageQ,
    "ImageListQ": ImageListQ,
}

_LONG = 5  # words of a phrase that no genitive can follow
_AFTER = re.compile(r"\[answer\] (\w+)")
_PLURALS = {"is": "are", "was": "were", "has": "have", "does": "do"}
_VERB = re.compile(r"^(that|who|which) (is|was|has|does)\b")


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """Words, a program and its queries; ``singles`` are the questions it is made of.

    ``told`` are answers that the question itself must offer (a comparison's sides, choices), so
    that their standing in it is no mistake.
    """

    question: str
    pseudo: str
    program: Program
    queries: dict[str, Query]
    singles: tuple[Single, ...]
    named: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


def alone(single: Single) -> Draft:
    """A single question as it stands.

    Example: ``alone(single).program`` → ``TextQ("When did the Humber Bridge open?")``
    """
    return Draft(
        question=single.whole,
        pseudo=written(single),
        program=leaf_of(single),
        queries={single.whole: single.query},
        singles=(single,),
        named=named_in(single),
    )


def leaf_of(single: Single) -> Leaf:
    """The leaf that asks a single question with its subject in place."""
    return _leaf(single, single.whole)


def open_leaf(single: Single) -> Leaf:
    """The leaf that asks a single question of whatever fills its hole."""
    return _leaf(single, single.question)


def _leaf(single: Single, question: str) -> Leaf:
    if isinstance(single.query, StepOf):
        return ProcedureQ(question, _wanted(single.query))
    return _LEAVES[single.leaf](question)


def _wanted(query: StepOf) -> Wanted:
    if query.picture:
        return "picture"
    return "next" if query.shift > 0 else "previous" if query.shift < 0 else "step"


def filled(single: Single, answers: Sequence[str]) -> str:
    """The words under which a program asks a single question, once its hole is filled."""
    return fill(single.question, list(answers))


def known(single: Single) -> Known:
    """The subject of a question, as something that the question says."""
    return Known(single.subject)


def phrase(single: Single) -> str:
    """The words that stand for a question's answer in another question."""
    return single.phrase.replace("[answer]", single.subject_said or single.subject)


def without_hole(single: Single) -> Single:
    """The question with its subject in what is said of the things that it lists."""
    said = single.subject_said or single.subject
    if not said:
        return single
    relative, predicate = (
        form.replace("[answer]", said) for form in (single.relative, single.predicate)
    )
    return msgspec.structs.replace(single, relative=relative, predicate=predicate)


def takes(form: str, inner: Single) -> bool:
    """Whether a form of words reads well with another question's words in its hole.

    Example: "[answer]'s class" does not take "the diplomat who was born in 1928", and "Where is
    [answer] located?" not "the town where the bridge is located".
    """
    if "[answer]'" in form and len(inner.phrase.split()) >= _LONG:
        return False
    after = _AFTER.search(form)
    ending = inner.phrase.removesuffix(inner.tail)
    return after is None or not ending.endswith(f" {after[1]}")


def several(single: Single) -> str:
    """The things that a list has, in words: "bridges that were built in 1937", "drama films"."""
    are, _, kind = single.predicate.partition(" ")
    if are in {"are", "were"} and kind.endswith(f" {single.nouns}"):
        return kind
    return f"{single.nouns} {plural_relative(single)}"


def plural_relative(single: Single) -> str:
    """What follows the plural of a noun: "that were built", where one "was built"."""
    pronoun, _, _ = single.relative.partition(" ")
    if single.leaf == "TextQ" and single.predicate and pronoun in {"that", "who"}:
        return f"{pronoun} {single.predicate}"
    return _VERB.sub(lambda verb: f"{verb[1]} {_PLURALS[verb[2]]}", single.relative, count=1)


def written(single: Single) -> str:
    """The paper's bracketed language, with the subject in place."""
    return single.pseudo.replace("[answer]", f"[{single.subject}]")


def named_in(single: Single) -> tuple[str, ...]:
    """The thing that a single question names, if any."""
    return (single.subject_entity,) if single.subject_entity else ()
