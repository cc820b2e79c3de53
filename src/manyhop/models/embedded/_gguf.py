"""Reads GGUF, the file format of llama.cpp: metadata, tensors and the tokenizer inside."""

import mmap
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from manyhop.errors import ManyhopError

Floats = NDArray[np.float32]

_STRING, _ARRAY = 8, 9
_NUMBERS = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_CONTROL = 3  # the token type of marks such as <|im_end|>
_BLOCK = 32  # weights that share a scale
_SUPER = 256  # weights whose blocks' scales share a scale
_QWEN_WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)  # where Qwen's tokenizer cuts a text before it merges


class _Tensor(NamedTuple):
    shape: tuple[int, ...]
    kind: int
    offset: int


class GgufFile:
    """A GGUF file, mapped into memory.

    Example: ``GgufFile(path).tensor("output_norm.weight").shape`` → ``(576,)``
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            self.metadata, self._tensors = self._read_header()
        except FileNotFoundError:
            raise self._error("is missing") from None
        except (OSError, ValueError, struct.error, KeyError, UnicodeDecodeError) as error:
            raise self._error("is damaged") from error

    def tensor(self, name: str) -> Floats:
        """A tensor as float32, rows first: a matrix has the shape ``(out, in)``."""
        try:
            return self.rows(name, 0, self._tensors[name].shape[0])
        except KeyError as error:
            raise self._error(f"has no readable tensor {name}") from error

    def rows(self, name: str, first: int, last: int) -> Floats:
        """Some rows of a tensor: a vocabulary's whole matrix may be a gigabyte."""
        try:
            shape, kind, offset = self._tensors[name]
            block_bytes, block_weights, dequantise = _KINDS[kind]
            row = int(np.prod(shape[1:])) if len(shape) > 1 else 1
            count = (last - first) * row // block_weights
            start = offset + first * row // block_weights * block_bytes
            raw = np.frombuffer(self._bytes, np.uint8, count * block_bytes, start)
            return dequantise(raw.reshape(count, block_bytes)).reshape(last - first, *shape[1:])
        except (KeyError, ValueError) as error:
            raise self._error(f"has no readable tensor {name}") from error

    def holds(self, name: str) -> bool:
        """Whether there is such a tensor."""
        return name in self._tensors

    @property
    def header(self) -> bytes:
        """Everything before the tensors, which is a file of its own for whoever needs no more."""
        start = min((tensor.offset for tensor in self._tensors.values()), default=len(self._bytes))
        return self._bytes[:start]

    def tokenizer(self) -> Tokenizer:
        """The byte-level BPE tokenizer; marks such as ``<|im_end|>`` have ids, but text has none.

        So a passage that contains such a mark is read as the letters it is written with.
        """
        try:
            tokens = self.metadata["tokenizer.ggml.tokens"]
            merges = [tuple(pair.split(" ", 1)) for pair in self.metadata["tokenizer.ggml.merges"]]
            kinds = self.metadata["tokenizer.ggml.token_type"]
        except KeyError as error:
            raise self._error(f"holds no {error.args[0]}") from error
        vocabulary = {token: number for number, token in enumerate(tokens)}
        tokenizer = Tokenizer(models.BPE(vocabulary, merges))
        if self.metadata.get("tokenizer.ggml.pre") == "qwen2":
            tokenizer.normalizer = normalizers.NFC()
            words = pre_tokenizers.Split(Regex(_QWEN_WORDS), "isolated")
            letters = pre_tokenizers.ByteLevel(False, use_regex=False)
        else:
            words = pre_tokenizers.Digits(individual_digits=True)
            letters = pre_tokenizers.ByteLevel(False)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence([words, letters])
        tokenizer.decoder = decoders.ByteLevel()
        marks = [token for token, kind in zip(tokens, kinds, strict=True) if kind == _CONTROL]
        tokenizer.add_special_tokens([AddedToken(mark, normalized=False) for mark in marks])
        tokenizer.encode_special_tokens = True
        return tokenizer

    def _read_header(self) -> tuple[dict[str, Any], dict[str, _Tensor]]:
        header = _Header(self._bytes)
        if header.take(4) != b"GGUF" or header.number("I") not in (2, 3):
            raise ValueError("not GGUF 2 or 3")
        tensors, pairs = header.number("Q"), header.number("Q")
        metadata = {header.string(): header.value(header.number("I")) for _ in range(pairs)}
        found = {header.string(): header.tensor() for _ in range(tensors)}
        alignment = metadata.get("general.alignment", 32)
        start = -(-header.place // alignment) * alignment
        return metadata, {
            name: tensor._replace(offset=start + tensor.offset) for name, tensor in found.items()
        }

    def _error(self, fault: str) -> ManyhopError:
        return ManyhopError(
            f"{self.path}: the language model's file {fault}; run `manyhop setup` to get it anew"
        )


class _Header:
    """Takes one value after the other from the start of the file."""

    def __init__(self, data: mmap.mmap) -> None:
        self._data = data
        self.place = 0

    def take(self, count: int) -> bytes:
        taken = self._data[self.place : self.place + count]
        if len(taken) < count:
            raise ValueError("the file ends too early")
        self.place += count
        return taken

    def number(self, code: str) -> Any:
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]

    def string(self) -> str:
        return self.take(self.number("Q")).decode()

    def strings(self, count: int) -> list[str]:
        """Many at once: a tokenizer has a hundred thousand, and somebody waits."""
        data, place, found = self._data, self.place, []
        for _ in range(count):
            start = place + 8
            place = start + int.from_bytes(data[place:start], "little")
            found.append(data[start:place].decode())
        if place > len(data):
            raise ValueError("the file ends too early")
        self.place = place
        return found

    def value(self, kind: int) -> Any:
        if kind == _STRING:
            return self.string()
        if kind != _ARRAY:
            return self.number(_NUMBERS[kind])
        kind, count = self.number("I"), self.number("Q")
        if kind == _STRING:
            return self.strings(count)
        if kind == _ARRAY:
            return [self.value(kind) for _ in range(count)]
        code = f"<{count}{_NUMBERS[kind]}"
        return list(struct.unpack(code, self.take(struct.calcsize(code))))

    def tensor(self) -> _Tensor:
        dimensions = [self.number("Q") for _ in range(self.number("I"))]
        return _Tensor(tuple(reversed(dimensions)), self.number("I"), self.number("Q"))


def _half(blocks: NDArray[np.uint8], first: int) -> Floats:
    return np.ascontiguousarray(blocks[:, first : first + 2]).view(np.float16).astype(np.float32)


def _f32(blocks: NDArray[np.uint8]) -> Floats:
    return blocks.reshape(-1).view(np.float32).copy()


def _f16(blocks: NDArray[np.uint8]) -> Floats:
    return blocks.reshape(-1).view(np.float16).astype(np.float32)


def _q4_1(blocks: NDArray[np.uint8]) -> Floats:
    """A scale and a least value, then 32 four-bit steps: the low halves come first."""
    weights = np.empty((len(blocks), _BLOCK), np.float32)
    np.bitwise_and(blocks[:, 4:], 15, out=weights[:, :16], casting="unsafe")
    np.right_shift(blocks[:, 4:], 4, out=weights[:, 16:], casting="unsafe")
    weights *= _half(blocks, 0)
    weights += _half(blocks, 2)
    return weights


def _q8_0(blocks: NDArray[np.uint8]) -> Floats:
    """A scale, then 32 signed bytes."""
    return blocks[:, 2:].view(np.int8) * _half(blocks, 0)


def _q4_k(blocks: NDArray[np.uint8]) -> Floats:
    """Eight blocks of 32 four-bit steps, each with a scale and a least value of six bits."""
    low, high, both = blocks[:, 4:8], blocks[:, 8:12], blocks[:, 12:16]
    scales = np.concatenate([low & 63, (both & 15) | (low >> 6 << 4)], axis=1)
    least = np.concatenate([high & 63, (both >> 4) | (high >> 6 << 4)], axis=1)
    steps = blocks[:, 16:].reshape(-1, 4, 1, 32)
    weights = np.concatenate([steps & 15, steps >> 4], axis=2).reshape(-1, 8, 32)
    found = weights * (_half(blocks, 0) * scales)[..., None]
    found -= (_half(blocks, 2) * least)[..., None]
    return np.asarray(found, np.float32)


def _q6_k(blocks: NDArray[np.uint8]) -> Floats:
    """Sixteen blocks of 16 six-bit steps, low four bits and high two apart, each with a scale."""
    low = blocks[:, :128].reshape(-1, 2, 2, 32)
    high = blocks[:, 128:192].reshape(-1, 2, 1, 32)
    shifts = np.array([0, 2, 4, 6], np.uint8).reshape(1, 1, 4, 1)
    four = np.concatenate([low & 15, low >> 4], axis=2)
    whole = (four | (high >> shifts & 3) << 4).astype(np.int8) - np.int8(32)
    scales = blocks[:, 192:208].view(np.int8) * _half(blocks, 208)
    return np.asarray(whole.reshape(-1, 16, 16) * scales[..., None], np.float32)


_KINDS: dict[int, tuple[int, int, Callable[[NDArray[np.uint8]], Floats]]] = {
    0: (4, 1, _f32),
    1: (2, 1, _f16),
    3: (20, _BLOCK, _q4_1),
    8: (34, _BLOCK, _q8_0),
    12: (144, _SUPER, _q4_k),
    14: (210, _SUPER, _q6_k),
}
