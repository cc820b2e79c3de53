"""What goes over the two pipes between us and a worker."""

import struct
from typing import IO, Any

import msgspec

ITEM, END, FAULT, NO_MEMORY = range(4)
"""Kinds of answer: a result, the last of them, a message for the user, and a lack of memory."""

LARGEST = 1 << 28  # bytes of one result

_HEAD = struct.Struct("<BQ")


class Request(msgspec.Struct, frozen=True):
    """A function by its module and name, what to call it with, and what that may cost.

    ``folder`` is where relative paths begin: a worker outlives a change of the working folder.
    """

    target: str
    arguments: list[Any]
    folder: str
    seconds: int
    megabytes: int


def send(stream: IO[bytes], kind: int, content: bytes = b"") -> None:
    """Write one message; the caller flushes."""
    stream.write(_HEAD.pack(kind, len(content)))
    stream.write(content)


def receive(stream: IO[bytes]) -> tuple[int, bytes] | None:
    """The next message; nothing where the other side has ended."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, size = _HEAD.unpack(head)
    content = stream.read(size) if size <= LARGEST else b""
    return (kind, content) if len(content) == size else None
