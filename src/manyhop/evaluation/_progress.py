"""How far a run has come."""

from collections.abc import Callable

import msgspec

from manyhop.errors import ManyhopError
from manyhop.evaluation._samples import Sample

_HOPELESS = 5  # failures, and nothing else, after which a run is not worth going on with


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a run after a question.

    ``done`` of ``total`` questions have a sample, ``resumed`` of them from before; ``errors`` of
    them failed; ``scores`` are the means so far.
    """

    done: int
    total: int
    resumed: int
    errors: int
    scores: dict[str, float]


class Tally:
    """Keeps the running means and tells them on."""

    def __init__(self, total: int, tell: Callable[[Progress], None] | None = None) -> None:
        self._total, self._tell = total, tell
        self._done = self._resumed = self._errors = 0
        self._last_error = ""
        self._sums: dict[str, tuple[float, int]] = {}

    def add(self, sample: Sample, *, resumed: bool = False) -> None:
        """Count a sample."""
        self._done += 1
        self._resumed += resumed
        self._errors += bool(sample.error)
        self._last_error = sample.error or self._last_error
        for name, value in sample.metrics.items():
            total, n = self._sums.get(name, (0.0, 0))
            self._sums[name] = (total + value, n + 1)
        if self._tell:
            self._tell(
                Progress(
                    done=self._done,
                    total=self._total,
                    resumed=self._resumed,
                    errors=self._errors,
                    scores={name: total / n for name, (total, n) in self._sums.items()},
                )
            )

    def stop_if_hopeless(self) -> None:
        """End a run in which every question failed so far, say because the server is down."""
        if self._errors == self._done >= _HOPELESS:
            raise ManyhopError(
                f"the answerer failed on all of the first {self._done} questions "
                f"({self._last_error}); mend it and go on with --resume"
            )
