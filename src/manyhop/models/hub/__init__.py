"""Checkpoints of the transformers library on the user's own disk (extra ``transformers``)."""

from manyhop.models.hub._opening import (
    open_generator,
    open_image_answerer,
    open_image_encoder,
    open_reranker,
    open_text_encoder,
    open_text_reader,
)

__all__ = [
    "open_generator",
    "open_image_answerer",
    "open_image_encoder",
    "open_reranker",
    "open_text_encoder",
    "open_text_reader",
]
