"""Cloze questions as numbers: all that the networks are trained on, and easy to carry elsewhere."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.answering import BLANK
from manyhop.collection import word_analyzer
from manyhop.generation.procedures import ClozeItem, ClozeSettings, WordVectors, title_words
from manyhop.models import TextEncoder

Integers = NDArray[np.int64]
Floats = NDArray[np.float32]
Strings = NDArray[np.str_]


@dataclass(frozen=True)
class TextArrays:
    """Every text under one embedding; text 0 is the empty one.

    A title is read as a row of ``tokens``, numbers of ``vectors`` that end with 0, which stands
    for none: its words under Word2Vec, and itself alone under a sentence encoder. A step is read
    as its row of ``pooled``.
    """

    tokens: Integers
    vectors: Floats
    pooled: Floats


@dataclass(frozen=True)
class QuestionArrays:
    """Questions in rows: ids, procedures, splits, and the numbers of their texts.

    ``shown`` holds the four titles, 0 at the ``hole``; ``steps`` the bodies, padded with 0 after
    ``lengths``. ``matches`` says how much of a title's words stand in a step's body, for the four
    titles shown and then for the four choices.
    """

    ids: Strings
    groups: Strings
    splits: Strings
    shown: Integers
    hole: Integers
    choices: Integers
    steps: Integers
    lengths: Integers
    matches: Floats
    answers: Integers

    def part(self, split: str) -> "QuestionArrays":
        """The questions of one split."""
        rows = self.splits == split
        return QuestionArrays(**{name: value[rows] for name, value in vars(self).items()})

    def __len__(self) -> int:
        return len(self.ids)


def save(arrays: TextArrays | QuestionArrays, path: Path) -> None:
    """Write a file that ``load_texts`` or ``load_questions`` reads; vectors lose half their bits.

    Example: ``save(questions, Path("questions.npz"))``
    """
    small: dict[str, NDArray[np.generic]] = {
        name: value.astype(_SMALL.get(value.dtype.kind, value.dtype))
        for name, value in vars(arrays).items()
    }
    unfinished = path.with_suffix(".part.npz")
    np.savez_compressed(unfinished, **small)  # type: ignore[arg-type]
    unfinished.replace(path)


_SMALL = {"f": np.dtype(np.float16), "i": np.dtype(np.int32)}
_LARGE = {"f": np.dtype(np.float32), "i": np.dtype(np.int64)}


def load_texts(path: Path) -> TextArrays:
    """What ``save`` wrote of texts."""
    return TextArrays(**_loaded(path, TextArrays))


def load_questions(path: Path) -> QuestionArrays:
    """What ``save`` wrote of questions."""
    return QuestionArrays(**_loaded(path, QuestionArrays))


def _loaded(path: Path, kind: type) -> dict[str, Any]:
    with np.load(path, allow_pickle=False) as file:
        found = {field.name: file[field.name] for field in fields(kind)}
    return {
        name: value.astype(_LARGE.get(value.dtype.kind, value.dtype))
        for name, value in found.items()
    }


# From cloze items to the numbers of their texts.

MOST_STEPS = 25

_analyzer = word_analyzer()


class TextNumbers:
    """Numbers for texts in the order they come; 0 is the empty text.

    Example: ``TextNumbers().number("Boil water")`` is 1.
    """

    def __init__(self) -> None:
        self._numbers = {"": 0}

    def number(self, text: str) -> int:
        """The text's number, a new one if it is new."""
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def texts(self) -> list[str]:
        """All texts by number."""
        return list(self._numbers)


def question_arrays(
    items: Sequence[ClozeItem], numbers: TextNumbers, rarity: Mapping[str, float] | None = None
) -> QuestionArrays:
    """Textual cloze items of all splits; texts that are new get numbers.

    ``rarity`` is that of the items' own steps where none is given.

    Example: ``question_arrays([*built.items["train"], *built.items["test"]], TextNumbers())``
    """
    if rarity is None:
        rarity = rarity_of(step.body for item in items for step in item.context)
    count, choices = len(items), len(items[0].choice_list) if items else 4
    shown = np.zeros((count, 4), np.int64)
    chosen = np.zeros((count, choices), np.int64)
    steps = np.zeros((count, MOST_STEPS), np.int64)
    matches = np.zeros((count, 4 + choices, MOST_STEPS), np.float32)
    for row, item in enumerate(items):
        titles = ["" if title == BLANK else title for title in item.question]
        options = [str(choice) for choice in item.choice_list]
        bodies = [step.body for step in item.context][:MOST_STEPS]
        shown[row] = [numbers.number(title) for title in titles]
        chosen[row] = [numbers.number(choice) for choice in options]
        steps[row, : len(bodies)] = [numbers.number(body) for body in bodies]
        matches[row, :, : len(bodies)] = shared_words([*titles, *options], bodies, rarity)
    return QuestionArrays(
        ids=np.array([item.qid for item in items]),
        groups=np.array([item.recipe_id for item in items]),
        splits=np.array([item.split for item in items]),
        shown=shown,
        hole=np.array([item.question.index(BLANK) for item in items], np.int64),
        choices=chosen,
        steps=steps,
        lengths=np.array([min(len(item.context), MOST_STEPS) for item in items], np.int64),
        matches=matches,
        answers=np.array([item.answer for item in items], np.int64),
    )


def shared_words(
    titles: Sequence[str], bodies: Sequence[str], rarity: Mapping[str, float]
) -> Floats:
    """The share of each title's words that stand in each body, rare words counting more.

    Example: ``shared_words(["Boil water"], ["Let the water boil."], {})`` is ``[[1.0]]``.
    """
    found = np.zeros((len(titles), len(bodies)), np.float32)
    held = [stems(body) for body in bodies]
    most = max(rarity.values(), default=1.0)
    for row, title in enumerate(titles):
        weights = {stem: rarity.get(stem, most) for stem in sorted(stems(title))}
        total = sum(weights.values())
        for column, words in enumerate(held):
            shared = sum(weight for stem, weight in weights.items() if stem in words)
            found[row, column] = shared / total if total else 0.0
    return found


@cache
def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(_analyzer.analyze(text))


def rarity_of(bodies: Iterable[str]) -> dict[str, float]:
    """How rare each stem is, by the share of texts that have it."""
    distinct = dict.fromkeys(bodies)
    holders = Counter(stem for body in distinct for stem in stems(body))
    return {stem: log(1 + len(distinct) / count) for stem, count in sorted(holders.items())}


# Texts under Word2Vec or a sentence encoder, in the arrays that the networks read.

LONGEST = 16  # words of a title that count


@dataclass(frozen=True)
class WordTable:
    """Words with vectors, row 0 for none; ``scale`` brings texts to a mean length of 1."""

    words: list[str]
    vectors: Floats
    scale: float = 1.0


def learn_words(titles: Sequence[str], *, dimension: int = 100, epochs: int = 5) -> WordTable:
    """Word2Vec of titles. Example: ``learn_words(["Boil water", "Pour it"]).words[0]``"""
    settings = ClozeSettings(word2vec_dimension=dimension, word2vec_epochs=epochs)
    words = sorted({word for title in titles for word in title_words(title)})
    learnt = WordVectors(titles, settings).encode(words)
    table = WordTable(words, np.vstack([np.zeros((1, dimension), np.float32), _scaled(learnt)]))
    lengths = np.linalg.norm(word_arrays(titles, table).pooled, axis=1)
    return replace(table, scale=1 / max(float(lengths[lengths > 0].mean()), 1e-6))


def word_arrays(texts: Sequence[str], table: WordTable) -> TextArrays:
    """Texts in the words of a table; others are passed over."""
    numbers = {word: number for number, word in enumerate(table.words, start=1)}
    known = [[numbers[word] for word in title_words(text) if word in numbers] for text in texts]
    tokens = np.zeros((len(texts), LONGEST), np.int64)
    pooled = np.zeros((len(texts), table.vectors.shape[1]), np.float32)
    for row, found in enumerate(known):
        tokens[row, : len(found[:LONGEST])] = found[:LONGEST]
        if found:
            pooled[row] = table.vectors[found].mean(axis=0) * table.scale
    return TextArrays(tokens, table.vectors, pooled)


def word2vec_arrays(
    texts: Sequence[str], titles: Sequence[str], *, dimension: int = 100, epochs: int = 5
) -> TextArrays:
    """Texts in vectors that are learnt from ``titles`` alone, as the paper's are.

    Words that are in no title have no vector and are passed over. Vectors are brought to a mean
    length of 1. Example: ``word2vec_arrays(["", "Boil water"], ["Boil water", "Pour it"])``
    """
    table = learn_words(titles, dimension=dimension, epochs=epochs)
    found = word_arrays(texts, table)
    return replace(found, pooled=_scaled(found.pooled))


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
