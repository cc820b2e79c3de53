"""A checkpoint in the place of the embedded model that does the same."""

from manyhop.models._models import Models, WritingModels
from manyhop.models.hub._checkpoint import find_checkpoint
from manyhop.models.hub._opening import (
    open_generator,
    open_image_answerer,
    open_image_encoder,
    open_reranker,
    open_text_encoder,
    open_text_reader,
    task_of,
)


def hub_models(name: str) -> Models:
    """The models that ``hf:NAME`` stands for: the checkpoint for its task, embedded for the rest.

    An encoder of texts becomes the ``sentence_encoder``; a collection keeps the static one, which
    is many times faster, unless it is given another.
    Example: ``hub_models("models/clip-vit-base-patch32").image_encoder``
    """
    match task_of(find_checkpoint(name)):
        case "encode texts":
            return Models(sentence_encoder=open_text_encoder(name))
        case "rerank":
            return Models(reranker=open_reranker(name))
        case "read texts":
            return Models(text_reader=open_text_reader(name))
        case "encode pictures":
            return Models(image_encoder=open_image_encoder(name))
        case "answer about pictures":
            return Models(image_answerer=open_image_answerer(name))
        case "write about pictures":
            return WritingModels(open_generator(name), sees_pictures=True)
        case "write" | "rewrite":
            return WritingModels(open_generator(name), sees_pictures=False)
