"""Opening what answers by names, once a process, and asking it."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from manyhop.answering import Answer, Answerer, Engine, Question, open_planner
from manyhop.asking._asker import Asker
from manyhop.collection import DEFAULT_FOLDER, Collection
from manyhop.errors import ManyhopError
from manyhop.models import Models, open_models
from manyhop.sources import AnySource, Image

PlannerName = Literal["look", "explicit", "implicit", "routing"]


def ask(
    question: str,
    collection: str | Path | Collection | None = None,
    *,
    sources: Sequence[AnySource] | None = None,
    image: str | Path | bytes | Image | None = None,
    choices: Sequence[str] = (),
    model: str = "embedded",
    planner: PlannerName = "look",
) -> Answer:
    """See ``manyhop.ask``, which is this."""
    models = named_models(model)
    held = opened(collection) if sources is None and image is None else None
    answerer: Answerer
    if planner == "look" and held is not None:
        answerer = Asker(models, held)
    else:
        by_rules = open_planner("explicit" if planner == "look" else planner, models)
        answerer = Engine(by_rules, models, collection=held, ahead=True)
    return answerer.answer(
        Question(
            id="asked",
            text=question,
            choices=tuple(choices),
            image=None if image is None else _picture(image),
            candidates=tuple(sources or ()),
        )
    )


@cache
def named_models(name: str) -> Models:
    """The models of a name, opened once."""
    return open_models(name)


def opened(collection: str | Path | Collection | None) -> Collection:
    """A collection as it is, or the one in a folder, opened once."""
    if isinstance(collection, Collection):
        return collection
    return _collection(Path(collection or DEFAULT_FOLDER).resolve())


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
