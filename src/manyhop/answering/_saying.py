"""Saying an answer: one sentence that holds the values and no other fact."""

from collections.abc import Sequence
from functools import cached_property

from manyhop.models import LanguageModel, Models, Verbaliser, WritingModels
from manyhop.models.embedded._verbaliser import framed

NOT_SAID = "The sources do not say."


class Saying:
    """Rules say most answers at once; the language model is asked only where they cannot.

    Example: ``Saying(models).say("When did the tunnel open?", ["1994"])``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._rules = Verbaliser()

    def say(self, question: str, values: Sequence[str]) -> str:
        """One sentence with every value, or that there is none."""
        if not values:
            return NOT_SAID
        said = self._rules.say(question, values)
        if said != framed(question, values) or self._careful is None:
            return said
        return self._careful.say(question, values)

    @cached_property
    def _careful(self) -> Verbaliser | None:
        """The one with the embedded language model, where that is what writes."""
        if isinstance(self._models, WritingModels) or not LanguageModel.available():
            return None
        writer = self._models.generator
        return Verbaliser(writer) if isinstance(writer, LanguageModel) else None
