"""Chat models that look at pictures: Qwen-VL, SmolVLM, Idefics, LLaVA and their kin."""

import threading
from collections.abc import Sequence

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.endpoint._completion import Completion
from manyhop.models.hub._checkpoint import Checkpoint
from manyhop.models.hub._loading import load_model, load_processor
from manyhop.models.hub._messages import picture_messages, with_template
from manyhop.models.hub._writing import Writer


class SeeingGenerator:
    """A checkpoint that replies to messages with words and pictures in them.

    Threads may share it and take turns.

    Example: ``open_generator("SmolVLM-256M-Instruct").complete(messages, max_tokens=32).text``
    """

    sees_pictures = True

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.model = checkpoint.name
        self._processor = load_processor(checkpoint)
        if not getattr(self._processor, "chat_template", None):
            raise ManyhopError(
                f"{checkpoint.name} has no chat template; choose a checkpoint that was made to chat"
            )
        network = load_model(checkpoint, "AutoModelForImageTextToText")
        self._writer = Writer(checkpoint.name, network, self._processor.tokenizer)
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
                with_template(self._processor, picture_messages(messages)),
                max_tokens=max_tokens,
                temperature=temperature,
                seed=seed,
                stop=stop,
            )
