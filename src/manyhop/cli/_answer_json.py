"""All of an answer as JSON."""

from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.cli._citation_view import Lookup
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image


def told(question: Question, answer: Answer, lookup: Lookup) -> dict[str, Any]:
    """The question, every field of the answer, and what is cited.

    Example: ``told(question, answer, collection.get)["abstained"]``
    """
    ids = dict.fromkeys(citation.source_id for citation in answer.citations)
    return {
        "question": question.text,
        **({"choices": question.choices} if question.choices else {}),
        **msgspec.structs.asdict(answer),
        "cited": [_described(id, lookup) for id in ids],
    }


def _described(id: str, lookup: Lookup) -> dict[str, str]:
    try:
        source: AnySource = lookup(id)
    except ManyhopError:  # gone since
        return {"id": id}
    facts = {"id": id, "kind": source.kind, "title": source.title, "origin": source.origin}
    return {**facts, "path": source.path} if isinstance(source, Image) else facts
