"""Opening models on a second core before they are needed."""

import contextlib
from collections.abc import Collection
from queue import SimpleQueue
from threading import Event, Thread
from typing import Self

from manyhop.models._models import Models
from manyhop.models.embedded._weights import threads
from manyhop.sources import Kind

_NEEDED: dict[str, frozenset[Kind]] = {
    "text_reader": frozenset({"snippet", "image"}),
    "table_reader": frozenset({"table"}),
    "image_encoder": frozenset({"image"}),
    "image_answerer": frozenset({"image"}),
}  # what is asked about sources of which kinds, slowest to open first


class OpeningAhead:
    """Opens models one after another beside what is done inside, until that is done.

    A model that fails to open says so to whoever needs it.
    Example: ``with OpeningAhead(models) as ahead: ahead.open({"table"})``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._done = Event()
        self._parts: SimpleQueue[str] = SimpleQueue()
        self._worker: Thread | None = None

    def open(self, kinds: Collection[Kind]) -> None:
        """Open what is asked about sources of these kinds, and is not open yet."""
        wanted = [part for part, about in _NEEDED.items() if about & {*kinds}]
        for part in wanted:
            if part not in vars(self._models) and threads() > 1:
                self._parts.put(part)
        if self._worker is None and not self._parts.empty():
            self._worker = Thread(target=self._work, name="opening ahead")
            self._worker.start()

    def _work(self) -> None:
        while (part := self._parts.get()) and not self._done.is_set():
            with contextlib.suppress(Exception):
                getattr(self._models, part)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._done.set()
        self._parts.put("")
