"""Networks behind small protocols: what the rest of Manyhop asks of them, and the shipped ones."""

from manyhop.models._protocols import (
    CellReading,
    Generator,
    ImageAnswerer,
    ImageEncoder,
    ImageReading,
    Message,
    QuestionTyper,
    Reading,
    Reranker,
    TableReader,
    TableReading,
    TextEncoder,
    TextReader,
)
from manyhop.models.embedded._ocr import ocr_available, read_text_in_image
from manyhop.models.embedded._pixels import PictureFeatures, picture_features
from manyhop.models.embedded._question_kinds import question_kinds
from manyhop.models.embedded._static import StaticEncoder
from manyhop.models.endpoint._completion import Completion, Prices, Usage
from manyhop.models.endpoint._endpoint import Endpoint
from manyhop.models.endpoint._message_parts import picture_part, text_part

__all__ = [
    "CellReading",
    "Completion",
    "Endpoint",
    "Generator",
    "ImageAnswerer",
    "ImageEncoder",
    "ImageReading",
    "Message",
    "PictureFeatures",
    "Prices",
    "QuestionTyper",
    "Reading",
    "Reranker",
    "StaticEncoder",
    "TableReader",
    "TableReading",
    "TextEncoder",
    "TextReader",
    "Usage",
    "ocr_available",
    "picture_features",
    "picture_part",
    "question_kinds",
    "read_text_in_image",
    "text_part",
]
