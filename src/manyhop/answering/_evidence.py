"""How far the cited sources speak of what the question speaks of."""

from collections.abc import Iterable

from manyhop.collection import question_terms, word_analyzer

_stems = word_analyzer()


def coverage(question: str, texts: Iterable[str]) -> float:
    """The share of the question's telling words that the texts have, in any form.

    Example: ``coverage("When did the bridge open?", ["Bridges opened here."])`` → ``1.0``
    """
    asked = set(question_terms(question))
    found = {stem for text in texts for stem in _stems.analyze(text)}
    return len(asked & found) / len(asked) if asked else 0.0
