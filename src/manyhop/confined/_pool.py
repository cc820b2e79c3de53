"""Workers that wait for the next call, so that most calls find one that is warm."""

import atexit
import os
from typing import Any, Self

from manyhop.confined._worker import GaveUp, Limits, TookTooLong, Worker

_MOST_IDLE = 4  # one file is taken in, the next is read, a picture looked at, and its text read

_idle: list[Worker] = []
_of_parent: list[Worker] = []


class Call:
    """What a worker gives, result by result; it has begun already. ``close`` gives it up.

    A worker that served others before may be lost through them, so the call is made once more in
    a new one; what was given already is not given again.
    """

    def __init__(self, target: str, arguments: list[Any], limits: Limits) -> None:
        self._request = target, arguments, limits
        self._given = 0
        self._begin(_worker(limits))

    def _begin(self, worker: Worker) -> None:
        self._worker: Worker | None = worker
        self._is_worn = worker.has_served
        worker.ask(*self._request)
        self._results = worker.results(self._request[-1])

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        try:
            result = self._next()
        except BaseException:
            self.close()
            raise
        self._given += 1
        return result

    def _next(self) -> bytes:
        try:
            return next(self._results)
        except GaveUp as error:
            if not self._is_worn or isinstance(error, TookTooLong):
                raise
        self.close()
        self._begin(Worker())
        for _ in range(self._given):
            next(self._results)
        return next(self._results)

    def close(self) -> None:
        """Let the worker wait for others, or end it where it is not done."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        if not (worker.is_fit and worker.has_room(self._request[-1])):
            worker.close()
            return
        _idle.append(worker)
        if len(_idle) > _MOST_IDLE:
            _idle.pop(0).close()  # the one that nobody wanted for longest

    def __del__(self) -> None:
        self.close()


def confined(target: str, *arguments: Any, limits: Limits) -> Call:
    """Run a function that yields bytes, named by module and name, in a worker.

    It begins at once, so that it works while something else is done. What it raises as
    ``ManyhopError`` is raised by the results; a ``GaveUp`` says that the worker broke down or went
    beyond its limits. Arguments are what MessagePack knows.
    Example: ``list(confined("package.module:function", b"data", limits=Limits(10, 640)))``
    """
    return Call(target, list(arguments), limits)


def _worker(limits: Limits) -> Worker:
    """The one that was used last and has room, or a new one."""
    for place in reversed(range(len(_idle))):
        if not _idle[place].is_fit:
            _idle.pop(place).close()
        elif _idle[place].has_room(limits):
            return _idle.pop(place)
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
