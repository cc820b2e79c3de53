"""Chat messages, as OpenAI writes them, in the form that checkpoints want."""

from collections.abc import Sequence
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.hub._pictures import from_address

_ROLES = {"system": "", "user": "User: ", "assistant": "Assistant: "}


def plain_messages(messages: Sequence[Message], model: str) -> list[dict[str, str]]:
    """Messages of words only; a picture is refused in the name of the model.

    Example: ``plain_messages([{"role": "user", "content": "Hello"}], "smollm2")``
    """
    plain = []
    for message in messages:
        parts = _parts(message)
        if any("text" not in part for part in parts):
            raise ManyhopError(
                f"{model} cannot look at pictures; choose a model that can, or send words only"
            )
        plain.append({"role": message["role"], "content": "\n".join(p["text"] for p in parts)})
    return plain


def picture_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Messages whose pictures are decoded, for the chat template of a processor."""
    return [
        {"role": message["role"], "content": [_seen(part) for part in _parts(message)]}
        for message in messages
    ]


def with_template(owner: Any, messages: list[dict[str, Any]]) -> Any:
    """Tokens of a conversation by the template of a tokenizer or a processor.

    Some templates know no system message; its words then open the first message of the user.
    """
    settings = {"add_generation_prompt": True, "return_dict": True, "return_tensors": "pt"}
    try:
        return owner.apply_chat_template(messages, tokenize=True, **settings)
    except Exception:  # templates refuse by an exception of their own library
        if _without_system(messages) == messages:
            raise
        return owner.apply_chat_template(_without_system(messages), tokenize=True, **settings)


def told_as_text(messages: Sequence[dict[str, str]], *, roles: bool) -> str:
    """A conversation for a model that knows no templates, with or without who says what.

    Example: ``told_as_text([{"role": "user", "content": "Hi"}], roles=True)`` →
    ``"User: Hi\\nAssistant:"``
    """
    lines = [
        (_ROLES[message["role"]] if roles else "") + message["content"] for message in messages
    ]
    return "\n".join([*lines, "Assistant:"] if roles else lines)


def _parts(message: Message) -> list[dict[str, Any]]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _seen(part: dict[str, Any]) -> dict[str, Any]:
    if "text" in part:
        return part
    return {"type": "image", "image": from_address(part["image_url"]["url"])}


def _without_system(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    if len(messages) < 2 or messages[0]["role"] != "system":
        return messages
    first, second, *rest = messages
    if isinstance(second["content"], str):
        content: Any = f"{first['content']}\n\n{second['content']}"
    else:
        content = [*first["content"], *second["content"]]
    return [{**second, "content": content}, *rest]
