"""Which things' snippets mention some words at all."""

import re
from collections.abc import Sequence

from manyhop.generation._topic import Thing
from manyhop.generation.texts._facts import plain

_MARKS = re.compile(r"[^\w]+")


class Mentions:
    """The words of the snippets of things, to look values up in.

    Example: ``Mentions(things).only("Warsaw", {"marie curie"}, frozenset())``
    """

    def __init__(self, things: Sequence[Thing]) -> None:
        self._texts = [
            (thing.key, f" {_words(' '.join(snippet.text for snippet in thing.snippets))} ")
            for thing in things
        ]

    def only(self, value: str, keys: set[str], ruled_out: frozenset[str]) -> bool:
        """Whether no other thing's snippet mentions the value, those ruled out aside."""
        wanted = f" {_words(value)} "
        return not any(
            wanted in text for key, text in self._texts if key not in keys and key not in ruled_out
        )


def _words(text: str) -> str:
    return _MARKS.sub(" ", plain(text).casefold()).strip()
