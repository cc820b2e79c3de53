"""Questions to texts, from what snippets say of their subjects."""

from manyhop.generation.texts._attached import attached_questions
from manyhop.generation.texts._deriving import (
    derive_named,
    derive_said,
    derive_said_of,
    derive_written,
)
from manyhop.generation.texts._facts import Fact, facts
from manyhop.generation.texts._mention_singles import mention_singles
from manyhop.generation.texts._mentions_index import Mentions
from manyhop.generation.texts._mentions_names import names_of
from manyhop.generation.texts._text_singles import text_singles

__all__ = [
    "Fact",
    "Mentions",
    "attached_questions",
    "derive_named",
    "derive_said",
    "derive_said_of",
    "derive_written",
    "facts",
    "mention_singles",
    "names_of",
    "text_singles",
]
