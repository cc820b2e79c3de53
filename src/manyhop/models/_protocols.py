"""What the rest of Manyhop asks of a model, whichever family it comes from."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.models.endpoint._completion import Completion
from manyhop.sources import Table

Message = Mapping[str, Any]


class TextEncoder(Protocol):
    """Turns texts into unit vectors whose dot product is their similarity.

    Example: ``query @ passages.T`` ranks passages once both sides went through ``encode``.
    An encoder that puts the numbers that matter most first may say in an attribute ``leading``
    (a multiple of 8) how many of them suffice for a first look over millions of vectors.
    """

    @property
    def name(self) -> str:
        """Weights and version: vectors of different names must never be compared."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers one vector has."""
        ...

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit row per text; a text with nothing to go by gets a row of zeros."""
        ...


class Reranker(Protocol):
    """Looks at a question and a passage together; slower and better than comparing vectors.

    Example: ``collection.search(question, rerank=my_cross_encoder)``
    """

    def score(self, question: str, passages: Sequence[str]) -> Sequence[float]:
        """One score per passage, higher is better."""
        ...


class Reading(msgspec.Struct, frozen=True):
    """What a reader found in one passage: a span of it, yes or no, or nothing.

    ``chance`` (0..1) is that the passage answers the question; ``score`` ranks readings of the same
    question by the same reader, over all its passages. A span is ``passage[start:end] == text``;
    yes and no have ``start == end == 0``. A reader always gives its best value, even where the
    chance says that the passage holds no answer.
    """

    text: str
    start: int
    end: int
    score: float
    chance: float


class TextReader(Protocol):
    """Reads passages for the answer to a question.

    Example: ``max(reader.read(question, passages), key=lambda reading: reading.score).text``
    """

    def read(self, question: str, passages: Sequence[str]) -> Sequence[Reading]:
        """One reading per passage, in the passages' order."""
        ...


class SpanFinder(TextReader, Protocol):
    """A text reader that gives several values of a passage, as the embedded ones do."""

    def spans(
        self, question: str, passages: Sequence[str], most: int = 3
    ) -> Sequence[Sequence[Reading]]:
        """For each passage its best values, best first."""
        ...


class CellReading(msgspec.Struct, frozen=True):
    """A cell that may answer, by row and column counted from 0, with a chance of 0..1."""

    row: int
    column: int
    chance: float


class TableReading(msgspec.Struct, frozen=True):
    """The cells that a question points at, likeliest first, and what is to be done with them.

    ``operation`` is ``"cells"`` (they are the answer), ``"count"``, ``"sum"``, ``"average"``,
    ``"difference"`` or ``"check"`` (whether something is so: ``value`` is "yes" or "no"); ``value``
    is the answer as exact code worked it out from the chosen cells.
    """

    cells: Sequence[CellReading]
    operation: str
    value: str
    chance: float


class TableReader(Protocol):
    """Reads a table for the cells that answer a question.

    Example: ``reader.read("How high is K2?", table).cells[0].row``
    """

    def read(self, question: str, table: Table) -> TableReading:
        """The cells, the operation over them and its value."""
        ...


class QuestionTyper(Protocol):
    """Tells how a question must be answered: which hops, over which kinds of source.

    Example: ``typer.chances(question)["Compose(TextQ,TableQ)"]``
    """

    def chances(self, question: str) -> Mapping[str, float]:
        """The calibrated chance of each of MultiModalQA's sixteen types, together 1."""
        ...


class ImageEncoder(Protocol):
    """Turns pictures into unit vectors in the space of a text encoder.

    Example: ``encoder.texts.encode([caption]) @ encoder.encode([png]).T``
    """

    @property
    def name(self) -> str:
        """Weights and version: vectors of different names must never be compared."""
        ...

    @property
    def texts(self) -> TextEncoder:
        """The encoder whose text vectors these vectors may be compared with."""
        ...

    def encode(self, pictures: Sequence[bytes]) -> NDArray[np.float32]:
        """One unit row per encoded picture (PNG, JPEG, WebP, …)."""
        ...


class ImageReading(msgspec.Struct, frozen=True):
    """An answer read off a picture, with a chance of 0..1."""

    text: str
    chance: float


class ImageAnswerer(Protocol):
    """Answers a question about one picture.

    Example: ``answerer.answer("What colour is the boat?", png)[0].text``
    """

    def answer(self, question: str, picture: bytes) -> Sequence[ImageReading]:
        """Answers, likeliest first."""
        ...


class Generator(Protocol):
    """Writes text: any chat model.

    Example: ``generator.complete([{"role": "user", "content": "Say hello."}], max_tokens=9).text``
    """

    @property
    def model(self) -> str:
        """What the model is called."""
        ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        """The reply to a conversation."""
        ...
