"""Whether splits are apart, as a check of any finished questions."""

from collections.abc import Callable

from manyhop.generation._built import BuiltQuestion
from manyhop.generation.distractors import context_of, resting_on
from manyhop.generation.splits._sides import side_of


class Apart:
    """Takes questions one by one and says what each shares with another split.

    ``document`` names the document that a source is from: see ``documents_in``.
    Example: ``Apart().faults(built)`` → ``["t1 or its document is gold in dev and in train"]``
    """

    def __init__(self, document: Callable[[str], str] = lambda id: id) -> None:
        self._document = document
        self._gold: dict[str, str] = {}
        self._context: dict[str, str] = {}

    def faults(self, built: BuiltQuestion) -> list[str]:
        """What the question has in common with earlier ones of other splits."""
        if not built.split:
            return []
        found = []
        for id in dict.fromkeys((built.topic, *resting_on(built))):
            other = self._gold.setdefault(self._document(id), built.split)
            if other != built.split:
                found.append(f"{id} or its document is gold in {built.split} and in {other}")
        side = side_of(built.split)
        shared = [id for id in context_of(built) if self._context.setdefault(id, side) != side]
        found += [f"{id} is in a context of training and in one of evaluation" for id in shared]
        return found
