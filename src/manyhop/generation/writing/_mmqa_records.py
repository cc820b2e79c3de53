"""Built questions as MultiModalQA's records, and back."""

import random
from collections.abc import Mapping
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of
from manyhop.generation.writing._entities import Entities
from manyhop.generation.writing._mmqa_answers import (
    answer_object,
    is_reckoned,
    modalities_of,
    modality_of,
)
from manyhop.sources import AnySource, Image, Snippet, Table

OURS = "manyhop"
_IN_RECORD = ("id", "question", "pseudo", "type")


class MMQARecords:
    """Makes records of questions whose sources are known.

    Example: ``MMQARecords(sources).record(built)["metadata"]["type"]``
    """

    def __init__(self, sources: Mapping[str, AnySource]) -> None:
        self._sources = sources
        self._entities = Entities(sources)

    def record(self, built: BuiltQuestion) -> dict[str, Any]:
        """The official fields; what proves the answer is in ``metadata.manyhop``."""
        sources = self._sources
        modality = modality_of(built.values, built.type)
        reckoned = is_reckoned(built.program)
        context = context_of(built)
        return {
            "qid": built.id,
            "question": built.question,
            "answers": [
                answer_object(value, modality, sources, reckoned=reckoned) for value in built.values
            ],
            "metadata": {
                "type": built.type,
                "modalities": modalities_of(built),
                "wiki_entities_in_question": self._entities.of(built.named, built.table, context),
                "wiki_entities_in_answers": self._entities.of(built.answered, built.table, context),
                "pseudo_language_question": built.pseudo,
                "image_doc_ids": self._mixed(built, context, Image),
                "text_doc_ids": self._mixed(built, context, Snippet),
                "table_id": built.table,
                "intermediate_answers": [
                    [answer_object(value, modality_of([value], ""), sources) for value in hop]
                    for hop in built.hops
                ],
                OURS: _ours(built),
            },
            "supporting_context": [
                {"doc_id": id, "doc_part": part}
                for id in built.gold
                if (part := _part(sources.get(id)))
            ],
        }

    def _mixed(
        self, built: BuiltQuestion, context: tuple[str, ...], kind: type[AnySource]
    ) -> list[str]:
        """The context of one kind in an order that does not tell which are gold."""
        ids = [id for id in context if isinstance(self._sources.get(id), kind)]
        random.Random(f"{built.id} {kind.kind}").shuffle(ids)
        return ids


def built_from_record(record: Mapping[str, Any], where: str, split: str = "") -> BuiltQuestion:
    """The built question that a record was made of.

    Example: ``built_from_record(row, "MMQA_dev.jsonl.gz:1", "dev").program``
    """
    metadata = record.get("metadata") or {}
    if OURS not in metadata:
        raise ManyhopError(
            f"{where} has no metadata.{OURS}, which proves the answer; build the folder again"
        )
    fields = {
        **metadata[OURS],
        "id": record.get("qid"),
        "question": record.get("question"),
        "pseudo": metadata.get("pseudo_language_question", ""),
        "type": metadata.get("type"),
        "split": split,
    }
    try:
        return msgspec.convert(fields, BuiltQuestion)
    except msgspec.ValidationError as error:
        raise ManyhopError(f"{where}: {error}; build the folder again") from error


def _ours(built: BuiltQuestion) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(built)
    kept = {name: value for name, value in fields.items() if name not in (*_IN_RECORD, "split")}
    return kept | {"seal": built.seal}


def _part(source: AnySource | None) -> str:
    match source:
        case Table():
            return "table"
        case Image():
            return "image"
        case Snippet():
            return "text"
    return ""
