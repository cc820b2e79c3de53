"""Dividing questions into training, development and test, and the check that they are apart."""

from manyhop.generation.splits._adversarial import (
    AdversarialSettings,
    adversarial_split,
    majorities,
)
from manyhop.generation.splits._by_document import split_by_document
from manyhop.generation.splits._checks import Apart
from manyhop.generation.splits._documents import documents_in
from manyhop.generation.splits._sides import Side, side_of, sides
from manyhop.generation.splits._split import SHARES, SPLITS, Split, SplitName, shares_of

__all__ = [
    "SHARES",
    "SPLITS",
    "AdversarialSettings",
    "Apart",
    "Side",
    "Split",
    "SplitName",
    "adversarial_split",
    "documents_in",
    "majorities",
    "shares_of",
    "side_of",
    "sides",
    "split_by_document",
]
