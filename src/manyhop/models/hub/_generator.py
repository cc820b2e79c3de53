"""Models that write: chat models, and sequence-to-sequence models such as BART and T5."""

import threading
from collections.abc import Sequence
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.endpoint._completion import Completion
from manyhop.models.hub._checkpoint import Checkpoint
from manyhop.models.hub._loading import load_model, load_tokenizer
from manyhop.models.hub._messages import plain_messages, told_as_text, with_template
from manyhop.models.hub._writing import Writer


class HubGenerator:
    """A checkpoint that replies to messages, through its chat template where it has one.

    Threads may share it and take turns.

    Example: ``open_generator("SmolLM2-135M-Instruct").complete(messages, max_tokens=64).text``
    """

    sees_pictures = False

    def __init__(self, checkpoint: Checkpoint, auto_class: str) -> None:
        self.model = checkpoint.name
        self._tokenizer = load_tokenizer(checkpoint)
        network = load_model(checkpoint, auto_class)
        self._translates = bool(network.config.is_encoder_decoder)
        self._writer = Writer(checkpoint.name, network, self._tokenizer)
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
        """The reply to a conversation, with the tokens counted."""
        with self._turn:
            return self._writer.write(
                self._prompt(plain_messages(messages, self.model)),
                max_tokens=max_tokens,
                temperature=temperature,
                seed=seed,
                stop=stop,
            )

    def _prompt(self, messages: list[dict[str, str]]) -> Any:
        if getattr(self._tokenizer, "chat_template", None):
            found = with_template(self._tokenizer, messages)
        else:
            text = told_as_text(messages, roles=not self._translates)
            found = self._tokenizer(text, return_tensors="pt")
        if not found["input_ids"].shape[1]:
            raise ManyhopError(f"there is nothing to ask {self.model}; send a message with words")
        return {
            name: value for name, value in found.items() if name in ("input_ids", "attention_mask")
        }
