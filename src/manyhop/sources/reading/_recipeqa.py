"""The official RecipeQA files: recipes, and questions that carry a recipe as their context."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from manyhop.sources import Procedure, Step

_OF_A_QUESTION = {
    "context",
    "context_modality",
    "qid",
    "task",
    "question",
    "question_text",
    "question_modality",
    "choice_list",
    "answer",
    "page",
}


class RecipeStep(msgspec.Struct):
    """A step as the official files write it."""

    id: int | str | None = None
    title: str | None = None
    body: str | None = None
    images: list[str] | None = None
    videos: list[Any] | None = None


class _Recipe(msgspec.Struct):
    recipe_id: str
    steps: list[RecipeStep] = []
    context: list[RecipeStep] = []
    title: str | None = None


def is_recipe(row: dict[str, Any]) -> bool:
    """Whether a JSON object is a recipe with its steps."""
    return "recipe_id" in row and isinstance(row.get("steps"), list)


def is_recipe_question(row: dict[str, Any]) -> bool:
    """Whether a JSON object is a RecipeQA question with a recipe as its context."""
    return "recipe_id" in row and isinstance(row.get("context"), list)


def recipe_from_row(row: dict[str, Any], origin: str) -> Procedure:
    """The recipe of one row of ``recipes.jsonl``."""
    recipe = msgspec.convert(row, _Recipe)
    known = {"recipe_id", "steps", "title"}
    return _procedure(recipe, recipe.steps, row, known, origin)


def check_question(row: dict[str, Any]) -> None:
    """Raise ``msgspec.ValidationError`` where the question's context cannot be read."""
    msgspec.convert(row, _Recipe)


def recipes_from_questions(rows: Iterable[dict[str, Any]], origin: str) -> Iterator[Procedure]:
    """One recipe for each recipe id, put together from the contexts of all its questions.

    Each task withholds something else (titles, or images): a step gets the first title and the
    longest body found, and all images in order.
    """
    questions: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        questions.setdefault(row["recipe_id"], []).append(row)
    for asked in questions.values():
        recipe = msgspec.convert(asked[0], _Recipe)
        steps = _merged(msgspec.convert(row, _Recipe).context for row in asked)
        yield _procedure(recipe, steps, asked[0], _OF_A_QUESTION | {"recipe_id", "title"}, origin)


def _merged(contexts: Iterable[list[RecipeStep]]) -> list[RecipeStep]:
    merged: dict[int | str, RecipeStep] = {}
    for context in contexts:
        for number, step in enumerate(context, start=1):
            key = number if step.id is None else step.id
            whole = merged.setdefault(key, RecipeStep(id=step.id))
            whole.title = whole.title or step.title
            whole.body = max(whole.body or "", step.body or "", key=len)
            whole.images = list(dict.fromkeys((*(whole.images or ()), *(step.images or ()))))
            whole.videos = whole.videos or step.videos
    return list(merged.values())


def _procedure(
    recipe: _Recipe, steps: list[RecipeStep], row: dict[str, Any], known: set[str], origin: str
) -> Procedure:
    meta = {key: value for key, value in row.items() if key not in known}
    ids = [step.id for step in steps]
    if ids not in ([*range(1, len(ids) + 1)], [None] * len(ids)):
        meta["step_ids"] = ids
    if any(step.videos for step in steps):
        meta["videos"] = [step.videos or [] for step in steps]
    return Procedure(
        id=recipe.recipe_id,
        title=recipe.title or recipe.recipe_id.replace("-", " ").strip().capitalize(),
        steps=tuple(
            Step(step.title or "", step.body or "", tuple(step.images or ())) for step in steps
        ),
        origin=origin,
        meta=meta,
    )
