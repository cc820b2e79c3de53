"""Questions that say nearly the same."""

from manyhop.generation.composing._shortcuts import plain_words

_ALIKE = 0.85  # share of common words from which two questions are near duplicates


class Seen:
    """The questions of a topic so far.

    Example: ``Seen().is_new("Who designed it?")`` → ``True``, and a second time ``False``
    """

    def __init__(self) -> None:
        self._words: list[frozenset[str]] = []

    def is_new(self, question: str) -> bool:
        """Whether no earlier question has nearly the same words; remembers it if so."""
        words = frozenset(plain_words(question).split())
        if any(_share(words, other) > _ALIKE for other in self._words):
            return False
        self._words.append(words)
        return True


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one | other), 1)
