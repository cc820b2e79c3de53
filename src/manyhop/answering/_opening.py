"""Opening an engine by names, once a process, and asking it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from manyhop.answering._answer import Answer
from manyhop.answering._engine import Engine
from manyhop.answering._question import Question
from manyhop.collection import DEFAULT_FOLDER, Collection
from manyhop.errors import ManyhopError
from manyhop.models import Models, WritingModels, open_models
from manyhop.planners import Planner
from manyhop.sources import AnySource, Image

PlannerName = Literal["explicit", "implicit", "routing"]


def ask(
    question: str,
    collection: str | Path | Collection | None = None,
    *,
    sources: Sequence[AnySource] | None = None,
    image: str | Path | bytes | Image | None = None,
    choices: Sequence[str] = (),
    model: str = "embedded",
    planner: PlannerName = "explicit",
) -> Answer:
    """See ``manyhop.ask``, which is this."""
    models = _models(model)
    held = None
    if sources is None and image is None:
        held = collection if isinstance(collection, Collection) else _opened(collection)
    engine = Engine(open_planner(planner, models), models, collection=held, ahead=True)
    return engine.answer(
        Question(
            id="asked",
            text=question,
            choices=tuple(choices),
            image=None if image is None else _picture(image),
            candidates=tuple(sources or ()),
        )
    )


def open_planner(name: str, models: Models) -> Planner:
    """The planner of a name; ``explicit`` is written by the model where one is configured.

    Example: ``open_planner("implicit", models)``
    """
    from manyhop import planners

    if name == "written" or (name == "explicit" and isinstance(models, WritingModels)):
        return planners.WrittenPlanner(models.generator, planners.ExplicitPlanner(models))
    if name == "explicit":
        return planners.ExplicitPlanner(models)
    if name == "implicit":
        return planners.ImplicitPlanner(models)
    if name == "routing":
        return planners.Routing(models)
    raise ManyhopError(
        f"there is no planner {name!r}; choose explicit, implicit, routing or written"
    )


@cache
def _models(name: str) -> Models:
    return open_models(name)


def _opened(path: str | Path | None) -> Collection:
    return _collection(Path(path or DEFAULT_FOLDER).resolve())


@cache
def _collection(folder: Path) -> Collection:
    return Collection.open(folder)


def _picture(image: str | Path | bytes | Image) -> Image:
    if isinstance(image, Image):
        return image
    if isinstance(image, bytes):
        return Image(data=image, title="the picture")
    path = Path(image)
    if not path.is_file():
        raise ManyhopError(f"there is no picture {path}; name a file")
    return Image(path=str(path), title=path.name, origin=str(path))
