"""Fitting the papers' systems on a split, and answering with them afterwards.

Only fitting and answering need torch and transformers, which the ``train`` extra brings.
"""

from manyhop.learning._backbones import open_pictures, open_texts
from manyhop.learning._card import Card, Epoch
from manyhop.learning._options import SYSTEMS, Options, Reads, System
from manyhop.learning._training import is_trained, open_trained, train

__all__ = [
    "SYSTEMS",
    "Card",
    "Epoch",
    "Options",
    "Reads",
    "System",
    "is_trained",
    "open_pictures",
    "open_texts",
    "open_trained",
    "train",
]
