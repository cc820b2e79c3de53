"""What the large reader is writing, shown while one waits for the answer."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.live import Live
from rich.text import Text

from manyhop.cli._console import err, is_interactive
from manyhop.models import Models


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
            live.update(Text(f"… {text.strip()}", style="dim"), refresh=True)

        with large.heard(show):
            yield
