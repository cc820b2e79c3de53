"""Manyhop: multi-hop, multimodal question answering over your own collection."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from manyhop._version import __version__
from manyhop.errors import ManyhopError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from manyhop.answering import Answer
    from manyhop.asking import Conversation
    from manyhop.collection import Collection, Hit, index_paths
    from manyhop.sources import AnySource, Image, Procedure, Snippet, Table

__all__ = [
    "Collection",
    "Conversation",
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

_HOME = {
    "Collection": "collection",
    "Conversation": "asking",
    "Hit": "collection",
    "Image": "sources",
    "Procedure": "sources",
    "Snippet": "sources",
    "Table": "sources",
    "index_paths": "collection",
}


def __getattr__(name: str) -> Any:
    """The public names, imported when they are first used: a command can be stopped meanwhile."""
    if name not in _HOME:
        raise AttributeError(f"module 'manyhop' has no attribute {name!r}")
    return getattr(import_module(f"manyhop.{_HOME[name]}"), name)


def ask(
    question: str,
    collection: "str | Path | Collection | None" = None,
    *,
    sources: "Sequence[AnySource] | None" = None,
    image: "str | Path | bytes | Image | None" = None,
    choices: "Sequence[str]" = (),
    model: str = "embedded",
    planner: Literal["look", "explicit", "implicit", "routing"] = "look",
) -> "Answer":
    """Answer a question from a collection, from given sources, or from one picture.

    Without any of these the collection in ``.manyhop`` is asked. A collection is looked into first
    (``look``); a planner's name takes the question apart by that planner alone. What was opened
    stays open, so the next question is answered much sooner.
    Example: ``ask("When did the Humber Bridge open?", "notes").sentence``
    """
    from manyhop.asking import ask  # only now, for the engine takes a while to import

    return ask(
        question,
        collection,
        sources=sources,
        image=image,
        choices=choices,
        model=model,
        planner=planner,
    )
