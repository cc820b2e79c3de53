"""The language model's weights: from GGUF, with the adapter merged in, as eight-bit numbers.

Each row of a matrix has one scale. So that little is lost, the columns are evened out first: what
a column is multiplied with, the numbers that meet it are divided by, which changes no result
(the factors come from ``training/language_graph.py``). The matrix that leads down from the hidden
layer meets the most uneven numbers: its columns are ordered by them and cut into two halves, each
with scales of its own.

Where signed numbers may overflow (see ``_unsigned.py``) they are written as unsigned ones.
"""

import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from manyhop.errors import ManyhopError
from manyhop.models.embedded._gguf import Floats, GgufFile
from manyhop.models.embedded._language_float import (
    Arrays,
    even_factors,
    even_out,
    float_layer,
    largest,
    reading_stream,
)
from manyhop.models.embedded._language_shape import LanguageShape

EMBEDDING_BLOCK = 32  # numbers of the embedding that share a scale, as in the GGUF file
_ALIGNMENT = 4096
_ROWS = 8192  # of the vocabulary's matrices that are in float32 at once

Watching = Callable[[int, int], None]
"""Told after each layer how many are done, and of how many."""


class Stored(NamedTuple):
    """Where an array lies in the weight file."""

    name: str
    kind: type[np.generic]
    shape: tuple[int, ...]
    offset: int

    @property
    def size(self) -> int:
        """Its bytes."""
        return int(np.prod(self.shape)) * np.dtype(self.kind).itemsize


def layout(shape: LanguageShape, *, signed: bool = True) -> list[Stored]:
    """Every array of the weight file, in order. The graph is built from the same list."""
    eight_bit = np.int8 if signed else np.uint8
    arrays: list[tuple[str, type[np.generic], tuple[int, ...]]] = [
        ("embedding", np.uint8, (shape.vocabulary, shape.width)),
        ("embedding.scale", np.float32, (shape.vocabulary, shape.width // EMBEDDING_BLOCK)),
        ("cosines", np.float32, (shape.context, shape.head // 2)),
        ("sines", np.float32, (shape.context, shape.head // 2)),
        ("norm", np.float32, (shape.width,)),
    ]
    if shape.own_head:
        arrays.append(("head", eight_bit, (shape.width, shape.vocabulary)))
        arrays.append(("head.scale", np.float32, (shape.vocabulary,)))
    qkv = shape.width + 2 * shape.key_heads * shape.head
    for layer in range(shape.layers):
        arrays += [(f"{layer}.norm{half}", np.float32, (shape.width,)) for half in "12"]
        if shape.biased:
            arrays.append((f"{layer}.qkv.bias", np.float32, (qkv,)))
        for name, columns, rows in (
            ("qkv", shape.width, qkv),
            ("o", shape.width, shape.width),
            ("gate_up", shape.width, 2 * shape.hidden),
            ("down.0", shape.hidden // 2, shape.width),
            ("down.1", shape.hidden // 2, shape.width),
        ):
            arrays.append((f"{layer}.{name}", eight_bit, (columns, rows)))
            arrays.append((f"{layer}.{name}.scale", np.float32, (rows,)))
    placed: list[Stored] = []
    end = 0
    for array in arrays:
        placed.append(Stored(*array, offset=-(-end // _ALIGNMENT) * _ALIGNMENT))
        end = placed[-1].offset + placed[-1].size
    return placed


def write_weights(
    file: BinaryIO,
    gguf: GgufFile,
    adapter: Arrays,
    smoothing: Arrays,
    *,
    signed: bool = True,
    lesson: Sequence[int] = (),
    watching: Watching | None = None,
) -> None:
    """Write the whole weight file; takes a few seconds and the memory of one layer.

    The columns are evened out by ``smoothing``, or by what they meet while the tokens of a
    ``lesson`` are read.
    """
    shape = LanguageShape.of(gguf)
    arrays = _arrays(gguf, shape, adapter, smoothing, lesson, watching)
    for stored, (name, array) in zip(layout(shape, signed=signed), arrays, strict=True):
        if array.dtype == np.int8 and not signed:
            array = _unsigned(array)
        if name != stored.name or array.shape != stored.shape or array.dtype != stored.kind:
            raise ValueError(f"{name} does not fit the layout")
        file.write(b"\0" * (stored.offset - file.tell()))
        file.write(np.ascontiguousarray(array).data)


def read_arrays(path: Path, what: str) -> dict[str, NDArray[Any]]:
    """All arrays of an ``.npz`` file of ours.

    Example: ``read_arrays(path, "the language model's adapter")``
    """
    try:
        with np.load(path, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        fault = "is missing" if isinstance(error, FileNotFoundError) else "is damaged"
        raise ManyhopError(f"{path}: {what} {fault}; reinstall Manyhop") from error


def _arrays(
    gguf: GgufFile,
    shape: LanguageShape,
    adapter: Arrays,
    smoothing: Arrays,
    lesson: Sequence[int],
    watching: Watching | None,
) -> Iterator[tuple[str, NDArray[Any]]]:
    yield from _embedding(gguf, shape)
    yield "cosines", np.cos(shape.angles).astype(np.float32)
    yield "sines", np.sin(shape.angles).astype(np.float32)
    yield "norm", gguf.tensor("output_norm.weight")
    if shape.own_head:
        yield from _head(gguf, shape)
    stream = reading_stream(gguf, shape, lesson) if lesson else None
    for layer in range(shape.layers):
        found = float_layer(gguf, shape, layer, adapter)
        if stream:
            met = {name: largest(numbers) for name, numbers in stream.through(found).items()}
            even_out(found, shape, even_factors(found, met, shape))
        elif f"{layer}.qkv" in smoothing:
            parts = ("qkv", "o", "gate_up", "down")
            even_out(found, shape, {part: smoothing[f"{layer}.{part}"] for part in parts})
        yield f"{layer}.norm1", found["norm1"]
        yield f"{layer}.norm2", found["norm2"]
        if shape.biased:
            yield f"{layer}.qkv.bias", np.concatenate([found[f"{part}.bias"] for part in "qkv"])
        left, right = np.split(found["down"], 2, axis=1)
        for name, matrix in (
            ("qkv", np.concatenate([found[part] for part in "qkv"])),
            ("o", found["o"]),
            ("gate_up", np.concatenate([found["gate"], found["up"]])),
            ("down.0", left),
            ("down.1", right),
        ):
            whole, scale = _eight_bit(matrix)
            yield f"{layer}.{name}", whole.T
            yield f"{layer}.{name}.scale", scale[:, 0]
        if watching:
            watching(layer + 1, shape.layers)


def _embedding(gguf: GgufFile, shape: LanguageShape) -> Iterator[tuple[str, NDArray[Any]]]:
    blocks = shape.width // EMBEDDING_BLOCK
    whole = np.empty((shape.vocabulary, blocks, EMBEDDING_BLOCK), np.uint8)
    scale = np.empty((shape.vocabulary, blocks), np.float32)
    for rows, numbers in _some_rows(gguf, "token_embd.weight", shape):
        eight, step = _eight_bit(numbers.reshape(len(numbers), blocks, EMBEDDING_BLOCK))
        whole[rows], scale[rows] = _unsigned(eight), step[..., 0]
    yield "embedding", whole.reshape(shape.vocabulary, -1)
    yield "embedding.scale", scale


def _head(gguf: GgufFile, shape: LanguageShape) -> Iterator[tuple[str, NDArray[Any]]]:
    name = "output.weight" if gguf.holds("output.weight") else "token_embd.weight"
    whole = np.empty((shape.width, shape.vocabulary), np.int8)
    scale = np.empty(shape.vocabulary, np.float32)
    for rows, numbers in _some_rows(gguf, name, shape):
        eight, step = _eight_bit(numbers)
        whole[:, rows], scale[rows] = eight.T, step[:, 0]
    yield "head", whole
    yield "head.scale", scale


def _some_rows(gguf: GgufFile, name: str, shape: LanguageShape) -> Iterator[tuple[slice, Floats]]:
    for first in range(0, shape.vocabulary, _ROWS):
        last = min(first + _ROWS, shape.vocabulary)
        yield slice(first, last), gguf.rows(name, first, last)


def _eight_bit(weights: Floats) -> tuple[NDArray[np.int8], Floats]:
    scale = np.abs(weights).max(axis=-1, keepdims=True) / np.float32(127)
    scale[scale == 0] = 1
    return np.rint(weights / scale).astype(np.int8), scale


def _unsigned(whole: NDArray[Any]) -> NDArray[np.uint8]:
    """The same numbers counted from 128."""
    return (whole + np.int16(128)).astype(np.uint8)
