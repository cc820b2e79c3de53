"""WebQA's records as examples."""

from typing import Any

import msgspec

from manyhop.answering import Question
from manyhop.benchmarks._checked_json import convert
from manyhop.benchmarks._example import Example, Gold
from manyhop.benchmarks._json_files import Record
from manyhop.errors import ManyhopError
from manyhop.metrics.webqa import CATEGORIES
from manyhop.sources import AnySource
from manyhop.sources._source import content_id
from manyhop.sources.reading._webqa import (
    IMAGE_FACTS,
    TEXT_FACTS,
    image_from_fact,
    snippet_from_fact,
)

UNKNOWN_IMAGE_CATEGORY = "image"
_FACTS = (*TEXT_FACTS, *IMAGE_FACTS)
_REMEDY = "make it a record as in WebQA_train_val.json"
_NO_KEYWORDS = ("", "TBD")  # the baseline writes TBD where there are none


class _Fields(msgspec.Struct):
    Q: str
    Guid: str = ""
    A: list[str] | None = None
    Keywords_A: str | None = None
    Qcate: str = ""
    gold_sources: list[str | int] = []


def example_from_record(record: Record) -> Example:
    """The example, its quotation marks gone as in the official baseline.

    The candidates stand in the order of the file, in which right ones may come first. ``meta`` has
    the record's own fields untouched, and of each list of facts the ids.
    """
    where, key, row = record
    fields = convert(row, _Fields, where, _REMEDY)
    if key and fields.Guid not in ("", key):
        raise ManyhopError(f"{where} has another Guid, {fields.Guid!r}; make it the key's")
    facts = {name: _facts(where, name, row[name]) for name in row if name in _FACTS}
    guid = fields.Guid or key or content_id(msgspec.json.encode(row, order="sorted"))
    gold = _gold(where, fields, facts)
    return Example(
        question=Question(
            id=guid,
            text=_unquoted(fields.Q),
            candidates=tuple(fact for several in facts.values() for fact in several),
        ),
        gold=gold,
        category=fields.Qcate or _modality(fields, facts),
        group=_shared_picture(gold) or guid,
        meta={name: value for name, value in row.items() if name not in _FACTS}
        | {name: [fact.id for fact in several] for name, several in facts.items()},
    )


def _facts(where: str, name: str, value: Any) -> list[AnySource]:
    rows = convert(value or [], list[dict[str, Any]], f"{where}, {name}", _REMEDY)
    read = snippet_from_fact if name in TEXT_FACTS else image_from_fact
    facts: list[AnySource] = []
    for number, row in enumerate(rows):
        try:
            facts.append(read(row, ""))
        except msgspec.ValidationError as error:
            raise ManyhopError(f"{where}, {name}[{number}]: {error}; {_REMEDY}") from error
    return facts


def _gold(where: str, fields: _Fields, facts: dict[str, list[AnySource]]) -> Gold | None:
    if fields.A is None:
        return None
    if fields.Qcate not in (*CATEGORIES, UNKNOWN_IMAGE_CATEGORY, ""):
        raise ManyhopError(
            f"{where} has the Qcate {fields.Qcate!r}; make it one of {', '.join(CATEGORIES)}"
        )
    keywords = _unquoted(fields.Keywords_A or "")
    positive = facts.get(f"{'txt' if _modality(fields, facts) == 'text' else 'img'}_posFacts", [])
    return Gold(
        sentences=tuple(map(_unquoted, fields.A)),
        keywords="" if keywords in _NO_KEYWORDS else keywords,
        sources=tuple(map(str, fields.gold_sources)) or tuple(fact.id for fact in positive),
    )


def _shared_picture(gold: Gold | None) -> str:
    """Several questions are asked of one picture; a snippet belongs to its question alone."""
    first = gold.sources[0] if gold and gold.sources else ""
    return first if first.isdecimal() else ""


def _modality(fields: _Fields, facts: dict[str, list[AnySource]]) -> str:
    if fields.Qcate:
        return modality(fields.Qcate)
    return "image" if facts.get("img_posFacts") else "text"


def modality(category: str) -> str:
    """What a question is about: ``modality("YesNo")`` is ``"image"``."""
    return "text" if category == "text" else "image"


def _unquoted(text: str) -> str:
    return text.replace('"', "")
