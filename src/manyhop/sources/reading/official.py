"""What the official files of the benchmarks hold, for those who read them as questions."""

from manyhop.sources.reading._hybridqa import (
    LinkedTable,
    PackedPassages,
    linked_snippets,
    linked_table,
)
from manyhop.sources.reading._mmqa import PIXEL_FOLDER, image_from_row, table_from_row
from manyhop.sources.reading._packed import decode_json, numbered_lines, open_bytes
from manyhop.sources.reading._reach import reaching
from manyhop.sources.reading._recipeqa import RecipeStep, recipes_from_questions
from manyhop.sources.reading._records import snippet_from_row
from manyhop.sources.reading._webqa import (
    IMAGE_FACTS,
    TEXT_FACTS,
    image_from_fact,
    snippet_from_fact,
)

__all__ = [
    "IMAGE_FACTS",
    "PIXEL_FOLDER",
    "TEXT_FACTS",
    "LinkedTable",
    "PackedPassages",
    "RecipeStep",
    "decode_json",
    "image_from_fact",
    "image_from_row",
    "linked_snippets",
    "linked_table",
    "numbered_lines",
    "open_bytes",
    "reaching",
    "recipes_from_questions",
    "snippet_from_fact",
    "snippet_from_row",
    "table_from_row",
]
