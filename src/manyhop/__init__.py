"""Manyhop: multi-hop, multimodal question answering over your own collection."""

from manyhop._version import __version__
from manyhop.collection import Collection, Hit, index_paths
from manyhop.errors import ManyhopError
from manyhop.sources import Image, Procedure, Snippet, Table

__all__ = [
    "Collection",
    "Hit",
    "Image",
    "ManyhopError",
    "Procedure",
    "Snippet",
    "Table",
    "__version__",
    "index_paths",
]
