"""What all models that reply to messages share: one conversation at a time."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from manyhop.models._protocols import Message
from manyhop.models.endpoint._completion import Completion
from manyhop.models.hub._writing import Writer


class Replying(ABC):
    """A checkpoint that replies to messages; threads may share it and take turns.

    What differs from one to the next is how it is prompted.
    """

    def __init__(self, model: str, network: Any, tokenizer: Any) -> None:
        self.model = model
        self._writer = Writer(model, network, tokenizer)
        self._turn = threading.Lock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        """The reply to a conversation, with the tokens counted, those of pictures too."""
        with self._turn:
            return self._writer.write(
                self._prompt(messages),
                max_tokens=max_tokens,
                temperature=temperature,
                seed=seed,
                stop=stop,
            )

    @abstractmethod
    def _prompt(self, messages: Sequence[Message]) -> Mapping[str, Any]:
        """What the network is given for a conversation."""
