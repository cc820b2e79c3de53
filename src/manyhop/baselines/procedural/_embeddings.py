"""Texts under Word2Vec or a sentence encoder, in the arrays that the networks read."""

from collections.abc import Sequence

import numpy as np

from manyhop.baselines.procedural._arrays import Floats, TextArrays
from manyhop.generation.procedures import ClozeSettings, WordVectors, title_words
from manyhop.models import TextEncoder

LONGEST = 16  # words of a title that count


def word2vec_arrays(
    texts: Sequence[str], titles: Sequence[str], *, dimension: int = 100, epochs: int = 5
) -> TextArrays:
    """Texts in vectors that are learnt from ``titles`` alone, as the paper's are.

    Words that are in no title have no vector and are passed over. Vectors are brought to a mean
    length of 1. Example: ``word2vec_arrays(["", "Boil water"], ["Boil water", "Pour it"])``
    """
    settings = ClozeSettings(word2vec_dimension=dimension, word2vec_epochs=epochs)
    words = sorted({word for title in titles for word in title_words(title)})
    learnt = WordVectors(titles, settings).encode(words)
    vectors = np.vstack([np.zeros((1, dimension), np.float32), _scaled(learnt)])
    numbers = {word: number for number, word in enumerate(words, start=1)}
    known = [[numbers[word] for word in title_words(text) if word in numbers] for text in texts]
    tokens = np.zeros((len(texts), LONGEST), np.int64)
    pooled = np.zeros((len(texts), dimension), np.float32)
    for row, found in enumerate(known):
        tokens[row, : len(found[:LONGEST])] = found[:LONGEST]
        if found:
            pooled[row] = vectors[found].mean(axis=0)
    return TextArrays(tokens, vectors, _scaled(pooled))


def sentence_arrays(texts: Sequence[str], encoder: TextEncoder, block: int = 256) -> TextArrays:
    """Texts as one vector each. Example: ``sentence_arrays(["", "Stir"], StaticEncoder.load())``"""
    parts = [encoder.encode(texts[at : at + block]) for at in range(0, len(texts), block)]
    vectors = _scaled(np.concatenate(parts))
    vectors[0] = 0
    return TextArrays(np.arange(len(texts))[:, None], vectors, vectors)


def _scaled(vectors: Floats) -> Floats:
    """Vectors of mean length 1, so that one rate of learning suits every embedding."""
    lengths = np.linalg.norm(vectors, axis=1)
    return (vectors / max(float(lengths[lengths > 0].mean()), 1e-6)).astype(np.float32)
