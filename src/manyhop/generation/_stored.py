"""A collection seen as a mapping of ids to sources."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource

_KEPT = 20_000


class StoredSources(Mapping[str, AnySource]):
    """Reads a source when it is asked for, and keeps those asked for last.

    Example: ``StoredSources(Collection.open("bridges"))["3f2a…"].title``
    """

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._get = lru_cache(_KEPT)(collection.get)

    def __getitem__(self, id: str) -> AnySource:
        try:
            return self._get(id)
        except ManyhopError:
            raise KeyError(id) from None

    def __iter__(self) -> Iterator[str]:
        return (source.id for source in self._collection)

    def __len__(self) -> int:
        return len(self._collection)
