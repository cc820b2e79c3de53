"""Questions that say nearly the same."""

from manyhop.generation.composing._shortcuts import plain_words

_ALIKE = 0.85  # share of common words from which two questions are near duplicates


class Seen:
    """The questions of a topic so far.

    Example: after ``seen.add("Who designed it?")``, ``seen.has_like("who designed it")``
    """

    def __init__(self) -> None:
        self._words: dict[frozenset[str], None] = {}

    def add(self, question: str) -> None:
        """Remember a question."""
        self._words[_words(question)] = None

    def has_like(self, question: str) -> bool:
        """Whether an earlier question has nearly the same words."""
        words = _words(question)
        return words in self._words or any(_share(words, other) > _ALIKE for other in self._words)


def _words(question: str) -> frozenset[str]:
    return frozenset(plain_words(question).split())


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one | other), 1)
