"""What a question is asked of: a collection, some files, or a single picture."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from manyhop.cli._console import err, open_collection
from manyhop.collection import Collection, index_paths
from manyhop.errors import ManyhopError
from manyhop.models import examine_text, ocr_available
from manyhop.sources import AnySource, Image
from manyhop.sources.reading import read_file


class AskedOf(msgspec.Struct, frozen=True):
    """The sources that may answer: a collection or a picture."""

    collection: Collection | None = None
    image: Image | None = None

    def get(self, id: str) -> AnySource:
        """The source behind a citation."""
        if self.image and self.image.id == id:
            return self.image
        if self.collection is None:
            raise ManyhopError(f"there is no source {id!r} but the picture")
        return self.collection.get(id)


@contextmanager
def asked_of(
    folder: Path, files: Sequence[Path], picture: Path | None, *, ocr: bool = True
) -> Iterator[AskedOf]:
    """Open what was named: a picture goes before files, and these before the collection.

    Example: ``with asked_of(DEFAULT_FOLDER, [Path("notes.md")], None) as sources: …``
    """
    if picture:
        yield AskedOf(None, _image(picture, ocr))
    elif files:
        with (
            tempfile.TemporaryDirectory(prefix="manyhop-") as scratch,
            Collection.open(scratch, create=True) as collection,
        ):
            _take_in(collection, files, ocr)
            yield AskedOf(collection)
    else:
        with open_collection(folder) as collection:
            yield AskedOf(collection)


def _take_in(collection: Collection, files: Sequence[Path], ocr: bool) -> None:
    report = index_paths(collection, files, ocr=ocr)
    for skipped in report.skipped:
        err.print(f"Skipped {skipped.where}: {skipped.reason}")
    if not len(collection):
        named = ", ".join(map(str, files))
        raise ManyhopError(f"there is nothing to answer from in {named}; name other files")


def _image(path: Path, ocr: bool) -> Image:
    if not path.is_file():
        raise ManyhopError(f"{path} is no file; name a picture")
    for source in read_file(path, path.name):
        if isinstance(source, Image):
            written = examine_text(source.pixels()) if ocr and ocr_available() else ""
            return source.with_changes(text=written)
    raise ManyhopError(f"{path} is no picture; name a PNG, JPEG, WebP or GIF file")
