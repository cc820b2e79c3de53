"""Models that write: chat models, and sequence-to-sequence models such as BART and T5."""

from collections.abc import Mapping, Sequence
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.hub._checkpoint import Checkpoint
from manyhop.models.hub._loading import load_model, load_tokenizer
from manyhop.models.hub._messages import plain_messages, told_as_text, with_template
from manyhop.models.hub._replying import Replying


class HubGenerator(Replying):
    """A checkpoint that replies to messages, through its chat template where it has one.

    Example: ``open_generator("SmolLM2-135M-Instruct").complete(messages, max_tokens=64).text``
    """

    sees_pictures = False

    def __init__(self, checkpoint: Checkpoint, auto_class: str) -> None:
        self._tokenizer = load_tokenizer(checkpoint)
        network = load_model(checkpoint, auto_class)
        self._translates = bool(network.config.is_encoder_decoder)
        super().__init__(checkpoint.name, network, self._tokenizer)

    def _prompt(self, messages: Sequence[Message]) -> Mapping[str, Any]:
        plain = plain_messages(messages, self.model)
        if getattr(self._tokenizer, "chat_template", None):
            found = with_template(self._tokenizer, plain)
        else:
            text = told_as_text(plain, roles=not self._translates)
            found = self._tokenizer(text, return_tensors="pt")
        if not found["input_ids"].shape[1]:
            raise ManyhopError(f"there is nothing to ask {self.model}; send a message with words")
        return {
            name: value for name, value in found.items() if name in ("input_ids", "attention_mask")
        }
