"""Questions to texts, from what snippets say of their subjects."""

from manyhop.generation.texts._attached import attached_questions
from manyhop.generation.texts._deriving import derive_said, derive_said_of, derive_written
from manyhop.generation.texts._facts import Fact, facts
from manyhop.generation.texts._text_singles import text_singles

__all__ = [
    "Fact",
    "attached_questions",
    "derive_said",
    "derive_said_of",
    "derive_written",
    "facts",
    "text_singles",
]
