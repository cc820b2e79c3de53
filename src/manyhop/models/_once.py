"""A property that is worked out once, however many threads ask for it."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, Self, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class once(Generic[T_co]):  # noqa: N801  (it is used as a decorator)
    """Like ``cached_property``, which may do the work twice where two threads meet.

    Example::

        @once
        def reader(self) -> Reader:
            return Reader.load()
    """

    def __init__(self, work: Callable[[Any], T_co]) -> None:
        self._work = work
        self._lock = RLock()
        self.__doc__ = work.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T_co: ...

    def __get__(self, instance: object | None, owner: type | None = None) -> Self | T_co:
        if instance is None:
            return self
        with self._lock:
            known: dict[str, T_co] = instance.__dict__
            if self._name not in known:
                known[self._name] = self._work(instance)
            return known[self._name]
