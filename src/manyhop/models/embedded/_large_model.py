"""The large reader: a chat model of the Llama family in eight bits that keeps what it read last.

Prompts about one question begin alike (the worked examples, then the passages), and so do those of
a conversation: what the one before shares with the next is not read again.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models._protocols import Message
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_memory import Memory, Opening
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._language_session import open_graph
from manyhop.models.embedded._large_weights import (
    LARGE,
    Installed,
    Release,
    check_memory,
    installed_large,
)
from manyhop.models.embedded._token_writing import Allowed, Choice, Generated, Writing, log_softmax
from manyhop.models.embedded._weights import FOLDER, sums_may_overflow, weight_file

GRAPH = FOLDER / "large.onnx"
PLACES = 2048  # tokens that a memory can keep
_AT_ONCE = 512  # tokens that are read in one go: more need more memory and are read no faster
_SLOTS = 2  # memories: reading and querying have prompts that begin otherwise
_AHEAD = 8  # tokens that are guessed: to read nine takes hardly longer than one
_SYSTEM = "You answer questions about the user's own documents."

Listener = Callable[[str], None]


class LargeModel(LanguageModel):
    """Reads prompts of up to two thousand tokens; several threads take turns.

    Example: ``LargeModel.load_large().generate("The capital of France is", 4).text``
    """

    model = LARGE.name

    def __init__(self, gguf: GgufFile, session: Any, places: int = PLACES) -> None:
        super().__init__(gguf, session)
        self._places = min(places, self.shape.context)
        self._slots: list[Opening] = []  # the one used last comes last
        self._turn = RLock()
        self._listener: Listener | None = None

    @classmethod
    def load_large(cls, release: Release = LARGE) -> "LargeModel":
        """Open what `manyhop setup --large` prepared."""
        found = installed_large(release)
        if found is None:
            raise ManyhopError(
                f"{release.name} is not set up here; run `manyhop setup --large` to get it"
            )
        check_memory(release)
        return cls.open_prepared(found, weight_file(GRAPH.name))

    @classmethod
    def open_prepared(cls, prepared: Installed, graph: Path) -> "LargeModel":
        """Open any prepared model with the graph of its sizes."""
        signed = not sums_may_overflow()
        session = open_graph(graph, prepared.weights.parent, signed=signed)
        return cls(GgufFile(prepared.header), session)

    @contextmanager
    def heard(self, listener: Listener) -> Iterator[None]:
        """Tell a listener the text so far, as it grows, while something is written inside."""
        self._listener, before = listener, self._listener
        try:
            yield
        finally:
            self._listener = before

    def chat(self, messages: Sequence[Message], opening: str = "") -> list[int]:
        """The tokens of a conversation, which always begins with what the model is for."""
        if not messages or messages[0]["role"] != "system":
            messages = [{"role": "system", "content": _SYSTEM}, *messages]
        return super().chat(messages, opening)

    def generate_all(
        self,
        prompts: Sequence[str | Sequence[int]],
        max_tokens: int,
        stop: Sequence[str] = (),
        allowed: Sequence[Allowed | None] | None = None,
        choose: Choice | None = None,
    ) -> list[Generated]:
        """Write on from prompts one after the other, each from what it shares with one before."""
        rules = allowed or [None] * len(prompts)
        ids = [self.tokens(each) if isinstance(each, str) else list(each) for each in prompts]
        return [
            self._written(prompt, max_tokens, stop, rule, choose)
            for prompt, rule in zip(ids, rules, strict=True)
        ]

    def next_chances(self, prompt: Sequence[int]) -> NDArray[np.float32]:
        """The log-probability of every token after a prompt."""
        with self._turn:
            return log_softmax(self._taken_in(list(prompt), [], 0)[-1])

    def log_chances(self, prompt: Sequence[int], told: Sequence[int]) -> NDArray[np.float32]:
        """The log-probability of each token of a text that stands after a prompt, read at once.

        Example: ``model.log_chances(prompt, model.tokens(" Paris")).mean()``
        """
        with self._turn:
            logits = self._taken_in(list(prompt), list(told), len(told))
        rows = log_softmax(logits[: len(told)])
        return np.asarray(rows[np.arange(len(told)), list(told)], np.float32)

    def _written(
        self,
        prompt: list[int],
        max_tokens: int,
        stop: Sequence[str],
        allowed: Allowed | None,
        choose: Choice | None,
    ) -> Generated:
        """Most of an answer is copied, so what followed before is read ahead with each token."""
        with self._turn:
            writing = Writing(self.tokenizer, self.end, len(prompt), allowed)
            while not writing.done:
                so_far = [*prompt, *writing.tokens]
                room = max_tokens - len(writing.tokens)
                ahead = followed(so_far, min(_AHEAD, room - 1)) if writing.tokens else []
                logits = self._taken_in(so_far, ahead, room)
                for row, guess in zip(logits, [*ahead, None], strict=True):
                    writing.go_on(row, stop, choose, max_tokens)
                    if writing.done or writing.tokens[-1] != guess:
                        break
                if self._listener:
                    self._listener(writing.text)
            return writing.result()

    def _taken_in(self, tokens: list[int], ahead: Sequence[int], room: int) -> NDArray[np.float32]:
        """Read what isn't known yet of these tokens; the logits after the last, and after each of
        those that may follow.
        """
        if not 0 < len(tokens) + room <= self._places:
            raise ManyhopError(
                f"the large reader reads 1 to {self._places - room} tokens before it writes "
                f"{room}, not {len(tokens)}; shorten the text"
            )
        slot = self._slot(tokens)
        known = slot.shared(tokens)
        logits = np.zeros((0, 0), np.float32)
        while known < len(tokens):
            end = min(known + _AT_ONCE, len(tokens))
            fed = [*tokens[known:end], *(ahead if end == len(tokens) else [])]
            wanted = 1 + len(ahead) if end == len(tokens) else 1
            slot.tokens = tokens[:known]
            logits = self._run_slot(slot, fed, known + len(fed), wanted)
            slot.tokens = tokens[:end]
            known = end
        return logits

    def _slot(self, tokens: Sequence[int]) -> Opening:
        """The memory that shares most with these tokens, or the one that was used longest ago."""
        best = max(self._slots, key=lambda slot: slot.shared(tokens), default=None)
        if best is None or 4 * best.shared(tokens) < len(best.tokens):  # too little to spoil it for
            if len(self._slots) < _SLOTS:
                best = Opening([], Memory(self.shape, 1, self._places))
                self._slots.append(best)
            else:
                best = self._slots[0]
        self._slots.remove(best)
        self._slots.append(best)
        return best

    def _run_slot(
        self, slot: Opening, tokens: Sequence[int], length: int, wanted: int
    ) -> NDArray[np.float32]:
        binding = self._session.io_binding()
        binding.bind_cpu_input("tokens", np.array([tokens], np.int64))
        binding.bind_cpu_input("last_place", np.array([length], np.int32) - 1)
        binding.bind_cpu_input("longest", np.array(length, np.int32))
        binding.bind_cpu_input("wanted", np.array([-wanted], np.int64))
        for name, cache in slot.memory.of(slice(0, 1)).items():
            binding.bind_ortvalue_input(f"past.{name}", cache)
            binding.bind_ortvalue_output(f"present.{name}", cache)
        binding.bind_output("logits", "cpu")
        self._session.run_with_iobinding(binding)
        logits: NDArray[np.float32] = binding.get_outputs()[-1].numpy()[0]
        return logits


def followed(tokens: Sequence[int], most: int) -> list[int]:
    """What followed the last two tokens where they stood before, the latest time.

    Example: ``followed([7, 8, 9, 5, 7, 8], 3)`` → ``[9, 5, 7]``
    """
    if most <= 0 or len(tokens) < 3:
        return []
    row = np.array(tokens)
    pairs = (row[:-2] == row[-2]) & (row[1:-1] == row[-1])
    places = np.flatnonzero(pairs[: len(tokens) - 2])
    return [int(each) for each in row[places[-1] + 2 :][:most]] if len(places) else []
