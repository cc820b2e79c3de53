"""The terminal: where all text for people goes, and the one place where it is made safe to print.

Texts, titles, file names and what servers say come from others. They may hold what would steer the
terminal, and what rich would take for its markup; neither gets further than here.
"""

import logging
import re
from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import TextColumn
from rich.segment import Segment

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BROKEN = re.compile(r"[\ud800-\udfff]")  # bytes of a file name that are no text


def printable(text: str) -> str:
    r"""The text without what steers a terminal or turns the direction of writing.

    Line ends and tabs stay. Example: ``printable("\x1b]0;title\x07red")`` → ``"]0;titlered"``
    """
    return _BROKEN.sub("\ufffd", _STEERING.sub("", text))


def printable_json(text: str) -> str:
    """JSON that means the same, with every such character written by its number."""
    return _STEERING.sub(_by_number, text)


class Screen(Console):
    """A console that prints everything as it is said: no markup, no emoji codes, no escapes.

    Styles are given as ``style=`` or in a ``Text``.
    Example: ``Screen().print("[/b]", style="dim")``
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Every piece of text on its way to the terminal; rich's own controls pass."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)


class Remarks(logging.Handler):
    """What the library has to remark, as lines on a screen."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(logging.WARNING)
        self._screen = screen

    def emit(self, record: logging.LogRecord) -> None:
        """Print one remark."""
        self._screen.print(f"manyhop: {record.getMessage()}")


def _by_number(found: re.Match[str]) -> str:
    return found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}"


def words_column(format: str) -> TextColumn:
    """A column of a progress bar, which would read markup too: ``words_column("{task.total}")``."""
    return TextColumn(format, markup=False)
