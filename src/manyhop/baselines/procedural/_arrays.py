"""Cloze questions as numbers: all that the networks are trained on, and easy to carry elsewhere."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
