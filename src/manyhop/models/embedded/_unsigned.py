"""Eight-bit weights that count from 128, for processors on which signed ones overflow.

Processors with eight-bit dot products take signed weights. Others add two products in sixteen bits,
which overflow unless both sides are unsigned. ONNX Runtime can turn weights over by itself, but
takes longer for that than for a question.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

# The numbers of fields in ONNX's messages: of a model, a graph, a node and an array
_GRAPH = 7
_NODE, _ARRAY = 1, 5
_INPUT, _OPERATION = 1, 4
_KIND, _NAME, _BYTES = 2, 8, 9

_SIGNED, _UNSIGNED = 3, 2  # kinds of eight-bit numbers
_PRODUCT, _INPUTS = b"MatMulIntegerToFloat", 5  # without the weights' zero point
_MIDDLE = b"manyhop.middle"


class _Field(NamedTuple):
    number: int
    key: int
    start: int
    end: int


def unsigned(model: bytes) -> bytes:
    """The same network with signed eight-bit weights turned unsigned, and a zero point of 128.

    Example: ``InferenceSession(unsigned(path.read_bytes()))``
    """
    return b"".join(
        _written(_GRAPH, _graph(model, field)) if field.number == _GRAPH else _whole(model, field)
        for field in _fields(model, 0, len(model))
    )


def _graph(model: bytes, graph: _Field) -> bytes:
    middle = bytes([_KIND << 3, _UNSIGNED]) + _written(_NAME, _MIDDLE) + _written(_BYTES, b"\x80")
    pieces = [_written(_ARRAY, middle)]
    for field in _fields(model, graph.start, graph.end):
        if field.number == _NODE:
            pieces.append(_written(_NODE, _node(model, field)))
        elif field.number == _ARRAY:
            pieces.append(_written(_ARRAY, _array(model, field)))
        else:
            pieces.append(_whole(model, field))
    return b"".join(pieces)


def _node(model: bytes, node: _Field) -> bytes:
    fields = list(_fields(model, node.start, node.end))
    product = any(
        field.number == _OPERATION and model[field.start : field.end] == _PRODUCT
        for field in fields
    )
    lacks = sum(field.number == _INPUT for field in fields) == _INPUTS
    added = _written(_INPUT, _MIDDLE) if product and lacks else b""
    return model[node.start : node.end] + added


def _array(model: bytes, array: _Field) -> bytes:
    turned = bytearray(model[array.start : array.end])
    fields = {field.number: field for field in _fields(model, array.start, array.end)}
    kind = fields[_KIND].start - array.start
    if turned[kind] == _SIGNED:
        turned[kind] = _UNSIGNED
        if content := fields.get(_BYTES):
            size, start = content.end - content.start, content.start - array.start
            np.frombuffer(turned, np.uint8, size, start)[:] ^= 128
    return bytes(turned)


def _whole(model: bytes, field: _Field) -> bytes:
    return model[field.key : field.end]


def _fields(model: bytes, place: int, end: int) -> Iterator[_Field]:
    """Each field of a message: its number, and where it and what it holds begin and end."""
    while place < end:
        before = place
        key, place = _number(model, place)
        match key & 7:
            case 0:
                start = place
                _, place = _number(model, place)
            case 2:
                size, start = _number(model, place)
                place = start + size
            case fixed:
                start, place = place, place + (8 if fixed == 1 else 4)
        yield _Field(key >> 3, before, start, place)


def _number(model: bytes, place: int) -> tuple[int, int]:
    """A number written in groups of seven bits, the lowest first, and where it ends."""
    found = shift = 0
    while True:
        byte = model[place]
        found |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return found, place


def _written(number: int, content: bytes) -> bytes:
    """A field that holds bytes."""
    size, groups = len(content), bytearray([number << 3 | 2])
    while size > 127:
        groups.append(size & 127 | 128)
        size >>= 7
    return bytes(groups) + bytes([size]) + content
