"""Running what may abort, hang or swallow memory in a process that can be lost."""

from manyhop.confined._pool import close_workers, confined
from manyhop.confined._worker import GaveUp, Limits

__all__ = ["GaveUp", "Limits", "close_workers", "confined"]
