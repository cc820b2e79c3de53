"""The official WebQA files: questions with their facts, and the pictures' pixels."""

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from manyhop.sources import AnySource, Image, Snippet
from manyhop.sources.reading._packed import decode_json, numbered_lines
from manyhop.sources.reading._reach import Skipped

TEXT_FACTS = ("txt_posFacts", "txt_negFacts", "txt_Facts")
IMAGE_FACTS = ("img_posFacts", "img_negFacts", "img_Facts")
_PIXEL_LINE = re.compile(rb"\d+\t[A-Za-z0-9+/]{40}")


class _TextFact(msgspec.Struct):
    fact: str
    snippet_id: str | int | None = None
    title: str | None = None
    url: str | None = None


class _ImageFact(msgspec.Struct):
    image_id: str | int | None = None
    caption: str | None = None
    title: str | None = None
    url: str | None = None


def is_webqa_record(row: dict[str, Any]) -> bool:
    """Whether a JSON object is a WebQA question with its facts."""
    return any(key in row for key in (*TEXT_FACTS, *IMAGE_FACTS))


def webqa_sources(
    records: Sequence[tuple[str, bytes | msgspec.Raw]], origin: str
) -> Iterator[AnySource | Skipped]:
    """Every source of the records once, positive or negative, in the order of the file.

    A few ids come with more than one content: a picture under another page's caption. Such a
    picture stays one source; what the later occurrences say is kept in its ``meta["also"]``. A
    snippet with another text is a source of its own, under a hash of its content.
    """
    contents: dict[str, int] = {}
    several: dict[str, list[AnySource]] = {}
    for source in _all_sources(records, origin):
        if not isinstance(source, Skipped):
            content = hash(source.to_json())
            if contents.setdefault(source.id, content) != content:
                several[source.id] = []

    for source in _all_sources(records, origin):
        if isinstance(source, Skipped):
            yield source
        elif source.id in several:
            several[source.id].append(source)
        elif contents.pop(source.id, None) is not None:
            yield source
    for versions in several.values():
        yield from _merged(versions)


def _all_sources(
    records: Sequence[tuple[str, bytes | msgspec.Raw]], origin: str
) -> Iterator[AnySource | Skipped]:
    for where, data in records:
        record = decode_json(data)
        for keys, read in ((TEXT_FACTS, snippet_from_fact), (IMAGE_FACTS, image_from_fact)):
            for key in keys:
                try:
                    facts = msgspec.convert(record.get(key) or [], list[dict[str, Any]])
                except msgspec.ValidationError as error:
                    yield Skipped(where, f"{key}: {error}")
                    continue
                for number, fact in enumerate(facts):
                    try:
                        yield read(fact, origin)
                    except msgspec.ValidationError as error:
                        yield Skipped(f"{where} {key}[{number}]", str(error))


def snippet_from_fact(row: dict[str, Any], origin: str) -> Snippet:
    """One entry of a record's text facts, under its official id where it has one."""
    fact = msgspec.convert(row, _TextFact)
    return Snippet(
        id="" if fact.snippet_id is None else str(fact.snippet_id),
        title=fact.title or "",
        text=fact.fact,
        origin=fact.url or origin,
        meta=_beyond(row, _TextFact),
    )


def image_from_fact(row: dict[str, Any], origin: str) -> Image:
    """One entry of a record's image facts; the pixels are in another file."""
    fact = msgspec.convert(row, _ImageFact)
    return Image(
        id="" if fact.image_id is None else str(fact.image_id),
        title=fact.title or "",
        caption=fact.caption or "",
        origin=fact.url or origin,
        meta=_beyond(row, _ImageFact),
    )


def _beyond(row: dict[str, Any], known: type[msgspec.Struct]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in known.__struct_fields__}


def _merged(versions: list[AnySource]) -> Iterator[AnySource]:
    first, also, texts = versions[0], [], {}
    for version in versions[1:]:
        if isinstance(version, Snippet) and version.text != getattr(first, "text", None):
            texts[version.text] = version
        elif (other := _differences(first, version)) and other not in also:
            also.append(other)
    yield first.with_changes(meta={**first.meta, "also": also}) if also else first
    for text, version in texts.items():
        yield Snippet(
            title=version.title,
            text=text,
            origin=version.origin,
            meta={**version.meta, "snippet_id": version.id},
        )


def _differences(first: AnySource, version: AnySource) -> dict[str, Any]:
    ours, theirs = msgspec.to_builtins(first), msgspec.to_builtins(version)
    return {key: value for key, value in theirs.items() if value != ours.get(key)}


def is_pixel_file(beginning: bytes) -> bool:
    """Whether a tab-separated file is WebQA's ``imgs.tsv``: an id and base64 on each line."""
    return bool(_PIXEL_LINE.match(beginning))


def read_webqa_pixels(path: Path, origin: str) -> Iterator[Image | Skipped]:
    """One image, pixels only, for each line of ``imgs.tsv``."""
    for line in numbered_lines(path, origin):
        if isinstance(line, Skipped):
            yield line
            continue
        where, content = line
        image_id, _, encoded = content.strip().partition(b"\t")
        try:
            data = base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            yield Skipped(where, f"not base64: {error}")
            continue
        if data and image_id.isdigit():
            yield Image(id=image_id.decode(), data=data, origin=origin)
        else:
            yield Skipped(where, "not an image id, a tab and base64")
