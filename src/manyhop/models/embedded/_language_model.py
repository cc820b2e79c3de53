"""The embedded language model: SmolLM2 with Manyhop's adapter, run by ONNX Runtime."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.embedded._chat_text import chat_pieces
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_memory import Memory, Opening
from manyhop.models.embedded._language_package import package_file
from manyhop.models.embedded._language_session import merged_weights, open_graph
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._token_writing import Allowed, Choice, Generated, Writing
from manyhop.models.embedded._weights import FOLDER, sums_may_overflow, weight_file
from manyhop.models.endpoint._completion import Completion

GRAPH = FOLDER / "language.onnx"
ADAPTER = FOLDER / "adapter.npz"
SMOOTHING = FOLDER / "language_smoothing.npz"


class LanguageModel:
    """Writes on from a prompt; several threads may share one.

    Example::

        model = LanguageModel.load()
        model.generate("Context: Emma is by Austen.\\nQuestion: Who wrote Emma?\\nAnswer:", 8).text
    """

    model = "SmolLM2-135M-Instruct with Manyhop's adapter"

    def __init__(self, gguf: GgufFile, session: Any) -> None:
        self.shape = LanguageShape.of(gguf)
        self.tokenizer = gguf.tokenizer()
        self.end = int(gguf.metadata["tokenizer.ggml.eos_token_id"])
        self._session = session

    @staticmethod
    def available() -> bool:
        """Whether the package with the base weights is installed."""
        return package_file() is not None

    @classmethod
    def load(cls, adapter: Path | None = ADAPTER) -> "LanguageModel":
        """Open the model with an adapter (None: without); the first time takes a few seconds."""
        base = package_file()
        if base is None:
            raise ManyhopError("the language model is not installed; run `manyhop setup` to get it")
        for ours in (GRAPH, SMOOTHING, *([ADAPTER] if adapter == ADAPTER else [])):
            weight_file(ours.name, ours.parent)
        return cls.open(base, GRAPH, adapter, SMOOTHING)

    @classmethod
    def open(
        cls, base: Path, graph: Path, adapter: Path | None, smoothing: Path | None
    ) -> "LanguageModel":
        """Open any model of the same make: base weights, a graph of their sizes, an adapter."""
        gguf = GgufFile(base)
        signed = not sums_may_overflow()
        weights = merged_weights(gguf, adapter, smoothing, signed=signed)
        return cls(gguf, open_graph(graph, weights.parent, signed=signed))

    def tokens(self, text: str) -> list[int]:
        """A text's tokens; marks such as ``<|im_end|>`` in it are read as plain letters."""
        found: list[int] = self.tokenizer.encode(text, add_special_tokens=False).ids
        return found

    def generate(
        self,
        prompt: str | Sequence[int],
        max_tokens: int,
        stop: Sequence[str] = (),
        allowed: Allowed | None = None,
    ) -> Generated:
        """Write on from one prompt, always taking the likeliest token."""
        return self.generate_all([prompt], max_tokens, stop, [allowed])[0]

    def generate_all(
        self,
        prompts: Sequence[str | Sequence[int]],
        max_tokens: int,
        stop: Sequence[str] = (),
        allowed: Sequence[Allowed | None] | None = None,
        choose: Choice | None = None,
    ) -> list[Generated]:
        """Write on from several prompts side by side, which is faster than one by one.

        ``choose`` picks a token by its log-probabilities where the likeliest is not wanted.
        """
        if not prompts:
            return []
        ids = [self.tokens(each) if isinstance(each, str) else list(each) for each in prompts]
        longest = max(map(len, ids)) + max_tokens
        if longest > self.shape.context or not all(ids):
            raise ManyhopError(
                f"the language model reads 1 to {self.shape.context - max_tokens} tokens "
                f"before it writes {max_tokens}, not {longest - max_tokens}; shorten the text"
            )
        rules = allowed or [None] * len(ids)
        writings = [
            Writing(self.tokenizer, self.end, len(prompt), rule)
            for prompt, rule in zip(ids, rules, strict=True)
        ]
        memory = Memory(self.shape, len(ids), longest)
        logits = np.vstack([self.read(prompt, memory, row) for row, prompt in enumerate(ids)])
        while True:
            for writing, row in zip(writings, logits, strict=True):
                writing.go_on(row, stop, choose, max_tokens)
            if all(writing.done for writing in writings):
                return [writing.result() for writing in writings]
            logits = self._write(writings, memory)

    def log_chance(self, prompt: str, text: str) -> float:
        """The mean log-probability of a text's tokens after a prompt; of an empty text, 0.

        Example: ``model.log_chance("The capital of France is", " Paris")``
        """
        told = self.tokens(text)
        if not told:
            return 0.0

        def only(so_far: Sequence[int]) -> NDArray[np.intp]:
            return np.array(told[len(so_far) : len(so_far) + 1], np.intp)

        return fmean(self.generate(prompt, len(told), allowed=only).logprobs)

    def chat(self, messages: Sequence[Message], opening: str = "") -> list[int]:
        """The tokens of a conversation, up to where the reply begins or has begun."""
        found: list[int] = []
        for piece, is_mark in chat_pieces(messages):
            found += [self._marks[piece]] if is_mark else self.tokens(piece)
        return found + (self.tokens(opening) if opening else [])

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        """The reply to a conversation, in the model's own chat format."""
        prompt = self.chat(messages)
        random = np.random.default_rng(seed)

        def draw(logprobs: NDArray[np.float32]) -> int:
            noise = random.gumbel(size=len(logprobs))
            return int(np.argmax(logprobs / temperature + noise))

        choose = draw if temperature > 0 else None
        (written,) = self.generate_all([prompt], max_tokens, stop or (), choose=choose)
        return Completion(
            text=written.text.strip(), tokens_in=len(prompt), tokens_out=len(written.tokens)
        )

    @cached_property
    def _marks(self) -> dict[str, int]:
        vocabulary: dict[str, int] = self.tokenizer.get_vocab()
        return vocabulary

    def read(
        self, prompt: list[int], memory: Memory, row: int, known: int = 0
    ) -> NDArray[np.float32]:
        """Prompts are read one by one, so that none is padded to the longest.

        Of the first ``known`` tokens the memory knows already.
        """
        return self.run([prompt[known:]], [len(prompt)], memory.of(slice(row, row + 1)))

    def opening(self, text: str) -> Opening:
        """The beginning of several prompts, so that it is read once.

        Example: ``likeliest_texts(model, prompt, allowed, 20, opening=model.opening("Question:"))``
        """
        ids = self.tokens(text)
        memory = Memory(self.shape, 1, max(len(ids), 1))
        if ids:
            self.read(ids, memory, 0)
        return Opening(ids, memory)

    def _write(self, writings: Sequence[Writing], memory: Memory) -> NDArray[np.float32]:
        last = [[writing.tokens[-1] if writing.tokens else self.end] for writing in writings]
        lengths = [writing.tokens_in + max(len(writing.tokens), 1) for writing in writings]
        return self.run(last, lengths, memory.of(slice(None)))

    def run(
        self, tokens: list[list[int]], lengths: list[int], memory: Mapping[str, Any]
    ) -> NDArray[np.float32]:
        """Feed tokens that end at these lengths; the logits after the last one of each row."""
        binding = self._session.io_binding()
        binding.bind_cpu_input("tokens", np.array(tokens, np.int64))
        binding.bind_cpu_input("last_place", np.array(lengths, np.int32) - 1)
        binding.bind_cpu_input("longest", np.array(max(lengths), np.int32))
        for name, cache in memory.items():
            binding.bind_ortvalue_input(f"past.{name}", cache)
            binding.bind_ortvalue_output(f"present.{name}", cache)
        binding.bind_output("logits", "cpu")
        self._session.run_with_iobinding(binding)
        logits: NDArray[np.float32] = binding.get_outputs()[-1].numpy()
        return logits
