"""Manyhop: multi-hop, multimodal question answering over your own collection."""

from manyhop._version import __version__
from manyhop.errors import ManyhopError

__all__ = ["ManyhopError", "__version__"]
