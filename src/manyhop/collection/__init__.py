"""Storing and finding sources: records, BM25, vectors, fusion, commits."""

from manyhop.collection._collection import DEFAULT_FOLDER, Collection
from manyhop.collection._gallery import Gallery, is_named, pixels_of
from manyhop.collection._indexing import IndexReport, Progress, index_paths
from manyhop.collection._pictures import PictureRecord
from manyhop.collection._rebuilding import rebuild
from manyhop.collection._search import Explanation, Hit, Mode
from manyhop.collection._words import question_terms, word_analyzer
from manyhop.collection._writer import Change, Writer

__all__ = [
    "DEFAULT_FOLDER",
    "Change",
    "Collection",
    "Explanation",
    "Gallery",
    "Hit",
    "IndexReport",
    "Mode",
    "PictureRecord",
    "Progress",
    "Writer",
    "index_paths",
    "is_named",
    "pixels_of",
    "question_terms",
    "rebuild",
    "word_analyzer",
]
