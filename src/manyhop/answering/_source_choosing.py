"""The second stage of WebQA's way: a threshold chooses the sources that the answer rests on."""

from collections.abc import Sequence

from manyhop.models import Models
from manyhop.models.embedded._source_choice import choose, source_scores
from manyhop.sources import AnySource


def is_flat_mix(sources: Sequence[AnySource]) -> bool:
    """Whether candidates are snippets and pictures side by side, none bound to another."""
    return {source.kind for source in sources} == {"snippet", "image"}


def chosen_sources(
    question: str, sources: Sequence[AnySource], models: Models
) -> tuple[AnySource, ...]:
    """The sources that a question needs, best first; whether texts or pictures is not told.

    Example: ``chosen_sources("Do both towers glow?", question.candidates, models)``
    """
    scores = source_scores(question, sources, models.reranker)
    return tuple(sources[place] for place in choose(question, scores))
