"""What the styles of a Word document say its paragraphs are."""

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from docx.document import Document

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"

_HEADING = re.compile(r"heading (\d)", re.I)
_CODE = re.compile(r"(?:source |html )?(?:code|pre|preformatted|verbatim|macro)\b.*", re.I)
_CODE_FONT = re.compile(r"(?:courier|consolas|menlo|monaco)\b.*|.*\bmono\b.*", re.I)
_SKIPPED = re.compile(r"toc (?:\d|heading)|table of (?:contents|figures)", re.I)
_NO_HEADING = 9  # the outline level of body text
_DEEPEST = 20  # styles that a style is based on


@dataclass(frozen=True)
class Role:
    """What a paragraph is: at most one of these."""

    heading: int | None = None
    list_level: int | None = None
    code: bool = False
    caption: bool = False
    skipped: bool = False


@dataclass(frozen=True)
class _Style:
    name: str
    base: str
    outline: str
    numbering: tuple[str, str] | None
    font: str


def value(element: Any) -> str:
    """The attribute that says what an element means."""
    return str(element.get(f"{W}val") or "")


class Styles:
    """The styles and the numbering of one document."""

    def __init__(self, opened: Document) -> None:
        elements = opened.styles.element.iter(f"{W}style")
        self._styles = {style.get(f"{W}styleId"): _style(style) for style in elements}
        self._ordered = _ordered_levels(opened)
        self._counts: dict[tuple[str, int], int] = defaultdict(int)
        self._counted_by_style: set[str] = set()

    def role(self, paragraph: Any) -> Role:
        """What a paragraph is, by its own marks and by its style."""
        chain = self._chain(paragraph)
        names = [style.name for style in chain]
        if names and _SKIPPED.fullmatch(names[0]):
            return Role(skipped=True)
        if "title" in names[:1]:
            return Role(heading=0)
        for name in names:
            if found := _HEADING.fullmatch(name):
                return Role(heading=int(found[1]))
        outline = next((style.outline for style in chain if style.outline), "")
        if outline.isdecimal() and int(outline) < _NO_HEADING:
            return Role(heading=int(outline) + 1)
        if any(map(_CODE.fullmatch, names)) or self._in_code_font(paragraph, chain):
            return Role(code=True)
        if "caption" in names:
            return Role(caption=True)
        numbering = self._numbering(paragraph)
        return Role(list_level=numbering[1]) if numbering else Role()

    def count(self, paragraph: Any) -> int:
        """The number that a paragraph in a list carries, 0 for a bullet; to be called in order."""
        numbering = self._numbering(paragraph)
        if not numbering or not self._ordered.get(numbering, False):
            return 0
        key, level = numbering
        if _own_numbering(paragraph.find(f"{W}pPr")) is None:
            self._counted_by_style.add(key)
        self._counts[numbering] += 1
        for deeper in [other for other in self._counts if other[0] == key and other[1] > level]:
            del self._counts[deeper]
        return self._counts[numbering]

    def restart(self) -> None:
        """Below a heading, lists that only a style numbers begin again."""
        for numbering in [one for one in self._counts if one[0] in self._counted_by_style]:
            del self._counts[numbering]

    def _chain(self, paragraph: Any) -> list[_Style]:
        properties = paragraph.find(f"{W}pPr")
        named = properties.find(f"{W}pStyle") if properties is not None else None
        key = value(named) if named is not None else ""
        chain: list[_Style] = []
        while key in self._styles and len(chain) < _DEEPEST:
            chain.append(self._styles[key])
            key = chain[-1].base
        return chain

    def _numbering(self, paragraph: Any) -> tuple[str, int] | None:
        found = _own_numbering(paragraph.find(f"{W}pPr"))
        if found is None:
            found = next((s.numbering for s in self._chain(paragraph) if s.numbering), None)
        if found is None or found[0] in ("", "0"):
            return None
        return found[0], int(found[1]) if found[1].isdecimal() else 0

    def _in_code_font(self, paragraph: Any, chain: list[_Style]) -> bool:
        runs = [run for run in paragraph.iter(f"{W}r") if run.find(f"{W}t") is not None]
        fonts = [_font(run.find(f"{W}rPr")) for run in runs]
        by_style = next((style.font for style in chain if style.font), "")
        return bool(fonts) and all(_CODE_FONT.fullmatch(font or by_style) for font in fonts)


def _style(style: Any) -> _Style:
    def said(name: str) -> str:
        found = style.find(f"{W}{name}")
        return value(found) if found is not None else ""

    properties = style.find(f"{W}pPr")
    outline = properties.find(f"{W}outlineLvl") if properties is not None else None
    return _Style(
        name=said("name").casefold(),
        base=said("basedOn"),
        outline=value(outline) if outline is not None else "",
        numbering=_own_numbering(properties),
        font=_font(style.find(f"{W}rPr")),
    )


def _own_numbering(properties: Any) -> tuple[str, str] | None:
    numbered = properties.find(f"{W}numPr") if properties is not None else None
    if numbered is None:
        return None
    key, level = numbered.find(f"{W}numId"), numbered.find(f"{W}ilvl")
    return (
        value(key) if key is not None else "",
        value(level) if level is not None else "0",
    )


def _font(properties: Any) -> str:
    fonts = properties.find(f"{W}rFonts") if properties is not None else None
    return str(fonts.get(f"{W}ascii") or "") if fonts is not None else ""


def _ordered_levels(opened: Document) -> dict[tuple[str, int], bool]:
    """For each list and level, whether its items are numbered rather than bulleted."""
    try:
        numbering = opened.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return {}
    formats: dict[str, dict[int, bool]] = {}
    for kind in numbering.iter(f"{W}abstractNum"):
        levels = formats.setdefault(kind.get(f"{W}abstractNumId"), {})
        for level in kind.iter(f"{W}lvl"):
            form = level.find(f"{W}numFmt")
            depth = level.get(f"{W}ilvl") or "0"
            if form is not None and depth.isdecimal():
                levels[int(depth)] = value(form) not in ("bullet", "none")
    ordered: dict[tuple[str, int], bool] = {}
    for one in numbering.iter(f"{W}num"):
        kind = one.find(f"{W}abstractNumId")
        for depth, numbered in formats.get(value(kind) if kind is not None else "", {}).items():
            ordered[one.get(f"{W}numId"), depth] = numbered
    return ordered
