"""What the tests run in a worker: functions that behave, and functions that do not."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir

from manyhop.errors import ManyhopError


def echo(*parts: bytes) -> Iterator[bytes]:
    """What was given, and the number of the process."""
    yield from parts
    yield str(os.getpid()).encode()


def content(path: str) -> Iterator[bytes]:
    """What a file holds."""
    yield Path(path).read_bytes()


def scratch(note: str) -> Iterator[bytes]:
    """Leave a file where temporary files go, note where, and die."""
    left = Path(gettempdir()) / "left"
    left.write_text("behind")
    Path(note).write_text(str(left))
    os.kill(os.getpid(), signal.SIGKILL)
    yield b""


def complain() -> Iterator[bytes]:
    """Something the user can mend."""
    yield b"before"
    raise ManyhopError("the file is empty; fill it")


def loop() -> Iterator[bytes]:
    """Never end, busily."""
    while True:
        pass
    yield b""


def sleep() -> Iterator[bytes]:
    """Never end, idly."""
    time.sleep(1000)
    yield b""


left: list[bytearray] = []


def leave(megabytes: int) -> Iterator[bytes]:
    """Keep memory for good, as libraries and allocators do; say in which process."""
    left.append(bytearray(megabytes << 20))
    yield str(os.getpid()).encode()


def take(megabytes: int) -> Iterator[bytes]:
    """Use memory for a while; say in which process."""
    yield str(len(bytearray(megabytes << 20)) and os.getpid()).encode()


def fail_where_memory_was_left(how: str) -> Iterator[bytes]:
    """Something, then what a library does that finds too little memory; else all."""
    yield b"begin"
    if left and how == "abort":
        os.abort()
    if left:
        try:
            raise ImportError("_io.abi3.so: failed to map segment from shared object")
        except ImportError as error:
            raise ManyhopError("the file is damaged") from error
    yield b"end"


def threads_for_matrices() -> Iterator[bytes]:
    """How many threads there are once numbers can be computed with."""
    import numpy as np

    yield str(len(list(Path("/proc/self/task").iterdir())) * np.ones(1, int)[0]).encode()


def swell() -> Iterator[bytes]:
    """Take all memory."""
    held = [bytearray(1 << 24) for _ in range(10_000)]
    yield str(len(held)).encode()


def abort() -> Iterator[bytes]:
    """End as a library in C ends that finds a fault in itself."""
    yield b"before"
    os.abort()


def chatter() -> Iterator[bytes]:
    """Print, as some libraries do, and read from the terminal."""
    print("noise", flush=True)
    os.write(1, b"more noise")
    yield os.read(0, 10)
    yield b"clear"


def scratch_and_wait(note: str) -> Iterator[bytes]:
    Path(note).write_text("begun")
    yield b"done"
