"""Manyhop: multi-hop, multimodal question answering over your own collection."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from manyhop._version import __version__
from manyhop.collection import Collection, Hit, index_paths
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

if TYPE_CHECKING:
    from manyhop.answering import Answer

__all__ = [
    "Collection",
    "Hit",
    "Image",
    "ManyhopError",
    "Procedure",
    "Snippet",
    "Table",
    "__version__",
    "ask",
    "index_paths",
]


def ask(
    question: str,
    collection: str | Path | Collection | None = None,
    *,
    sources: Sequence[AnySource] | None = None,
    image: str | Path | bytes | Image | None = None,
    choices: Sequence[str] = (),
    model: str = "embedded",
    planner: Literal["explicit", "implicit", "routing"] = "explicit",
) -> "Answer":
    """Answer a question from a collection, from given sources, or from one picture.

    Without any of these the collection in ``.manyhop`` is asked. What was opened stays open, so
    the next question is answered much sooner.
    Example: ``ask("When did the Humber Bridge open?", "notes").sentence``
    """
    from manyhop.answering import ask  # only now, for the engine takes a while to import

    return ask(
        question,
        collection,
        sources=sources,
        image=image,
        choices=choices,
        model=model,
        planner=planner,
    )
