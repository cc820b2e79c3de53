"""The worker's side: take requests, stream results, within the limits of each."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from errno import ENOMEM
from importlib import import_module
from typing import BinaryIO

import msgspec

from manyhop.confined._protocol import (
    END,
    FAULT,
    ITEM,
    LARGEST,
    NO_MEMORY,
    Request,
    receive,
    send,
)
from manyhop.errors import ManyhopError

try:
    import resource
except ImportError:  # Windows has no limits on a process, so there only the deadline holds
    resource = None  # type: ignore[assignment]

_SHORTAGE = re.compile(r"failed to map|cannot allocate|out of memory|bad.?alloc", re.IGNORECASE)
_PATIENCE = 0.05  # seconds for which a result may wait for others to be sent along


def serve() -> None:
    """Answer requests until there are no more; what libraries print goes nowhere."""
    requests, answers = _own(0, "rb"), _own(1, "wb")
    if resource:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    send(answers, END)  # ready
    answers.flush()
    while message := receive(requests):
        request = msgspec.msgpack.decode(message[1], type=Request)
        if not _answer(request, answers):
            return  # with memory short, a fresh process is the better one


def _own(descriptor: int, mode: str) -> BinaryIO:
    """A standard stream for us alone: whoever reads or prints by habit meets the null device."""
    ours = os.dup(descriptor)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return os.fdopen(ours, mode, buffering=1 << 16)  # type: ignore[return-value]


def _answer(request: Request, answers: BinaryIO) -> bool:
    """Stream what the function gives; false where memory ran out."""
    with suppress(OSError):
        os.chdir(request.folder)
    _confine(request.seconds, request.megabytes)
    kind, content = END, b""
    try:
        _stream(_function(request.target)(*request.arguments), answers)
    except (ManyhopError, MemoryError) as error:
        kind, content = FAULT, str(error).encode("utf-8", "replace")
        if _is_shortage(error):
            kind, content = NO_MEMORY, b""
            _confine(request.seconds, 0)
    send(answers, kind, content)
    answers.flush()
    return kind != NO_MEMORY


def _is_shortage(error: BaseException | None) -> bool:
    """Whether memory ran out, as Python, the system or some library put it."""
    while error:
        if isinstance(error, MemoryError) or getattr(error, "errno", 0) == ENOMEM:
            return True
        if _SHORTAGE.search(str(error)):
            return True
        error = error.__cause__ or error.__context__
    return False


def _stream(results: Iterator[bytes], answers: BinaryIO) -> None:
    flushed = time.monotonic()
    for result in results:
        if len(result) > LARGEST:
            raise ManyhopError(f"one source in it takes over {LARGEST >> 20} MB; divide it")
        send(answers, ITEM, result)
        if time.monotonic() - flushed > _PATIENCE:
            answers.flush()
            flushed = time.monotonic()


def _function(target: str) -> Callable[..., Iterator[bytes]]:
    module, _, name = target.partition(":")
    function: Callable[..., Iterator[bytes]] = getattr(import_module(module), name)
    return function


def _confine(seconds: int, megabytes: int) -> None:
    """So much more time of the processor, and so much memory in all (0: any amount)."""
    if not resource:
        return
    _soften(resource.RLIMIT_CPU, int(time.process_time()) + 1 + seconds)
    _soften(resource.RLIMIT_DATA, megabytes << 20 or resource.RLIM_INFINITY)


def _soften(limit: int, value: int) -> None:
    _, hardest = resource.getrlimit(limit)
    if hardest != resource.RLIM_INFINITY and (value > hardest or value < 0):
        value = hardest
    with suppress(ValueError, OSError):
        resource.setrlimit(limit, (value, hardest))


if __name__ == "__main__":
    sys.exit(serve())  # type: ignore[func-returns-value]
