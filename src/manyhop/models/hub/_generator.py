"""Models that write: chat models, and sequence-to-sequence models such as BART and T5."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.endpoint._completion import Completion
from manyhop.models.hub._checkpoint import Checkpoint, libraries, quietly
from manyhop.models.hub._loading import load_model, load_processor, load_tokenizer, longest_input
from manyhop.models.hub._pictures import from_address


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


class Writer:
    """A network with its tokenizer; who shares it between threads lets them take turns.

    Example: ``Writer("smollm2", model, tokenizer).write(tokens, max_tokens=16).text``
    """

    def __init__(self, name: str, model: Any, tokenizer: Any) -> None:
        self._name = name
        self._model = model
        self._tokenizer = tokenizer

    def write(
        self,
        inputs: Mapping[str, Any],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        """What the model writes after a prompt, up to the first stop; the likeliest at 0."""
        tokens_in = int(inputs["input_ids"].shape[1])
        settings: dict[str, Any] = {
            "max_new_tokens": self._room(tokens_in, max_tokens),
            "do_sample": temperature > 0,
        }
        if temperature > 0:
            settings |= {"temperature": temperature, "num_beams": 1}
        if stop:
            settings["stopping_criteria"] = self._stopping(stop, self._start(inputs))
        written = self._generated(inputs, settings, seed)
        text = self._tokenizer.decode(written, skip_special_tokens=True)
        return Completion(
            text=_until(text, stop or ()).strip(), tokens_in=tokens_in, tokens_out=len(written)
        )

    def _generated(self, inputs: Mapping[str, Any], settings: Any, seed: int | None) -> Any:
        torch, _ = libraries()
        moved = {name: value.to(self._model.device) for name, value in inputs.items()}
        chance = torch.random.fork_rng() if seed is not None else nullcontext()
        with quietly(), chance, torch.inference_mode():
            if seed is not None:
                torch.manual_seed(seed)
            (output,) = self._model.generate(**moved, **settings)
        return output[self._start(inputs) :].tolist()

    def _start(self, inputs: Mapping[str, Any]) -> int:
        """Where in the output the reply begins: after the prompt, or after a mark."""
        return 1 if self._model.config.is_encoder_decoder else int(inputs["input_ids"].shape[1])

    def _stopping(self, stop: Sequence[str], start: int) -> Any:
        """Ends the writing once a stop has been written, however the tokens divide it."""
        torch, transformers = libraries()

        def reached(tokens: Any, _scores: Any, **_settings: Any) -> Any:
            said = self._tokenizer.batch_decode(tokens[:, start:], skip_special_tokens=True)
            found = [any(mark in text for mark in stop) for text in said]
            return torch.tensor(found, device=tokens.device)

        return transformers.StoppingCriteriaList([reached])

    def _room(self, tokens_in: int, max_tokens: int) -> int:
        longest = longest_input(self._model, None)
        if longest is None:
            return max_tokens
        apart = self._model.config.is_encoder_decoder  # reads and writes in separate windows
        room = longest - (1 if apart else tokens_in)
        if tokens_in > longest or room < 1:
            raise ManyhopError(
                f"the prompt has {tokens_in} tokens and {self._name} reads {longest}; ask with a "
                "smaller window or choose a model that reads more"
            )
        return min(room, max_tokens)


def _until(text: str, stop: Sequence[str]) -> str:
    places = [place for mark in stop if (place := text.find(mark)) >= 0]
    return text[: min(places, default=len(text))]


# Chat messages, as OpenAI writes them, in the form that checkpoints want.

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
