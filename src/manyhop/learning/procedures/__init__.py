"""Readers of procedural cloze questions: the papers' three, and ours that minds the order.

Only training needs torch, which the ``train`` extra brings.
"""

from manyhop.learning.procedures._arrays import (
    QuestionArrays,
    TextArrays,
    TextNumbers,
    load_questions,
    load_texts,
    question_arrays,
    save,
    sentence_arrays,
    shared_words,
    word2vec_arrays,
)
from manyhop.learning.procedures._settings import READERS, Reader, ReaderSettings
from manyhop.learning.procedures._training import train_reader

__all__ = [
    "READERS",
    "QuestionArrays",
    "Reader",
    "ReaderSettings",
    "TextArrays",
    "TextNumbers",
    "load_questions",
    "load_texts",
    "question_arrays",
    "save",
    "sentence_arrays",
    "shared_words",
    "train_reader",
    "word2vec_arrays",
]
