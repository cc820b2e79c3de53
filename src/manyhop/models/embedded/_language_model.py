"""The embedded language model: SmolLM2 with Manyhop's adapter, run by ONNX Runtime."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.embedded._cache_folder import cached_file
from manyhop.models.embedded._chat_text import chat_pieces
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_package import package_file
from manyhop.models.embedded._language_weights import (
    LanguageShape,
    layout,
    read_arrays,
    write_weights,
)
from manyhop.models.embedded._weights import FOLDER, session_options, weight_file
from manyhop.models.endpoint._completion import Completion

GRAPH = FOLDER / "language.onnx"
ADAPTER = FOLDER / "adapter.npz"
SMOOTHING = FOLDER / "language_smoothing.npz"
WEIGHTS = "language.weights"  # as the graph calls the file

Allowed = Callable[[Sequence[int]], NDArray[np.intp]]
"""The tokens that may follow those written so far; an empty array ends the text."""


class Generated(NamedTuple):
    """What was written: ``first`` holds the chance of every token at the first place."""

    text: str
    tokens: list[int]
    logprobs: list[float]
    first: NDArray[np.float32]
    tokens_in: int
    ended: bool  # by itself, not for want of room


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
        last = layout(LanguageShape.of(gguf))[-1]

        def merge(file: Any) -> None:
            parts = ((adapter, "the language model's adapter"), (smoothing, "the weight file"))
            arrays = [read_arrays(path, what) if path else {} for path, what in parts]
            write_weights(file, gguf, *arrays)

        name = f"language-{_digest(base, adapter, smoothing)}/{WEIGHTS}"
        weights = cached_file(name, last.offset + last.size, merge)
        return cls(gguf, open_graph(graph, weights.parent))

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
        choose: Callable[[NDArray[np.float32]], int] | None = None,
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
            _Writing(self, len(prompt), rule) for prompt, rule in zip(ids, rules, strict=True)
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

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        """The reply to a conversation, in SmolLM2's own chat format."""
        prompt: list[int] = []
        for piece, is_mark in chat_pieces(messages):
            prompt += [self._marks[piece]] if is_mark else self.tokens(piece)
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

    def read(self, prompt: list[int], memory: "Memory", row: int) -> NDArray[np.float32]:
        """Prompts are read one by one, so that none is padded to the longest."""
        return self.run([prompt], [len(prompt)], memory.of(slice(row, row + 1)))

    def _write(self, writings: Sequence["_Writing"], memory: "Memory") -> NDArray[np.float32]:
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


class Memory:
    """Keys and values of all layers, written in place by the session."""

    def __init__(self, shape: LanguageShape, rows: int, places: int) -> None:
        names = [f"{layer}.{part}" for layer in range(shape.layers) for part in ("key", "value")]
        size = (rows, shape.key_heads, places, shape.head)
        self._arrays = {name: np.zeros(size, np.float32) for name in names}

    def repeat(self, times: int) -> None:
        """Copy the first row to those after it."""
        for array in self._arrays.values():
            array[1:times] = array[0]

    def reorder(self, rows: Sequence[int], first: int, last: int) -> None:
        """Put other rows' places from ``first`` to ``last`` where they are wanted."""
        if list(rows) != list(range(len(rows))):
            for array in self._arrays.values():
                array[:, :, first:last] = array[rows, :, first:last]

    def of(self, rows: slice) -> dict[str, Any]:
        from onnxruntime import OrtValue

        return {
            name: OrtValue.ortvalue_from_numpy(array[rows]) for name, array in self._arrays.items()
        }


class _Writing:
    """One text as it is written."""

    def __init__(self, model: LanguageModel, tokens_in: int, allowed: Allowed | None) -> None:
        self._model = model
        self._allowed = allowed
        self._text = ""
        self._first = np.zeros(0, np.float32)
        self._ended = False
        self.done = False
        self.tokens_in = tokens_in
        self.tokens: list[int] = []
        self._logprobs: list[float] = []

    def go_on(
        self,
        logits: NDArray[np.float32],
        stop: Sequence[str],
        choose: Callable[[NDArray[np.float32]], int] | None,
        max_tokens: int,
    ) -> None:
        if self.done:
            return
        logprobs = log_softmax(logits)
        if not self._first.size:
            self._first = np.exp(logprobs)
        token = self._next(logprobs, choose)
        if token == self._model.end:
            self.done = self._ended = True
            return
        self.tokens.append(token)
        self._logprobs.append(float(logprobs[token]))
        self._text = self._model.tokenizer.decode(self.tokens)
        if places := [self._text.find(mark) for mark in stop if mark and mark in self._text]:
            self._text = self._text[: min(places)]
            self.done = self._ended = True
        self.done = self.done or len(self.tokens) >= max_tokens

    def result(self) -> Generated:
        return Generated(
            self._text,
            self.tokens,
            self._logprobs,
            self._first,
            self.tokens_in,
            self._ended,
        )

    def _next(
        self,
        logprobs: NDArray[np.float32],
        choose: Callable[[NDArray[np.float32]], int] | None,
    ) -> int:
        if self._allowed is not None:
            few = self._allowed(self.tokens)
            return int(few[np.argmax(logprobs[few])]) if few.size else self._model.end
        return choose(logprobs) if choose else int(np.argmax(logprobs))


def log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Log-probabilities from logits, over the last axis."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    total = np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return np.asarray(shifted - total, np.float32)


def _digest(base: Path, *ours: Path | None) -> str:
    """Names the merged weights after what went into them; of the large file, after its edges."""
    digest = hashlib.sha256(b"2")  # raised whenever the weight file looks otherwise
    size = base.stat().st_size
    with base.open("rb") as file:
        digest.update(size.to_bytes(8, "little") + file.read(1 << 16))
        file.seek(max(0, size - (1 << 16)))
        digest.update(file.read())
    for path in ours:
        try:
            digest.update(path.read_bytes() if path else b"-")
        except OSError:
            raise ManyhopError(f"{path}: the weight file is missing; reinstall Manyhop") from None
    return digest.hexdigest()[:16]


def open_graph(graph: Path, weights: Path) -> Any:
    """An ONNX Runtime session over a graph whose weights lie in a folder of their own."""
    import onnxruntime  # takes a while, so only when the model is really used

    options = session_options()
    options.add_session_config_entry(
        "session.model_external_initializers_file_folder_path", str(weights)
    )
    try:
        return onnxruntime.InferenceSession(
            graph.read_bytes(), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # the runtime has no exception class of its own
        raise ManyhopError(
            f"{graph}: the weight file is missing or damaged; reinstall Manyhop"
        ) from error
