"""What the large reader is writing, shown while one waits for the answer."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from rich.live import Live
from rich.text import Text

from manyhop.cli._console import err, is_interactive
from manyhop.models import Models

_NUMBER = re.compile(r"^\s*\d+\]")  # of the passage that it answers from


@contextmanager
def drafts(models: Models) -> Iterator[None]:
    """On a terminal, show the first words as soon as they are there; they make way for the answer.

    Example: ``with drafts(models): answer = asker.answer(question)``
    """
    large = models.large
    if large is None or not is_interactive():
        yield
        return
    with Live(console=err, transient=True, auto_refresh=False) as live:

        def show(text: str) -> None:
            words = _NUMBER.sub("", text).strip()
            live.update(Text(f"… {words}", style="dim"), refresh=True)

        with large.heard(show):
            yield
