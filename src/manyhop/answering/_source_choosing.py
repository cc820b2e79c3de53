"""The second stage of WebQA's way: a threshold chooses the sources that the answer rests on."""

from collections.abc import Collection, Sequence

from manyhop.models import Models, choose_sources, source_scores
from manyhop.sources import AnySource, Kind

RETRIEVED = 20  # sources of a whole collection, among which are those that are needed


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
