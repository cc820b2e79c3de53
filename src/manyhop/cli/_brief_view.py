"""An answer in two lines: what it says, and what it cites."""

from collections.abc import Iterator, Sequence

from rich.text import Text

from manyhop.answering import Answer
from manyhop.cli._citation_view import Lookup
from manyhop.cli._console import shorten
from manyhop.errors import ManyhopError
from manyhop.sources import Citation, Image, StepAt

_CITED = 4
_QUOTED = 44


def brief_view(answer: Answer, lookup: Lookup) -> Iterator[Text]:
    """The sentence with its chance, and the cited places.

    Example: ``The Humber Bridge opened in 1981.  92%`` over ``humber.md “June 24, 1981”``
    """
    said = answer.sentence or ", ".join(answer.values)
    first = Text.assemble((said, "yellow" if answer.abstained else "green"))
    if answer.confidence is not None and not answer.abstained:
        first.append(f"  {answer.confidence:.0%}", style="dim")
    yield first
    if answer.citations:
        yield _cited(answer.citations, lookup)


def _cited(citations: Sequence[Citation], lookup: Lookup) -> Text:
    by_source: dict[str, list[str]] = {}
    for citation in citations:
        name, quote = _named(citation, lookup)
        by_source.setdefault(name, []).extend([quote] if quote else [])
    line = Text()
    for name, quotes in list(by_source.items())[:_CITED]:
        line.append(" · " if line else "", style="dim").append(name, style="cyan")
        shown = ", ".join(f"“{shorten(quote, _QUOTED)}”" for quote in dict.fromkeys(quotes))
        line.append(f" {shown}" if shown else "", style="dim")
    left = len(by_source) - _CITED
    return line.append(f" · and {left} more", style="dim") if left > 0 else line


def _named(citation: Citation, lookup: Lookup) -> tuple[str, str]:
    """The file's name, and the quotation, which a picture can do without."""
    source = lookup(citation.source_id)
    if isinstance(source, Image):
        return (source.path or source.origin or source.title).rpartition("/")[2], ""
    name = source.whereabouts.rpartition("/")[2] or source.title
    if isinstance(citation.place, StepAt) and citation.place.image is not None:
        return f"{name} step {citation.place.step + 1}", _picture_named(citation.quote, lookup)
    if isinstance(citation.place, StepAt):
        return f"{name} step {citation.place.step + 1}", citation.quote
    return name, citation.quote


def _picture_named(id: str, lookup: Lookup) -> str:
    try:
        image = lookup(id)
    except ManyhopError:
        return id
    return image.path.rpartition("/")[2] or image.title if isinstance(image, Image) else id
