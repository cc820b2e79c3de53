"""Built questions as MultiModalQA's records, and back."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of
from manyhop.generation.linking import key_of, tidy
from manyhop.programs import (
    TYPES,
    Aggregate,
    Arithmetic,
    Compose,
    Program,
    Value,
    hops_of,
    parts,
)
from manyhop.sources import (
    AnySource,
    CellAt,
    Citation,
    Image,
    Region,
    Snippet,
    Span,
    Table,
    parse_number,
)

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


# Values as MultiModalQA's answer objects, with the places where they stand.

_MODALITIES = {"TextQ": "text", "TableQ": "table", "ImageQ": "image", "ImageListQ": "image"}
_JOINING = ("Compare(", "Intersect(")


def answer_object(
    value: Value, modality: str, sources: Mapping[str, AnySource], *, reckoned: bool = False
) -> dict[str, Any]:
    """One answer: its words, its type, and where it stands.

    ``reckoned`` says that no source has the value itself; all cells that it follows from count.
    """
    citations = value.citations
    cells = [cited for cited in citations if isinstance(cited.place, CellAt)]
    saying = [cited for cited in cells if _same(cited.quote, value.text)]
    return {
        "answer": value.text,
        "type": answer_type(value.text, reckoned=reckoned),
        "modality": modality,
        "text_instances": _text_instances(value, sources),
        "table_indices": _indices(cells if reckoned else saying),
        "image_instances": [
            {"doc_id": id, "doc_part": "image"}
            for id in dict.fromkeys(
                cited.source_id for cited in citations if isinstance(cited.place, Region)
            )
        ],
    }


def answer_type(text: str, *, reckoned: bool = False) -> str:
    """``yesno``, ``number`` for what was counted or reckoned, or ``string``."""
    if text.lower() in ("yes", "no"):
        return "yesno"
    return "number" if reckoned and parse_number(text) else "string"


def modality_of(values: Sequence[Value], type_name: str) -> str:
    """Where the answers stand: in a text, a table or an image; the same for all of them.

    A value cites its own place first; what is compared or met by two sides stands in the table,
    where a table is cited.
    """
    cited = [citation for value in values for citation in value.citations]
    found = [_answer_part(citation) for citation in cited]
    if type_name.startswith(_JOINING) and "table" in found:
        return "table"
    return found[0] if found else "text"


def modalities_of(built: BuiltQuestion) -> list[str]:
    """The kinds of source in the order of the hops, as the data set lists them.

    Example: of ``Compose(TextQ,TableQ)``, ``["table", "text"]``
    """
    if built.type in TYPES:
        return [_MODALITIES[hop.__name__] for hop in hops_of(built.type)]
    return list(dict.fromkeys(_asked(built.program)))


def is_reckoned(program: Program) -> bool:
    """Whether the answer is a number that was counted or reckoned."""
    return isinstance(program, Aggregate | Arithmetic)


def _asked(program: Program) -> Iterable[str]:
    inside = parts(program)
    for part in inside[::-1] if isinstance(program, Compose) else inside:
        yield from _asked(part)
    if not inside:
        name = type(program).__name__
        if name.endswith("Q"):
            yield _MODALITIES.get(name, "text")


def _answer_part(citation: Citation) -> str:
    match citation.place:
        case CellAt():
            return "table"
        case Region():
            return "image"
    return "text"


def _indices(cells: Iterable[Citation]) -> list[list[int]]:
    places = (cited.place for cited in cells)
    found = [[place.row, place.column] for place in places if isinstance(place, CellAt)]
    return [place for number, place in enumerate(found) if place not in found[:number]]


def _text_instances(value: Value, sources: Mapping[str, AnySource]) -> list[dict[str, Any]]:
    """Where the answer's words begin, counted in bytes as the data set does."""
    found = []
    for cited in dict.fromkeys(value.citations):
        source, place = sources.get(cited.source_id), cited.place
        if not isinstance(place, Span) or not isinstance(source, Snippet):
            continue
        within = cited.quote.lower().find(value.text.lower())
        if within >= 0:
            start = place.start + within
            text = source.text[start : start + len(value.text)]
            byte = len(source.text[:start].encode())
            found.append({"doc_id": source.id, "part": "text", "start_byte": byte, "text": text})
    return found


def _same(quote: str, text: str) -> bool:
    return quote == text or tidy(quote).lower() == tidy(text).lower()


class Entities:
    """Looks up things by their key, in the cells of a table and in titles.

    Example: ``Entities(sources).of(["humber bridge"], "t1", ["3f2a…"])[0]`` →
    ``{"text": "Humber", "wiki_title": "Humber Bridge", "url": "…", "table_cells": [[0, 1]]}``
    """

    def __init__(self, sources: Mapping[str, AnySource]) -> None:
        self._sources = sources
        self._by_table: tuple[str, dict[str, dict[str, Any]]] = ("", {})

    def of(self, keys: Iterable[str], table: str, others: Iterable[str]) -> list[dict[str, Any]]:
        """An object for each key; where nothing tells more of it, the key itself is its name.

        A key that begins with "=" is a name that no page is about.
        """
        in_table = self._in_table(table)
        titled: dict[str, dict[str, Any]] | None = None
        found = []
        for key in dict.fromkeys(key.removeprefix("=") for key in keys):
            entity = in_table.get(key)
            if entity is None:
                titled = self._titled(others) if titled is None else titled
                entity = titled.get(key, {"text": key, "wiki_title": key, "url": ""})
            found.append(entity)
        return found

    def _in_table(self, id: str) -> dict[str, dict[str, Any]]:
        """The last table's things are kept: its questions come one after another."""
        if self._by_table[0] != id:
            source = self._sources.get(id)
            self._by_table = (id, _in_cells(source) if isinstance(source, Table) else {})
        return self._by_table[1]

    def _titled(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        sources = (self._sources.get(id) for id in ids)
        return {
            key_of(source.title): {
                "text": source.title,
                "wiki_title": source.title,
                "url": source.origin,
            }
            for source in sources
            if isinstance(source, Snippet | Image)
        }


def _in_cells(table: Table) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            names = [(link.text, link.title, link.url) for link in cell.links]
            for text, title, url in names or [(cell.text, cell.text, "")]:
                entity = found.setdefault(
                    key_of(title or text),
                    {"text": text, "wiki_title": title or text, "url": url, "table_cells": []},
                )
                entity["table_cells"].append([row, column])
    return found
