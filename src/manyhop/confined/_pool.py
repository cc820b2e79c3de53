"""Workers that wait for the next call, so that most calls find one that is warm."""

import atexit
import os
from typing import Any, Self

from manyhop.confined._worker import Limits, Worker

_MOST_IDLE = 3  # while one file is taken in, the next is read, and a picture looked at

_idle: list[Worker] = []
_of_parent: list[Worker] = []


class Call:
    """What a worker gives, result by result; it has begun already. ``close`` gives it up."""

    def __init__(self, worker: Worker, limits: Limits) -> None:
        self._worker: Worker | None = worker
        self._results = worker.results(limits)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._results)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the worker wait for others, or end it where it is not done."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if worker.is_fit and len(_idle) < _MOST_IDLE:
            _idle.append(worker)
        else:
            worker.close()

    def __del__(self) -> None:
        self.close()


def confined(target: str, *arguments: Any, limits: Limits) -> Call:
    """Run a function that yields bytes, named by module and name, in a worker.

    It begins at once, so that it works while something else is done. What it raises as
    ``ManyhopError`` is raised by the results; a ``GaveUp`` says that the worker broke down or went
    beyond its limits. Arguments are what MessagePack knows.
    Example: ``list(confined("package.module:function", b"data", limits=Limits(10, 640)))``
    """
    worker = _worker()
    worker.ask(target, list(arguments), limits)
    return Call(worker, limits)


def _worker() -> Worker:
    while _idle:
        worker = _idle.pop()
        if worker.is_fit:
            return worker
        worker.close()
    return Worker()


def close_workers() -> None:
    """End the workers that wait; the next call starts a new one."""
    while _idle:
        _idle.pop().close()


def _leave_to_parent() -> None:
    """In a copy of this process: its parent's workers are not ours to speak to, or to end."""
    _of_parent.extend(_idle)
    _idle.clear()


atexit.register(close_workers)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
