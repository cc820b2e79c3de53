"""How a quotation is marked: by colour, or in «marks» where there is none."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

_STYLE = "black on yellow"


def quoted(text: str, places: Sequence[tuple[int, int]], console: Console) -> Text:
    """The text on one line with what stands at the places marked.

    Example: ``quoted("It opened in 1981.", [(13, 17)], console)`` is, without colours,
    ``It opened in «1981».``
    """
    shown, end = Text(), 0
    for start, stop in sorted(places):
        start, stop = max(start, end), min(stop, len(text))
        if start >= stop:
            continue
        shown.append(_line(text[end:start]))
        shown.append(_mark(_line(text[start:stop]), console))
        end = stop
    return shown.append(_line(text[end:]))


def _mark(text: str, console: Console) -> Text:
    return Text(text, style=_STYLE) if console.color_system else Text(f"«{text}»")


def _line(text: str) -> str:
    return text.replace("\n", " ")
