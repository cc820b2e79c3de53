"""How far the cited sources speak of what the question speaks of."""

import re
from collections.abc import Iterable

from manyhop.collection._terms import question_terms, word_analyzer

_stems = word_analyzer()


_NAME = re.compile(r"(?<!^)\b(?<![.?!] )[A-ZÀ-Þ][\w’'-]+")


def unnamed(question: str, texts: Iterable[str]) -> float:
    """The share of the names in a question that the texts do not have.

    Example: ``unnamed("How long is the Neretva?", ["The Severn is 354 km long."])`` → ``1.0``
    """
    names = set(_stems.analyze(" ".join(_NAME.findall(question.strip()))))
    found = {stem for text in texts for stem in _stems.analyze(text)}
    return len(names - found) / len(names) if names else 0.0


def coverage(question: str, texts: Iterable[str]) -> float:
    """The share of the question's telling words that the texts have, in any form.

    Example: ``coverage("When did the bridge open?", ["Bridges opened here."])`` → ``1.0``
    """
    asked = set(question_terms(question))
    found = {stem for text in texts for stem in _stems.analyze(text)}
    return len(asked & found) / len(asked) if asked else 0.0
