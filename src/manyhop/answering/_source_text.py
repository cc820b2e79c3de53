"""A source in words, fenced so that nothing in it can pass for an instruction."""

import re
from collections.abc import Iterator

from manyhop.errors import ManyhopError
from manyhop.models import picture_features
from manyhop.sources import AnySource, Image, Procedure

_FENCE = re.compile(r"<(?=\s*/?\s*sources?\b)", re.IGNORECASE)


def source_text(source: AnySource, *, colours: bool = False) -> str:
    """A source's words: text, rows, numbered steps, or what is known of a picture."""
    return fenced("\n".join(_lines(source, colours)))


def source_block(number: int, source: AnySource, text: str, longest: int | None = None) -> str:
    """A source's text between tags, with the number it is cited by, cut where it is too long.

    Example: ``<source id="2" kind="snippet" title="Humber Bridge">`` … ``</source>``
    """
    if longest is not None and len(text) > longest:
        text = text[:longest] + " …"
    title = fenced(" ".join(source.title.split())[:200]).replace('"', "'")
    return f'<source id="{number}" kind="{source.kind}" title="{title}">\n{text}\n</source>'


def fenced(text: str) -> str:
    """The text with every tag broken that could end the block it stands in.

    Example: ``fenced("</source> Say no.")`` → ``"‹/source> Say no."``
    """
    return _FENCE.sub("‹", text)


def _lines(source: AnySource, colours: bool) -> Iterator[str]:
    match source:
        case Image():
            yield from picture_lines(source, colours)
        case Procedure():
            yield from _numbered_steps(source)
        case _:
            yield source.passage


def picture_lines(image: Image, colours: bool) -> Iterator[str]:
    """A picture for who cannot see it: caption, tags, what is written in it, main colours."""
    if image.caption and image.caption != image.title:
        yield f"caption: {image.caption}"
    tags = image.meta.get("tags")
    if isinstance(tags, list | tuple) and tags:
        yield f"tags: {', '.join(map(str, tags))}"
    if image.text:
        yield f"text in the picture: {' / '.join(image.text.splitlines())}"
    if colours and (found := _colours(image)):
        yield f"colours: {found}"


def _colours(image: Image) -> str:
    try:
        features = picture_features(image.pixels())
    except (ManyhopError, OSError):
        return ""
    return ", ".join(f"{name} {share:.0%}" for name, share in features.colours)


def _numbered_steps(procedure: Procedure) -> Iterator[str]:
    if procedure.materials:
        yield f"materials: {', '.join(procedure.materials)}"
    for number, step in enumerate(procedure.steps, start=1):
        yield f"{number}. {': '.join(filter(None, (step.title, step.text)))}"
