"""Answerers by name: the engine, and those to measure it against, from floors to the oracle."""

from manyhop.baselines._blind_reading import BlindReading
from manyhop.baselines._bm25 import Bm25Answerer, DenseAnswerer
from manyhop.baselines._floors import (
    MostCommonAnswerer,
    OracleAnswerer,
    RandomAnswerer,
    WeightedRandomAnswerer,
)
from manyhop.baselines._one_sided import (
    ContextOnlyAnswerer,
    QuestionOnlyAnswerer,
    first_alternative,
)
from manyhop.baselines._opening import FLOORS, open_answerer, open_engine
from manyhop.baselines._passages import is_picture_name, sentences
from manyhop.baselines._training import (
    Training,
    Trainings,
    cross_trained,
    free_answer,
    half_of,
    halves,
    trained_on,
)

__all__ = [
    "FLOORS",
    "BlindReading",
    "Bm25Answerer",
    "ContextOnlyAnswerer",
    "DenseAnswerer",
    "MostCommonAnswerer",
    "OracleAnswerer",
    "QuestionOnlyAnswerer",
    "RandomAnswerer",
    "Training",
    "Trainings",
    "WeightedRandomAnswerer",
    "cross_trained",
    "first_alternative",
    "free_answer",
    "half_of",
    "halves",
    "is_picture_name",
    "open_answerer",
    "open_engine",
    "sentences",
    "trained_on",
]
