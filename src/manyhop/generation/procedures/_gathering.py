"""Procedures, and the pictures that they name, from a collection or from files."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, Procedure
from manyhop.sources.reading import Reach, Skipped, read_file, walk

_COLLECTION_MARK = "collection.sqlite"


class Gathered(msgspec.Struct, frozen=True):
    """Procedures in the order they came, pictures by id and by file name, and what was skipped."""

    procedures: list[Procedure]
    images: dict[str, Image]
    skipped: list[Skipped]


def gather_procedures(paths: Sequence[Path]) -> Gathered:
    """Everything under ``paths`` that questions about procedures need; each is a collection's
    folder, another folder, or a file.

    Example: ``gather_procedures([Path("recipes.jsonl.gz")]).procedures``
    """
    found = Gathered([], {}, [])
    files: list[Path] = []
    for path in paths:
        if (path / _COLLECTION_MARK).exists():
            with Collection.open(path) as collection:
                _take(found, collection.sources("procedure"))
                _take(found, collection.sources("image"))
        else:
            files.append(path)
    reach = Reach.within(files)
    for entry in walk(files, reach=reach) if files else ():
        if isinstance(entry, Skipped):
            found.skipped.append(entry)
            continue
        try:
            _take(found, read_file(Path(entry.path), entry.origin, reach=reach))
        except ManyhopError as error:
            found.skipped.append(Skipped(entry.origin, str(error)))
    return found


def _take(found: Gathered, sources: Iterable[AnySource | Skipped]) -> None:
    for source in sources:
        if isinstance(source, Procedure):
            found.procedures.append(source)
        elif isinstance(source, Image):
            for name in _names(source):
                found.images.setdefault(name, source)
        elif isinstance(source, Skipped):
            found.skipped.append(source)


def _names(image: Image) -> Iterator[str]:
    yield image.id
    if image.path:
        yield Path(image.path).name
