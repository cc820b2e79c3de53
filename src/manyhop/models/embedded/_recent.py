"""The results worked out last, kept for when they are asked for again, by any thread."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """Keeps the ``most`` values used last.

    Example: ``Recent[int](2).of("a", lambda: 1)`` → 1, and from then on without working it out
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Hashable, work: Callable[[], Value]) -> Value:
        """The kept value, or the one that ``work`` gives; other threads don't wait for it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = work()
        with self._lock:
            self._kept[key] = value
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value

    def of_all(
        self, keys: Sequence[Hashable], work: Callable[[list[int]], Sequence[Value]]
    ) -> list[Value]:
        """The values of several keys; ``work`` gets the places of those that are not kept.

        Example: ``recent.of_all(texts, lambda places: read([texts[place] for place in places]))``
        """
        with self._lock:
            found = {key: self._kept[key] for key in keys if key in self._kept}
        missing = {key: place for place, key in enumerate(keys) if key not in found}
        if missing:
            found |= zip(missing, work(list(missing.values())), strict=True)
        with self._lock:
            for key in keys:
                self._kept[key] = found[key]
                self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return [found[key] for key in keys]
