"""Networks behind small protocols: what the rest of Manyhop asks of them, and the shipped ones."""

from manyhop.models._ahead import OpeningAhead
from manyhop.models._fetching import Progress, Wanted, fetch_file, hub_address
from manyhop.models._models import LargeModels, Models, WritingModels, open_models
from manyhop.models._prompted_readers import (
    PromptedImageAnswerer,
    PromptedTableReader,
    PromptedTextReader,
)
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
    SpanFinder,
    TableReader,
    TableReading,
    TextEncoder,
    TextReader,
)
from manyhop.models.embedded._cache_folder import cache_folder
from manyhop.models.embedded._careful_reader import CarefulReader
from manyhop.models.embedded._cascade_reader import WORDS_WEIGHT, CascadeReader
from manyhop.models.embedded._cross_encoder import CrossEncoder
from manyhop.models.embedded._examined import examine_picture, examine_text
from manyhop.models.embedded._image_answers import PictureAnswerer
from manyhop.models.embedded._image_colours import COLOURS
from manyhop.models.embedded._image_encoder import PictureEncoder
from manyhop.models.embedded._image_shown import (
    PictureJudge,
    PictureWords,
    expected_f1,
    shared_judge,
    shared_words,
)
from manyhop.models.embedded._image_tags import picture_tags
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._large_model import LargeModel
from manyhop.models.embedded._ocr import as_array, ocr_available, ocr_engine, read_text_in_image
from manyhop.models.embedded._pixels import (
    SHADES,
    PictureFeatures,
    picture_features,
    picture_size,
    to_lab,
)
from manyhop.models.embedded._question_types import QuestionTypes
from manyhop.models.embedded._recent import Recent
from manyhop.models.embedded._row_reader import RowReader
from manyhop.models.embedded._sentence_encoder import SentenceEncoder
from manyhop.models.embedded._sights import NAME as SIGHT_NAME
from manyhop.models.embedded._sights import PictureSights, Sight, glances, shared_sights
from manyhop.models.embedded._source_choice import (
    choose_sources,
    question_kinds,
    source_scores,
    word_overlap,
)
from manyhop.models.embedded._span_reader import SpanReader
from manyhop.models.embedded._static import StaticEncoder
from manyhop.models.embedded._token_writing import Generated
from manyhop.models.embedded._verbaliser import Verbaliser, framed
from manyhop.models.embedded._weights import read_arrays
from manyhop.models.embedded._word_vectors import shared_word_vectors
from manyhop.models.endpoint._completion import Completion, Prices, Usage
from manyhop.models.endpoint._endpoint import Endpoint
from manyhop.models.endpoint._message_parts import picture_part, text_part

__all__ = [
    "COLOURS",
    "SHADES",
    "SIGHT_NAME",
    "WORDS_WEIGHT",
    "CarefulReader",
    "CascadeReader",
    "CellReading",
    "Completion",
    "CrossEncoder",
    "Endpoint",
    "Generated",
    "Generator",
    "ImageAnswerer",
    "ImageEncoder",
    "ImageReading",
    "LanguageModel",
    "LargeModel",
    "LargeModels",
    "Message",
    "Models",
    "OpeningAhead",
    "PictureAnswerer",
    "PictureEncoder",
    "PictureFeatures",
    "PictureJudge",
    "PictureSights",
    "PictureWords",
    "Prices",
    "Progress",
    "PromptedImageAnswerer",
    "PromptedTableReader",
    "PromptedTextReader",
    "QuestionTyper",
    "QuestionTypes",
    "Reading",
    "Recent",
    "Reranker",
    "RowReader",
    "SentenceEncoder",
    "Sight",
    "SpanFinder",
    "SpanReader",
    "StaticEncoder",
    "TableReader",
    "TableReading",
    "TextEncoder",
    "TextReader",
    "Usage",
    "Verbaliser",
    "Wanted",
    "WritingModels",
    "as_array",
    "cache_folder",
    "choose_sources",
    "examine_picture",
    "examine_text",
    "expected_f1",
    "fetch_file",
    "framed",
    "glances",
    "hub_address",
    "ocr_available",
    "ocr_engine",
    "open_models",
    "picture_features",
    "picture_part",
    "picture_size",
    "picture_tags",
    "question_kinds",
    "read_arrays",
    "read_text_in_image",
    "shared_judge",
    "shared_sights",
    "shared_word_vectors",
    "shared_words",
    "source_scores",
    "text_part",
    "to_lab",
    "word_overlap",
]
