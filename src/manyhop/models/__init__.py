"""Networks behind small protocols: what the rest of Manyhop asks of them, and the shipped ones."""

from manyhop.models._completion import Completion, Prices, Usage
from manyhop.models._encoder import TextEncoder
from manyhop.models._endpoint import Endpoint, Message
from manyhop.models._message_parts import picture_part, text_part
from manyhop.models._ocr import ocr_available, read_text_in_image
from manyhop.models._pixels import PictureFeatures, picture_features
from manyhop.models._question_kinds import question_kinds
from manyhop.models._reranker import Reranker
from manyhop.models._static import StaticEncoder

__all__ = [
    "Completion",
    "Endpoint",
    "Message",
    "PictureFeatures",
    "Prices",
    "Reranker",
    "StaticEncoder",
    "TextEncoder",
    "Usage",
    "ocr_available",
    "picture_features",
    "picture_part",
    "question_kinds",
    "read_text_in_image",
    "text_part",
]
