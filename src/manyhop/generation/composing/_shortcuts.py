"""Questions that one hop alone could answer, and others that are not worth asking."""

import re
from collections.abc import Mapping

from manyhop.generation._query import sources_of
from manyhop.generation._single import Single
from manyhop.generation.composing._draft import Draft
from manyhop.generation.composing._pool import Pool
from manyhop.programs import Compose, Outcome
from manyhop.sources import AnySource, CellAt, Table

_WORD = re.compile(r"[^\W_]+")
_SHORT = 3  # characters of an answer that may well stand in a source by accident


def shortcut(
    draft: Draft, outcome: Outcome, pool: Pool, sources: Mapping[str, AnySource]
) -> str | None:
    """Why a question does not need all its hops, or None.

    ``told``: the question itself says the answer. ``weak distractors``: whatever the inner hop
    finds, the outer one answers the same. ``redundant evidence``: the source of one hop says what
    the other was to find.
    """
    answers = [value.text for value in outcome.answers]
    if any(_says(draft.question, text) for text in answers if text not in draft.told):
        return "told"
    if isinstance(draft.program, Compose) and len(draft.singles) == 2:
        outer, inner = draft.singles
        if not pool.other_answers(outer):
            return "weak distractors"
        if any(_known_from(inner, text, sources) for text in answers):
            return "redundant evidence"
    return None


def _known_from(inner: Single, answer: str, sources: Mapping[str, AnySource]) -> bool:
    """Whether what the inner hop reads gives the answer away."""
    if len(answer) < _SHORT or answer.lower() in {"yes", "no"}:
        return False
    cited = {citation.source_id for value in inner.values for citation in value.citations}
    for id in sources_of(inner.query):
        source = sources[id]
        if id in cited and _says(_evidence(inner, source), answer):
            return True
    return False


def _evidence(inner: Single, source: AnySource) -> str:
    """What the inner hop sees: a whole passage, or the rows of a table that it chose."""
    if not isinstance(source, Table):
        return source.searchable
    rows = {
        citation.place.row
        for value in inner.values
        for citation in value.citations
        if isinstance(citation.place, CellAt)
    }
    return " | ".join(cell.text for row in sorted(rows) for cell in source.rows[row])


def _says(text: str, answer: str) -> bool:
    return f" {plain_words(answer)} " in f" {plain_words(text)} "


def plain_words(text: str) -> str:
    """The words and numbers of a text in lower case, one space apart.

    Example: ``plain_words("St. John's, 1981")`` → ``"st john s 1981"``
    """
    return " ".join(_WORD.findall(text.lower()))
