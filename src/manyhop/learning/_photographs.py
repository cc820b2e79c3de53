"""Questions about a photograph as vectors, and the answers that may be given to them."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from manyhop.answering import Question
from manyhop.benchmarks import Example, read_vocabulary
from manyhop.errors import ManyhopError
from manyhop.learning._backbones import open_pictures, open_texts, picture_vectors
from manyhop.learning._options import Options
from manyhop.metrics import aokvqa
from manyhop.models import ImageEncoder, StaticEncoder, TextEncoder


class Eyes:
    """What a system sees of a question: its words, its photograph, or both.

    Example: ``Eyes(Options(reads="question")).vectors([question]).shape``
    """

    def __init__(self, options: Options) -> None:
        self.reads = options.reads
        self._options = options

    @cached_property
    def texts(self) -> TextEncoder:
        """The encoder of questions and answers."""
        return open_texts(self._options.texts)

    @cached_property
    def pictures(self) -> ImageEncoder:
        """The encoder of photographs."""
        return open_pictures(self._options.pictures)

    @property
    def width(self) -> int:
        """How many numbers ``vectors`` gives for a question, side by side."""
        words = self.texts.dimension if self.reads != "image" else 0
        seen = self.pictures.texts.dimension if self.reads != "question" else 0
        return words + seen

    def parts(self, questions: Sequence[Question]) -> list[NDArray[np.float32]]:
        """The rows of the questions' words and of their photographs, those that are read."""
        found = []
        if self.reads != "image":
            found.append(self.texts.encode([question.text for question in questions]))
        if self.reads != "question":
            found.append(picture_vectors(self.pictures, [one.image for one in questions]))
        return found

    def vectors(self, questions: Sequence[Question]) -> NDArray[np.float32]:
        """One row for each question, words and photograph side by side."""
        return np.concatenate(self.parts(questions), axis=1)


def vocabulary_of(options: Options, examples: Sequence[Example]) -> list[str]:
    """The answers of a file, or those the paper builds from its training questions.

    They are every right choice, and every choice and direct answer of three questions or more.
    """
    if options.vocabulary:
        return list(read_vocabulary(Path(options.vocabulary)))
    golds = [
        aokvqa.Gold(one.question.id, _choices(one), one.gold.choice, one.gold.answers)
        for one in examples
        if one.gold is not None and one.gold.choice is not None
    ]
    found = aokvqa.build_vocabulary(golds)
    if not found:
        raise ManyhopError("no example has choices to build a vocabulary from; give --vocabulary")
    return found


def right_answers(example: Example) -> list[str]:
    """The right choice and then what people answered, each once."""
    if example.gold is None:
        return []
    choices = _choices(example)
    right = [choices[example.gold.choice]] if example.gold.choice is not None and choices else []
    return list(dict.fromkeys([*right, *example.gold.answers]))


def nearest_choice(text: str, choices: Sequence[str], words: StaticEncoder) -> int:
    """The number of the choice whose mean word vector is nearest to the text's."""
    known = sorted({word for one in (text, *choices) for word in one.lower().split()})
    vectors = dict(zip(known, words.encode(known).tolist(), strict=True))
    return choices.index(aokvqa.map_to_choices({"": text}, {"": choices}, vectors)[""])


def _choices(example: Example) -> tuple[str, ...]:
    return example.question.choices or tuple(example.meta.get("choices", ()))
