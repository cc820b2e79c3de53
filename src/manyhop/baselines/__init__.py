"""Answerers by name: the engine, and those to measure it against, from floors to the oracle."""

from manyhop.baselines._blind_reading import BlindReading
from manyhop.baselines._bm25 import Bm25Answerer
from manyhop.baselines._context_only import ContextOnlyAnswerer
from manyhop.baselines._engines import open_engine
from manyhop.baselines._most_common import MostCommonAnswerer
from manyhop.baselines._opening import FLOORS, open_answerer
from manyhop.baselines._oracle import OracleAnswerer
from manyhop.baselines._question_only import QuestionOnlyAnswerer
from manyhop.baselines._random import RandomAnswerer
from manyhop.baselines._training import (
    Training,
    Trainings,
    cross_trained,
    half_of,
    halves,
    trained_on,
)
from manyhop.baselines._weighted_random import WeightedRandomAnswerer

__all__ = [
    "FLOORS",
    "BlindReading",
    "Bm25Answerer",
    "ContextOnlyAnswerer",
    "MostCommonAnswerer",
    "OracleAnswerer",
    "QuestionOnlyAnswerer",
    "RandomAnswerer",
    "Training",
    "Trainings",
    "WeightedRandomAnswerer",
    "cross_trained",
    "half_of",
    "halves",
    "open_answerer",
    "open_engine",
    "trained_on",
]
