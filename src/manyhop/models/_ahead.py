"""Opening models on a second core before they are needed."""

import contextlib
from collections.abc import Collection, Iterator
from threading import Event, Thread

from manyhop.models._models import Models
from manyhop.models.embedded._weights import threads
from manyhop.sources import Kind

_NEEDED: dict[str, frozenset[Kind]] = {
    "text_reader": frozenset({"snippet", "image"}),
    "table_reader": frozenset({"table"}),
    "image_encoder": frozenset({"image"}),
    "image_answerer": frozenset({"image"}),
}  # what is asked about sources of which kinds, slowest to open first


@contextlib.contextmanager
def opening_ahead(models: Models, kinds: Collection[Kind]) -> Iterator[None]:
    """Open what kinds of source may need beside what is done inside, until that is done.

    A model that fails to open says so to whoever needs it.
    Example: ``with opening_ahead(models, {"snippet", "table"}): ...``
    """
    wanted = [part for part, of in _NEEDED.items() if of & {*kinds} and part not in vars(models)]
    done = Event()

    def work() -> None:
        for part in wanted:
            if done.is_set():
                return
            with contextlib.suppress(Exception):
                getattr(models, part)

    if wanted and threads() > 1:
        Thread(target=work, name="opening ahead").start()
    try:
        yield
    finally:
        done.set()
