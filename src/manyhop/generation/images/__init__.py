"""Questions about pictures, from what is on record for them and from what can be seen surely."""

from manyhop.generation.images._attached import (
    AttachedQuestion,
    attach,
    attached_image_questions,
)
from manyhop.generation.images._derivation import derive_shown, derive_shown_in
from manyhop.generation.images._image_singles import image_singles

__all__ = [
    "AttachedQuestion",
    "attach",
    "attached_image_questions",
    "derive_shown",
    "derive_shown_in",
    "image_singles",
]
