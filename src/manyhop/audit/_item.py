"""A question as cheaters see it: what could be said, and what stands around it."""

from collections.abc import Iterable

import msgspec

from manyhop.audit._choice_features import words_of
from manyhop.audit._guessed import Guess
from manyhop.audit._guesses import guesses
from manyhop.baselines._passages import is_picture_name
from manyhop.baselines._training import free_answer
from manyhop.benchmarks import Example
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

_GAP = "@placeholder"


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """The candidates of one question, of which ``answer`` is right (-1: none of them is).

    Candidates are the choices, or, where an answer is free, what stands in the context. ``shown``
    are the parts of a cloze question in order, "" where the blank is; ``right`` is a free answer.
    """

    id: str
    group: str
    question: str
    candidates: tuple[Guess, ...]
    answer: int
    right: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    context: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """All words of the question."""
        return " ".join((self.question, *filter(None, self.shown)))


def choice_items(examples: Iterable[Example]) -> list[Item]:
    """The examples that have choices and a right one; a picture's name is no words.

    Example: ``choice_items(RecipeQA(Path("val.json")).examples())``
    """
    found = []
    for example in examples:
        question, gold = example.question, example.gold
        if gold is None or gold.choice is None or len(question.choices) < 2:
            continue
        found.append(
            Item(
                id=question.id,
                group=example.group or question.id,
                question=question.text,
                candidates=tuple(
                    Guess("" if is_picture_name(choice) else choice, kind="choice", place=place)
                    for place, choice in enumerate(question.choices)
                ),
                answer=gold.choice,
                shown=tuple(
                    "" if part == _GAP or is_picture_name(part) else part for part in question.parts
                ),
                context=tuple(text for source in question.candidates for text in _texts(source)),
            )
        )
    return found


def free_items(examples: Iterable[Example]) -> list[Item]:
    """The examples with a free answer, and what their sources offer as one."""
    found = []
    for example in examples:
        question, gold = example.question, example.gold
        if gold is None or not (gold.values or gold.keywords or gold.sentences or gold.answers):
            continue
        candidates = guesses(question.candidates)
        found.append(
            Item(
                id=question.id,
                group=example.group or question.id,
                question=question.text,
                candidates=candidates,
                right=_right(example),
                answer=next((n for n, one in enumerate(candidates) if one.answers(gold)), -1),
            )
        )
    return found


def _right(example: Example) -> tuple[str, ...]:
    """The right answer; only the yes or no of a sentence that begins with one."""
    right = free_answer(example)
    first = words_of(right[0]).split()[:1] if right else []
    return (first[0],) if first in (["yes"], ["no"]) else right


def _texts(source: AnySource) -> list[str]:
    """What a source says, part by part and in order."""
    if isinstance(source, Procedure):
        return [f"{step.title} {step.text}".strip() for step in source.steps]
    if isinstance(source, Table):
        return [" ".join(cell.text for cell in row) for row in source.rows]
    if isinstance(source, Snippet):
        return [f"{source.title} {source.text}".strip()]
    assert isinstance(source, Image)
    return [f"{source.title} {source.caption} {source.text}".strip()]
