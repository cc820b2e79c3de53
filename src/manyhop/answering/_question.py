"""What is asked."""

import msgspec

from manyhop.sources import AnySource, Image


class Question(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question, and what its task gives along with it.

    ``candidates`` are the sources to answer from in a restricted setting; empty, where a whole
    collection is searched. ``parts`` is the sequence of a cloze question, one of them
    ``@placeholder``. Example: ``Question(id="1", text="When did the Humber Bridge open?")``
    """

    id: str
    text: str
    choices: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    image: Image | None = None
    candidates: tuple[AnySource, ...] = ()
