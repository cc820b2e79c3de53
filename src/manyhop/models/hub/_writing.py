"""Running a model that writes, one conversation at a time."""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from manyhop.errors import ManyhopError
from manyhop.models.endpoint._completion import Completion
from manyhop.models.hub._libraries import libraries, quietly
from manyhop.models.hub._loading import longest_input


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
