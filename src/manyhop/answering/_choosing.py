"""Choosing among given choices: by the values that were found, or else by what fits best."""

from collections.abc import Sequence

import numpy as np

from manyhop.models import Models
from manyhop.programs import Value, normal_form
from manyhop.sources import AnySource


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
