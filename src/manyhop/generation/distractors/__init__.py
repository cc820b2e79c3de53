"""Sources that only look like the answer, and the rules that they keep."""

from manyhop.generation.distractors._images import ImageDistractors, image_distractors
from manyhop.generation.distractors._plain_words import plain_words, says, telling
from manyhop.generation.distractors._rules import (
    context_of,
    faults,
    page_of,
    paragraphs_missing,
    pictures_listed,
    resting_on,
)
from manyhop.generation.distractors._texts import TextDistractors

__all__ = [
    "ImageDistractors",
    "TextDistractors",
    "context_of",
    "faults",
    "image_distractors",
    "page_of",
    "paragraphs_missing",
    "pictures_listed",
    "plain_words",
    "resting_on",
    "says",
    "telling",
]
