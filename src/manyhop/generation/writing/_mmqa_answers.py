"""Values as MultiModalQA's answer objects, with the places where they stand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.linking import tidy
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
from manyhop.sources import AnySource, CellAt, Citation, Region, Snippet, Span, parse_number

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
    found = [_part(citation) for citation in cited]
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


def _part(citation: Citation) -> str:
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
