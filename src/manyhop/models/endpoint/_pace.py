"""How fast requests may follow each other, over all threads."""

import threading
import time
from collections.abc import Callable


class Pace:
    """Hands out starting times: evenly spaced, and none before a pause is over.

    Example: ``Pace(per_minute=120).wait()`` returns at once, the next half a second later.
    """

    def __init__(
        self,
        per_minute: float | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._gap = 60 / per_minute if per_minute else 0.0
        self._sleep = sleep
        self._clock = clock
        self._lock = threading.Lock()
        self._next = clock()

    def wait(self) -> None:
        """Take the next starting time and sleep until then."""
        with self._lock:
            now = self._clock()
            start = max(now, self._next)
            self._next = start + self._gap
        if start > now:
            self._sleep(start - now)

    def pause(self, seconds: float) -> None:
        """Let nobody start for so long: the server asked for it."""
        with self._lock:
            self._next = max(self._next, self._clock() + seconds)
