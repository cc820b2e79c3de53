"""Workers that wait for the next call, so that most calls find one that is warm."""

import atexit
import os
from collections.abc import Generator
from typing import Any

from manyhop.confined._worker import Limits, Worker

_MOST_IDLE = 2

_idle: list[Worker] = []
_of_parent: list[Worker] = []


def confined(target: str, *arguments: Any, limits: Limits) -> Generator[bytes]:
    """Run a function that yields bytes, named by module and name, in a worker.

    What it raises as ``ManyhopError`` is raised here; a ``GaveUp`` says that the worker broke down
    or went beyond its limits. Arguments are what MessagePack knows.
    Example: ``list(confined("package.module:function", b"data", limits=Limits(10, 640)))``
    """
    worker = _worker()
    try:
        yield from worker.run(target, list(arguments), limits)
    finally:
        if worker.is_fit and len(_idle) < _MOST_IDLE:
            _idle.append(worker)
        else:
            worker.close()


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
