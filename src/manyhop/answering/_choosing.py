"""Choosing among what is given: choices, what completes a sequence, sources."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from manyhop.answering._answer import Question
from manyhop.errors import ManyhopError
from manyhop.models import Models, choose_sources, source_scores
from manyhop.programs import Value, normal_form
from manyhop.sources import AnySource, Citation, Image, Kind, Procedure, StepAt

BLANK = "@placeholder"
BETWEEN = " | "  # between the pictures of one choice
_SHARPNESS = 20.0  # makes chances of differences of cosines

Vectors = NDArray[np.float32]
RETRIEVED = 20  # sources of a whole collection, among which are those that are needed


def chosen(
    question: str,
    choices: Sequence[str],
    values: Sequence[Value],
    sources: Sequence[AnySource],
    models: Models,
) -> tuple[int, float]:
    """The number of the best choice, and its chance.

    A value that is a choice decides; other values choose what is most like them; without values,
    the reranker says which choice goes best with the question beside the sources.
    Example: ``chosen("What colour is it?", ("red", "blue"), (Value("red"),), (), models)``
    """
    plain = [normal_form(choice) for choice in choices]
    for value in values:
        if normal_form(value.text) in plain:
            return plain.index(normal_form(value.text)), value.score
    if values:
        texts = [*choices, *(value.text for value in values)]
        vectors = models.sentence_encoder.encode(texts)
        likeness = vectors[: len(choices)] @ vectors[len(choices) :].T
        scores = likeness @ np.array([value.score for value in values], np.float32)
        sure = values[0].score * max(float(likeness.max()), 0.0)
        return int(np.argmax(scores)), max(sure, 1 / len(choices))
    return _likeliest(question, choices, sources, models), 1 / len(choices)


def _likeliest(
    question: str, choices: Sequence[str], sources: Sequence[AnySource], models: Models
) -> int:
    passages = [source.searchable for source in sources[:3]]
    if not passages:
        vectors = models.sentence_encoder.encode([question, *choices])
        return int(np.argmax(vectors[1:] @ vectors[0]))
    best = [max(models.reranker.score(f"{question} {choice}", passages)) for choice in choices]
    return int(np.argmax(best))


# Cloze questions over a procedure: which choice fits the blank, or the sequence, best.


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


# The second stage of WebQA's way: a threshold chooses the sources that the answer rests on.


def is_flat_mix(kinds: Collection[Kind]) -> bool:
    """Whether there are snippets and pictures side by side, none bound to another."""
    return {*kinds} == {"snippet", "image"}


def chosen_sources(
    question: str,
    sources: Sequence[AnySource],
    models: Models,
    threshold: float | None = None,
) -> tuple[AnySource, ...]:
    """The sources that a question needs, best first; whether texts or pictures is not told.

    One or two, as question and scores tell; with a ``threshold``, all that score as much, and the
    best in any case.

    Example: ``chosen_sources("Do both towers glow?", question.candidates, models)``
    """
    scores = source_scores(question, sources, models.reranker)
    return tuple(sources[place] for place in choose_sources(question, scores, threshold))
