"""SmolLM2's chat format: each message between two marks, a system message first."""

from collections.abc import Iterator, Sequence

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message

_SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


def chat_pieces(messages: Sequence[Message]) -> Iterator[tuple[str, bool]]:
    """The pieces of the prompt, each with whether it is a mark or text.

    Example: ``"".join(piece for piece, _ in chat_pieces([{"role": "user", "content": "Hi"}]))``
    """
    if not messages or messages[0]["role"] != "system":
        messages = [{"role": "system", "content": _SYSTEM}, *messages]
    for message in messages:
        yield "<|im_start|>", True
        yield f"{message['role']}\n{_words(message)}", False
        yield "<|im_end|>", True
        yield "\n", False
    yield "<|im_start|>", True
    yield "assistant\n", False


def _words(message: Message) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    if any(part["type"] != "text" for part in content):
        raise ManyhopError("the embedded language model sees no pictures; choose another model")
    return "\n".join(part["text"] for part in content)
