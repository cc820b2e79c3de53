"""One question as RecipeQA's files write it."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from manyhop.answering import BLANK
from manyhop.generation.procedures._blank import Blank
from manyhop.generation.procedures._prepared import Prepared
from manyhop.generation.procedures._settings import Split, Task

_TEXTS: dict[Task, str] = {
    "textual_cloze": "Which title belongs where the blank is?",
    "visual_cloze": "Which image belongs where the blank is?",
    "visual_coherence": "Which of these images does not belong to the procedure?",
    "visual_ordering": "In which order do these images show the procedure?",
}


class ContextStep(msgspec.Struct, frozen=True):
    """A step without what the task asks for: its title, or its pictures."""

    id: int
    body: str
    images: tuple[str, ...] = ()
    videos: tuple[str, ...] = ()
    title: str | msgspec.UnsetType = msgspec.UNSET


class ClozeItem(msgspec.Struct, frozen=True, kw_only=True):
    """A question in the official schema, which ``manyhop eval recipeqa`` reads.

    ``answer`` is the number of the right choice, from 0.
    """

    recipe_id: str
    split: Split
    task: Task
    qid: str
    title: str
    context: tuple[ContextStep, ...]
    question_text: str
    question: tuple[str, ...]
    choice_list: tuple[str | tuple[str, ...], ...]
    answer: int
    context_modality: tuple[str, ...]
    question_modality: tuple[str, ...]
    category: str | msgspec.UnsetType = msgspec.UNSET


def cloze(blank: Blank, prepared: Prepared, wrong: Sequence[str]) -> ClozeItem:
    """What belongs into the blank, a title or a picture, among wrong ones."""
    choices = list(wrong)
    choices.insert(blank.position, blank.answer)
    shown = (*blank.shown[: blank.hole], BLANK, *blank.shown[blank.hole + 1 :])
    return _item(blank, prepared, shown, choices, blank.position)


def coherence(blank: Blank, prepared: Prepared, wrong: Sequence[str]) -> ClozeItem:
    """Four pictures, of which one is another procedure's."""
    shown = (*blank.shown[: blank.hole], *wrong, *blank.shown[blank.hole + 1 :])
    return _item(blank, prepared, shown, shown, blank.hole)


def ordering(blank: Blank, prepared: Prepared, choices: int, seed: int) -> ClozeItem:
    """The right order of four pictures among others, which are drawn uniformly."""
    chance = random.Random(f"{seed} orders {blank.id}")
    orders: list[tuple[str, ...]] = [blank.shown]
    while len(orders) < choices:
        order = tuple(chance.sample(blank.shown, len(blank.shown)))
        if order not in orders:
            orders.append(order)
    wrong = orders[1:]
    wrong.insert(blank.position, blank.shown)
    return _item(blank, prepared, (_TEXTS["visual_ordering"],), wrong, blank.position)


def _item(
    blank: Blank, prepared: Prepared, shown: Sequence[str], choices: Sequence[Any], answer: int
) -> ClozeItem:
    textual = blank.task == "textual_cloze"
    category = prepared.procedure.meta.get("category")
    return ClozeItem(
        recipe_id=prepared.id,
        split=blank.split,
        task=blank.task,
        qid=blank.id,
        title=prepared.procedure.title,
        context=_untitled(prepared) if textual else _unpictured(prepared),
        question_text=_TEXTS[blank.task],
        question=tuple(shown),
        choice_list=tuple(choices),
        answer=answer,
        context_modality=("body", "images") if textual else ("title", "body"),
        question_modality=("title",) if textual else ("images",),
        category=category if isinstance(category, str) else msgspec.UNSET,
    )


def _untitled(prepared: Prepared) -> tuple[ContextStep, ...]:
    return tuple(
        ContextStep(id=number, body=step.body, images=step.images)
        for number, step in enumerate(prepared.steps, start=1)
    )


def _unpictured(prepared: Prepared) -> tuple[ContextStep, ...]:
    return tuple(
        ContextStep(id=number, body=step.text, title=step.title)
        for number, step in enumerate(prepared.procedure.steps, start=1)
    )
