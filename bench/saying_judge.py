"""How likely a sentence is, under the language model that was not adapted to say anything."""

from collections.abc import Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._token_writing import Allowed

BATCH = 16  # sentences that are scored side by side


class Judge:
    """Mean log chances of sentences, each worked out once.

    Example: ``Judge(LanguageModel.load(adapter=None)).log_chances(["Hello,"], ["world."])``
    """

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self._known: dict[tuple[str, str], float] = {}

    def log_chances(self, prompts: Sequence[str], texts: Sequence[str]) -> list[float]:
        """The mean log chance of each text's tokens after its prompt; of an empty text, 0."""
        asked = list(zip(prompts, texts, strict=True))
        new = [each for each in dict.fromkeys(asked) if each[1] and each not in self._known]
        new.sort(key=lambda each: len(each[1]))
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            self._known |= zip(batch, self._scored(batch), strict=True)
        return [self._known.get(each, 0.0) for each in asked]

    def _scored(self, batch: Sequence[tuple[str, str]]) -> list[float]:
        """The model writes what it is told to, token by token, and says how likely each one was."""
        told = [self._model.tokens(f" {text}") for _, text in batch]
        longest = max(map(len, told))
        written = self._model.generate_all(
            [prompt for prompt, _ in batch], longest, allowed=[_only(tokens) for tokens in told]
        )
        return [fmean(each.logprobs) for each in written]


def _only(tokens: Sequence[int]) -> Allowed:
    """Lets a model write these tokens and no others."""

    def allowed(so_far: Sequence[int]) -> NDArray[np.intp]:
        return np.array(tokens[len(so_far) : len(so_far) + 1], np.intp)

    return allowed
