"""Procedures in schema.org JSON-LD: ``Recipe`` and ``HowTo``."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from manyhop.sources._procedure import Procedure, Step
from manyhop.sources.reading._passages import sentences
from manyhop.sources.reading._pictures import name_at

_KINDS = {"recipe", "howto"}
_STEPS = ("recipeInstructions", "step", "steps", "itemListElement", "@list")
_MATERIALS = ("recipeIngredient", "ingredients", "supply", "tool")
_KEPT = ("description", "recipeYield", "totalTime", "prepTime", "cookTime", "url")
_DEEPEST = 8
_BREAK = re.compile(r"</?(?:p|li|ol|ul|div|br)\b[^>]*>|[\r\n]+", re.I)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.I)
_MARK = re.compile(r"(?:^|\s)(?:step\s+)?\d{1,2}[.):]\s+", re.I)


def procedures_from_text(text: str, origin: str, base: Path) -> list[Procedure]:
    """The procedures in the text of a ``<script type="application/ld+json">``; none if broken."""
    try:
        return procedures_from_jsonld(json.loads(text, strict=False), origin, base)
    except (ValueError, RecursionError):
        return []


def procedures_from_jsonld(data: Any, origin: str, base: Path) -> list[Procedure]:
    """Every recipe and how-to with steps in ``data``; ``base`` is the folder of its pictures.

    Example: ``procedures_from_jsonld({"@type": "HowTo", "name": "Tea", "step": "Boil."}, …)``
    """
    found = []
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            procedure = _procedure(value, origin, base) if _types(value) & _KINDS else None
            if procedure:
                found.append(procedure)
            else:
                waiting.extend(reversed(value.values()))
    return found


def _types(thing: dict[str, Any]) -> set[str]:
    types = _list(thing.get("@type"))
    return {re.split(r"[/:#]", name)[-1].lower() for name in types if isinstance(name, str)}


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _procedure(thing: dict[str, Any], origin: str, base: Path) -> Procedure | None:
    steps = tuple(step for key in _STEPS for step in _steps(thing.get(key), base))
    if not steps:
        return None
    materials = (_material(value) for key in _MATERIALS for value in _list(thing.get(key)))
    kept = {key: _text(thing.get(key)) for key in _KEPT}
    return Procedure(
        title=_text(thing.get("name")) or _text(thing.get("headline")),
        steps=steps,
        materials=tuple(filter(None, materials)),
        origin=origin,
        meta={key: text for key, text in kept.items() if text},
    )


def _steps(value: Any, base: Path, depth: int = 0) -> Iterator[Step]:
    """The steps in any of the shapes that instructions come in."""
    if depth > _DEEPEST:
        return
    if isinstance(value, str):
        yield from (Step(text=text) for text in _split(value))
    elif isinstance(value, list):
        alone = depth == 0 and len(value) == 1
        for item in _in_order(value):
            if isinstance(item, str) and not alone:
                yield Step(text=_text(item))
            else:
                yield from _steps(item, base, depth + 1)
    elif isinstance(value, dict):
        yield from _section(value, base, depth) if _is_section(value) else _step(value, base)


def _in_order(items: list[Any]) -> list[Any]:
    """Items by their ``position``, where each of them has one."""
    try:
        return sorted(items, key=lambda item: float(item["position"]))
    except (TypeError, KeyError, ValueError, IndexError):
        return items


def _is_section(thing: dict[str, Any]) -> bool:
    if _types(thing) & {"howtosection", "itemlist"}:
        return True
    return "howtostep" not in _types(thing) and any(key in thing for key in _STEPS)


def _section(thing: dict[str, Any], base: Path, depth: int) -> Iterator[Step]:
    """The steps of a part, the first of which carries its name."""
    name = _text(thing.get("name"))
    for key in _STEPS:
        for step in _steps(thing.get(key), base, depth + 1):
            title = ": ".join(filter(None, (name, step.title)))
            yield Step(title, step.text, step.images)
            name = ""


def _step(thing: dict[str, Any], base: Path) -> Iterator[Step]:
    item = thing.get("item")
    inner = item if isinstance(item, dict) else thing
    title = _text(inner.get("name"))
    text = _text(inner.get("text")) or _text(inner.get("description"))
    if not text:
        parts = _list(inner.get("itemListElement"))
        text = " ".join(filter(None, map(_text, _in_order(parts))))
    if not text or _is_beginning(title, text):
        title, text = "", text or title
    if text:
        images = (_image(value, base) for value in _list(inner.get("image")))
        yield Step(title, text, tuple(filter(None, images)))


def _is_beginning(title: str, text: str) -> bool:
    """Whether a step's name is only its text again, or the first words of it."""
    words = title.rstrip(".… ")
    return text.startswith(words) and (len(words.split()) > 4 or words == text.rstrip(". "))


def _split(text: str) -> list[str]:
    """The steps in one string: its lines, or its numbers, or else its sentences."""
    for parts in (_BREAK.split(html.unescape(text)), _MARK.split(_text(text))):
        steps = [_MARK.sub("", part, count=1).strip() for part in map(_text, parts)]
        if len(list(filter(None, steps))) > 1:
            return list(filter(None, steps))
    return list(filter(None, map(str.strip, sentences(_text(text)))))


def _material(value: Any) -> str:
    if not isinstance(value, dict):
        return _text(value)
    amount = value.get("requiredQuantity")
    if isinstance(amount, dict):
        amount = " ".join(filter(None, (_text(amount.get("value")), _text(amount.get("unitText")))))
    return " ".join(filter(None, (_text(amount), _text(value.get("name")))))


def _text(value: Any) -> str:
    """A value as plain text, whatever it is wrapped in."""
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = next((value[key] for key in ("@value", "text", "name") if key in value), "")
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return ""
    value = value.encode(errors="replace").decode()
    return " ".join(html.unescape(_TAG.sub(" ", html.unescape(value))).split())


def _image(value: Any, base: Path) -> str:
    if isinstance(value, dict):
        value = value.get("url") or value.get("contentUrl")
    return name_at(_text(value), base)
