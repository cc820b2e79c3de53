"""The sizes of a language model, as its file tells them."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.models.embedded._gguf import GgufFile

_MOST_CONTEXT = 8192  # places that positions are worked out for


class LanguageShape(NamedTuple):
    """The sizes of a model of the Llama family, Qwen2 among it.

    Example: ``LanguageShape.of(gguf).layers`` → 30
    """

    layers: int
    width: int
    heads: int
    key_heads: int
    hidden: int
    vocabulary: int
    context: int
    rope_base: float
    epsilon: float
    paired: bool = True  # rotary pairs lie side by side in the file
    biased: bool = False  # queries, keys and values have something added
    own_head: bool = False  # the output has a matrix of its own, not the embedding once more

    @classmethod
    def of(cls, gguf: GgufFile) -> "LanguageShape":
        """What the file says about itself."""
        fact = gguf.metadata
        family = fact.get("general.architecture", "llama")
        return cls(
            layers=fact[f"{family}.block_count"],
            width=fact[f"{family}.embedding_length"],
            heads=fact[f"{family}.attention.head_count"],
            key_heads=fact[f"{family}.attention.head_count_kv"],
            hidden=fact[f"{family}.feed_forward_length"],
            vocabulary=len(fact["tokenizer.ggml.tokens"]),
            context=min(fact[f"{family}.context_length"], _MOST_CONTEXT),
            rope_base=fact[f"{family}.rope.freq_base"],
            epsilon=fact[f"{family}.attention.layer_norm_rms_epsilon"],
            paired=family == "llama",
            biased=gguf.holds("blk.0.attn_q.bias"),
            own_head=family != "llama",
        )

    @property
    def head(self) -> int:
        """How many numbers one attention head has."""
        return self.width // self.heads

    @property
    def angles(self) -> NDArray[np.float64]:
        """How far each place turns each pair of a head's numbers."""
        turns = np.arange(0, self.head, 2) / self.head
        found: NDArray[np.float64] = np.outer(np.arange(self.context), self.rope_base**-turns)
        return found
