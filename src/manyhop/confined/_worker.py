"""Our side of a worker: ask, read the results, and end it where it takes too long."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec

from manyhop.confined._protocol import END, FAULT, ITEM, NO_MEMORY, Request, receive, send
from manyhop.errors import ManyhopError

_PROGRAM = """
import sys
sys.path[:] = sys.argv[1:]
from manyhop.confined._child import serve
serve()
"""
_START = 60  # seconds for which a worker may take to come up
_SHARE = 3  # of what a call may take, the part that a worker may hold already
_LOOK = 0.25  # seconds between two looks at the clock
_PIPE = 1 << 20  # bytes that a worker may be ahead of us
# Each thread of a library for matrices takes 40 MB that count as used: on 16 cores, all there is.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0


class GaveUp(Exception):  # noqa: N818 (what happened, not an error of ours)
    """A worker that was ended, or ended itself; says why, as in "took over 10 seconds"."""


class TookTooLong(GaveUp):
    """It would take as long in any other worker."""


class Limits(msgspec.Struct, frozen=True):
    """What one call may cost: seconds of the processor, and megabytes of memory.

    What earlier calls left in the worker is not counted. A call that does nothing is waited for
    twice that time and ``patience``: a busy machine makes honest work look idle.
    Example: ``Limits(seconds=10, megabytes=640)``
    """

    seconds: int
    megabytes: int
    patience: int = 60


class Worker:
    """A process that runs one function after the other for us."""

    def __init__(self) -> None:
        self._scratch = mkdtemp(prefix="manyhop-")  # what it leaves when it is ended goes with us
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _PROGRAM, *sys.path],
            bufsize=1 << 16,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_ONE_THREAD, "TMPDIR": self._scratch},
            start_new_session=True,  # an interrupt from the terminal is for us to handle
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin, self._process.stdout
        _widen(self._answers.fileno())
        self._idle, self._ready, self._overdue = True, False, False
        self.has_served, self._held = False, 0
        self._waiting_until = float("inf")
        threading.Thread(target=self._watch, daemon=True).start()

    @property
    def is_fit(self) -> bool:
        """Whether it can be asked again."""
        return self._idle and self._process.poll() is None

    def has_room(self, limits: Limits) -> bool:
        """Whether what earlier calls left in it is little beside what a call may take."""
        return _SHARE * self._held <= limits.megabytes

    def ask(self, target: str, arguments: list[Any], limits: Limits) -> None:
        """Let it begin; ``results`` are what it gives."""
        self._idle = False
        with contextlib.suppress(OSError):  # where it is gone, there will be no answer either
            megabytes = self._held + limits.megabytes
            request = Request(target, arguments, _folder(), limits.seconds, megabytes)
            send(self._requests, ITEM, msgspec.msgpack.encode(request))
            self._requests.flush()

    def results(self, limits: Limits) -> Iterator[bytes]:
        """What the function that was asked for gives; a ``GaveUp`` where the worker was lost.

        Only waiting for the worker counts as time, not what is done between two results.
        """
        self._come_up()
        left = float(2 * limits.seconds + limits.patience)
        while True:
            start = time.monotonic()
            self._waiting_until = start + left
            answer = receive(self._answers)
            self._waiting_until = float("inf")
            left -= time.monotonic() - start
            if answer is None:
                raise self._why_lost(limits)
            kind, content = answer
            if kind == ITEM:
                yield content
                continue
            self._idle = self.has_served = kind != NO_MEMORY
            self._held = self._megabytes()
            if kind == END:
                return
            elif kind == FAULT:
                raise ManyhopError(content.decode())
            else:
                raise GaveUp(f"takes more than {limits.megabytes:,} MB of memory to read")

    def close(self) -> None:
        """End the process and remove what it left on the disk."""
        self._process.kill()
        self._process.wait()
        for stream in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                stream.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def _watch(self) -> None:
        while self._process.poll() is None:
            if time.monotonic() > self._waiting_until:
                self._overdue = True
                self._process.kill()
            time.sleep(_LOOK)

    def _come_up(self) -> None:
        """Wait until it can hear us, which is not counted as time of the first call."""
        if not self._ready:
            self._waiting_until = time.monotonic() + _START
            receive(self._answers)
            self._ready = True

    def _megabytes(self) -> int:
        """What it holds as the system counts it for the limit: also what was freed and kept."""
        try:
            pages = Path(f"/proc/{self._process.pid}/statm").read_bytes().split()[5]
        except (OSError, IndexError):  # a system that does not tell, and has no such limit either
            return 0
        return int(pages) * _PAGE >> 20

    def _why_lost(self, limits: Limits) -> GaveUp:
        self._process.kill()
        status = self._process.wait()
        if self._overdue or -status == getattr(signal, "SIGXCPU", 0):
            return TookTooLong(f"takes more than {limits.seconds:,} seconds to read")
        name = signal.Signals(-status).name if status < 0 else f"exit code {status}"
        return GaveUp(f"makes its reader break down ({name})")


def _folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # it was removed, so no relative path leads anywhere
        return os.sep


def _widen(pipe: int) -> None:
    """Let a pipe hold more, where the system can, so that both sides work at the same time."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)
