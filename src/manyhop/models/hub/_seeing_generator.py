"""Chat models that look at pictures: Qwen-VL, SmolVLM, Idefics, LLaVA and their kin."""

from collections.abc import Mapping, Sequence
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.hub._checkpoint import Checkpoint
from manyhop.models.hub._loading import load_model, load_processor
from manyhop.models.hub._messages import picture_messages, with_template
from manyhop.models.hub._replying import Replying


class SeeingGenerator(Replying):
    """A checkpoint that replies to messages with words and pictures in them.

    Example: ``open_generator("SmolVLM-256M-Instruct").complete(messages, max_tokens=32).text``
    """

    sees_pictures = True

    def __init__(self, checkpoint: Checkpoint) -> None:
        self._processor = load_processor(checkpoint)
        if not getattr(self._processor, "chat_template", None):
            raise ManyhopError(
                f"{checkpoint.name} has no chat template; choose a checkpoint that was made to chat"
            )
        network = load_model(checkpoint, "AutoModelForImageTextToText")
        super().__init__(checkpoint.name, network, self._processor.tokenizer)

    def _prompt(self, messages: Sequence[Message]) -> Mapping[str, Any]:
        found: Mapping[str, Any] = with_template(self._processor, picture_messages(messages))
        return found
