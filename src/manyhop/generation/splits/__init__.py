"""Dividing questions into training, development and test, and the check that they are apart."""

from manyhop.generation.splits._adversarial import (
    AdversarialSettings,
    adversarial_split,
    majorities,
)
from manyhop.generation.splits._by_document import split_by_document
from manyhop.generation.splits._sides import Apart, Side, side_of, sides
from manyhop.generation.splits._split import (
    SHARES,
    SPLITS,
    Split,
    SplitName,
    documents_in,
    shares_of,
)

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
