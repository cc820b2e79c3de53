"""A GGUF file of SmolLM2's make or Qwen2's, small enough for a test to write."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

LAYERS, WIDTH, HEADS, KEY_HEADS, HIDDEN, CONTEXT = 2, 64, 4, 2, 96, 256
MARKS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
MERGES = ["Ġ t", "h e", "Ġt he", "Ġ n", "o n", "Ġn on", "Ġnon e"]


def tokens() -> list[str]:
    """The marks, the 256 bytes as letters, and what the merges make."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = [chr(byte) for byte in printable]
    letters += [chr(256 + number) for number in range(256 - len(printable))]
    return [*MARKS, *letters, *(merge.replace(" ", "") for merge in MERGES)]


def write_tiny_language(path: Path, seed: int = 0, family: str = "llama") -> None:
    random = np.random.default_rng(seed)
    words, head = len(tokens()), WIDTH // HEADS
    tensors = {"token_embd.weight": (words, WIDTH), "output_norm.weight": (WIDTH,)}
    for layer in range(LAYERS):
        for name, size in {
            "attn_norm": (WIDTH,),
            "ffn_norm": (WIDTH,),
            "attn_q": (WIDTH, WIDTH),
            "attn_k": (KEY_HEADS * head, WIDTH),
            "attn_v": (KEY_HEADS * head, WIDTH),
            "attn_output": (WIDTH, WIDTH),
            "ffn_gate": (HIDDEN, WIDTH),
            "ffn_up": (HIDDEN, WIDTH),
            "ffn_down": (WIDTH, HIDDEN),
        }.items():
            tensors[f"blk.{layer}.{name}.weight"] = size
        if family == "qwen2":
            for name, size in (("q", WIDTH), ("k", KEY_HEADS * head), ("v", KEY_HEADS * head)):
                tensors[f"blk.{layer}.attn_{name}.bias"] = (size,)
    if family == "qwen2":
        tensors["output.weight"] = (words, WIDTH)
    arrays = {
        name: (random.normal(size=size) / (8 if len(size) == 2 else 1)).astype(np.float32)
        for name, size in tensors.items()
    }
    facts = {name.replace("llama.", f"{family}."): fact for name, fact in _facts().items()}
    if family != "llama":
        facts |= {"general.architecture": family, "tokenizer.ggml.pre": family}
    write_gguf(path, facts, arrays)


def _facts() -> dict[str, Any]:
    return {
        "llama.block_count": LAYERS,
        "llama.embedding_length": WIDTH,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": KEY_HEADS,
        "llama.feed_forward_length": HIDDEN,
        "llama.context_length": CONTEXT,
        "llama.rope.freq_base": 10000.0,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.eos_token_id": 2,
        "tokenizer.ggml.tokens": tokens(),
        "tokenizer.ggml.merges": MERGES,
        "tokenizer.ggml.token_type": [3] * len(MARKS) + [1] * (len(tokens()) - len(MARKS)),
    }


def write_gguf(
    path: Path,
    facts: dict[str, Any],
    arrays: dict[str, NDArray[Any]],
    kinds: dict[str, tuple[int, tuple[int, ...]]] | None = None,
) -> None:
    """``kinds`` gives the number of a quantised kind and the true shape of its raw bytes."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(arrays), len(facts))
    for name, value in facts.items():
        head += _string(name) + _value(value)
    data = b""
    for name, array in arrays.items():
        known = {"float32": 0, "float16": 1}.get(array.dtype.name, 0)
        kind, shape = (kinds or {}).get(name, (known, array.shape))
        head += _string(name) + struct.pack("<I", len(shape))
        head += struct.pack(f"<{len(shape)}Q", *reversed(shape)) + struct.pack(
            "<IQ", kind, len(data)
        )
        data += array.tobytes() + b"\0" * (-array.nbytes % 32)
    path.write_bytes(head + b"\0" * (-len(head) % 32) + data)


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _value(value: Any) -> bytes:
    if isinstance(value, list):
        inner = [_value(each) for each in value]
        return (
            struct.pack("<I", 9)
            + inner[0][:4]
            + struct.pack("<Q", len(inner))
            + b"".join(each[4:] for each in inner)
        )
    if isinstance(value, str):
        return struct.pack("<I", 8) + _string(value)
    if isinstance(value, float):
        return struct.pack("<If", 6, value)
    return struct.pack("<II", 4, value)
