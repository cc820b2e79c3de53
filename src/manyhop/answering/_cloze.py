"""Cloze questions over a procedure: which choice fits the blank, or the sequence, best."""

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.answering._question import Question
from manyhop.errors import ManyhopError
from manyhop.models import Models
from manyhop.sources import Citation, Image, Procedure, StepAt

BLANK = "@placeholder"
BETWEEN = " | "  # between the pictures of one choice
_SHARPNESS = 20.0  # makes chances of differences of cosines

Vectors = NDArray[np.float32]


class Fit(msgspec.Struct, frozen=True):
    """The chance of each choice, together 1, and the step that the best one belongs to.

    ``seen`` is false where a choice is a picture that nobody has: then all chances are alike.
    """

    chances: tuple[float, ...]
    citation: Citation | None = None
    seen: bool = True

    @property
    def choice(self) -> int:
        """The likeliest choice; the first of equals."""
        return max(range(len(self.chances)), key=self.chances.__getitem__)


def is_cloze(question: Question) -> bool:
    """Whether a question shows a sequence and asks what completes, breaks or orders it."""
    return bool(question.parts) and len(question.choices) > 1


def fitted(question: Question, models: Models) -> Fit:
    """How well each choice goes with the steps of the procedure, in their order.

    Titles are compared with steps by the sentence encoder, pictures by the image encoder. The name
    of a picture is only a name: a picture without pixels is never told from another.
    Example: ``fitted(question, models).choice``
    """
    steps = [
        (procedure, number)
        for procedure in question.candidates
        if isinstance(procedure, Procedure)
        for number in range(len(procedure.steps))
    ]
    images = {source.id: source for source in question.candidates if isinstance(source, Image)}
    if not steps:
        return _nothing(question)
    pictured = _pictured(question)
    texts = [_words(procedure, number) for procedure, number in steps]
    encoder = models.image_encoder.texts if pictured else models.sentence_encoder
    told = encoder.encode(texts)
    scores, places = [], []
    known: dict[str, Vectors] = {}
    for sequence in _sequences(question):
        rows = []
        for item in sequence:
            if item not in known:
                found = _seen(item, images, models) if pictured else encoder.encode([item])[0]
                if found is None:
                    return _nothing(question)
                known[item] = found
            rows.append(known[item])
        score, path = in_order(np.stack(rows) @ told.T)
        scores.append(score)
        places.append(path)
    best = int(np.argmax(scores))
    blank = question.parts.index(BLANK) if BLANK in question.parts else 0
    procedure, number = steps[places[best][min(blank, len(places[best]) - 1)]]
    return Fit(_chances(scores), procedure.cite(StepAt(number)))


def in_order(likeness: NDArray[np.float32]) -> tuple[float, list[int]]:
    """The mean likeness of items to steps where items keep the order of the steps, and the steps.

    Several items may share a step. ``likeness`` has a row for each item, a column for each step.
    """
    items, steps = likeness.shape
    best = likeness[0].copy()
    came: list[NDArray[np.int64]] = []
    for item in range(1, items):
        upto = np.array([int(np.argmax(best[: step + 1])) for step in range(steps)], np.int64)
        came.append(upto)
        best = best[upto] + likeness[item]
    path = [int(np.argmax(best))]
    for back in reversed(came):
        path.append(int(back[path[-1]]))
    return float(best.max()) / items, path[::-1]


def _sequences(question: Question) -> list[tuple[str, ...]]:
    """What each choice makes of the sequence: the blank filled, itself, or the others left."""
    parts, choices = question.parts, question.choices
    if BLANK in parts:
        return [tuple(choice if part == BLANK else part for part in parts) for choice in choices]
    if all(choice in parts for choice in choices):
        return [tuple(part for part in parts if part != choice) for choice in choices]
    return [tuple(choice.split(BETWEEN)) for choice in choices]


def _pictured(question: Question) -> bool:
    """Whether the sequence is one of pictures, which are given by the names of their files."""
    items = {item for sequence in _sequences(question) for item in sequence}
    endings = (".jpg", ".jpeg", ".png", ".webp", ".gif")
    return all(item.lower().endswith(endings) for item in items)


def _seen(name: str, images: Mapping[str, Image], models: Models) -> Vectors | None:
    image = images.get(name)
    if image is None:
        return None
    try:
        return np.asarray(models.image_encoder.encode([image.pixels()])[0], np.float32)
    except (ManyhopError, OSError):
        return None


def _words(procedure: Procedure, number: int) -> str:
    step = procedure.steps[number]
    return " ".join(filter(None, (step.title, step.text)))


def _chances(scores: Sequence[float]) -> tuple[float, ...]:
    powers = np.exp(_SHARPNESS * (np.asarray(scores) - max(scores)))
    return tuple((powers / powers.sum()).tolist())


def _nothing(question: Question) -> Fit:
    count = len(question.choices)
    return Fit((1 / count,) * count, seen=False)
