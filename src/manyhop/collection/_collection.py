"""A folder of sources that can be searched."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from manyhop.collection._database import FILE, connect, create, fact
from manyhop.collection._folder import claim, size_on_disk
from manyhop.collection._gallery import Gallery, named_pictures, read_sight
from manyhop.collection._mishaps import told_by_cause
from manyhop.collection._pictures import PictureRecord, stored_picture
from manyhop.collection._reader import Reader, keys_of, records
from manyhop.collection._row_files import look_for_rows
from manyhop.collection._search import Hit, Mode, Query, search
from manyhop.collection._stored import stored_source
from manyhop.collection._writer import Writer, write_lock
from manyhop.errors import ManyhopError
from manyhop.models import Reranker, Sight, StaticEncoder, TextEncoder
from manyhop.sources import (
    KINDS,
    AnySource,
    Image,
    Kind,
    Table,
    all_rows,
    content_id,
    kind_named,
)

DEFAULT_FOLDER = Path(".manyhop")
COMMIT_EVERY = 250_000


class Info(msgspec.Struct, frozen=True):
    """A collection in figures; ``sources`` by kind, ``bytes`` on disk."""

    folder: str
    sources: dict[Kind, int]
    files: int
    bytes: int
    encoder: str


class Collection:
    """Sources with their indexes; one writer and any number of readers at the same time.

    Example::

        with Collection.open("notes", create=True) as collection:
            collection.add([Snippet(title="Humber Bridge", text="It opened in 1981.")])
            print(collection.search("When did the Humber Bridge open?", k=1)[0].source.text)
    """

    def __init__(self, folder: Path, encoder: TextEncoder) -> None:
        self.folder = folder
        self._encoder = encoder
        look_for_rows(folder)
        self._reader = Reader(folder)
        with self._reader.snapshot() as database:
            name = fact(database, "encoder")
        if name != encoder.name:
            raise ManyhopError(
                f"the vectors in {folder} are from {name}, not {encoder.name}; open it with that "
                "encoder, or make them anew with: manyhop rebuild"
            )

    @classmethod
    def open(
        cls,
        path: str | Path = DEFAULT_FOLDER,
        *,
        create: bool = False,
        encoder: TextEncoder | None = None,
    ) -> Self:
        """Open the collection in a folder; with ``create``, make it if there is none."""
        folder = Path(path)
        encoder = encoder or StaticEncoder.load()
        if create and not os.path.lexists(folder / FILE):
            _create(folder, encoder.name)
        return cls(folder, encoder)

    def search(
        self,
        question: str,
        k: int = 10,
        *,
        modality: str | Sequence[str] | None = None,
        mode: Mode = "hybrid",
        within: Iterable[str] | None = None,
        rerank: Reranker | None = None,
        explain: bool = False,
    ) -> list[Hit]:
        """The ``k`` best sources for a question, best first.

        ``within`` restricts the search to given ids; ``rerank`` reorders the top results.
        """
        named = [modality] if isinstance(modality, str) else modality or ()
        kinds = tuple(kind_named(word) for word in named)
        if k < 1:
            raise ManyhopError(f"k is {k}; ask for at least one hit")
        among = None if within is None else tuple(within)
        query = Query(question, k, mode, kinds, among, explain)
        needs = {"words": mode != "meaning" or explain, "vectors": mode != "words"}
        with self._reader.snapshot(**needs) as database:
            return search(self._reader, database, self._encoder, rerank, query)

    def get(self, id: str) -> AnySource:
        """The source with an id."""
        with self._reader.snapshot() as database:
            found = records(database, keys_of(database, [id]))
        for source in found.values():
            return source
        raise ManyhopError(f"there is no source {id!r} in {self.folder}; manyhop list shows all")

    def __contains__(self, id: str) -> bool:
        with self._reader.snapshot() as database:
            return bool(keys_of(database, [id]))

    def __len__(self) -> int:
        return sum(self.counts().values())

    def __iter__(self) -> Iterator[AnySource]:
        return self.sources()

    def counts(self) -> dict[Kind, int]:
        """How many sources there are of each kind."""
        with self._reader.snapshot() as database:
            found = dict(database.execute("SELECT kind, number FROM kinds"))
        return {kind: found.get(kind, 0) for kind in KINDS}

    def info(self) -> Info:
        """What the collection holds and how large it is."""
        with self._reader.snapshot() as database:
            (files,) = database.execute("SELECT COUNT(*) FROM files WHERE size >= 0").fetchone()
        size = size_on_disk(self.folder)
        return Info(str(self.folder), self.counts(), files, size, self._encoder.name)

    def sources(
        self, modality: str | None = None, start: int = 0, count: int = -1
    ) -> Iterator[AnySource]:
        """All sources, or those of one kind, in the order they came in; as of one commit.

        ``start`` and ``count`` cut a page out of them.
        """
        kind = kind_named(modality) if modality else None
        query = (
            "SELECT record FROM sources WHERE ?1 IS NULL OR kind = ?1 ORDER BY key "
            "LIMIT ?2 OFFSET ?3"
        )
        with (
            closing(connect(self.folder)) as database,  # its own, for as long as one iterates
            told_by_cause(self.folder, (sqlite3.Error,)),
        ):
            for (record,) in database.execute(query, (kind, count, start)):
                yield stored_source(record)

    def file_of(self, id: str) -> Path | None:
        """The file that a source was read from, where it still is one."""
        query = (
            "SELECT path FROM holders JOIN files USING (file) WHERE id = ? ORDER BY file LIMIT 1"
        )
        with self._reader.snapshot() as database:
            row = database.execute(query, (id,)).fetchone()
        return Path(row[0]) if row and Path(row[0]).is_file() else None

    def picture(self, id: str) -> PictureRecord | None:
        """What was derived from an image's pixels: size, colours, the text in it."""
        source = self.get(id)
        if not isinstance(source, Image) or not (source.path or source.data):
            return None
        with self._reader.snapshot() as database:
            return stored_picture(database, content_id(source.pixels()))

    def gallery(self) -> Gallery:
        """All pictures with a glance of each, to be compared with a text; kept until a commit."""
        with self._reader.snapshot() as database:
            return self._reader.gallery(database)

    def sight(self, id: str) -> Sight | None:
        """What was seen in a picture when it was indexed; None where there were no pixels."""
        with self._reader.snapshot() as database:
            return read_sight(database, id)

    def named(self, name: str) -> list[Image]:
        """The pictures whose file is called so, with or without its ending, or has that number.

        Example: ``collection.named("IMG_0142.jpg")``, or ``collection.named("142")``
        """
        with self._reader.snapshot() as database:
            return named_pictures(database, name)

    def writer(self) -> Writer:
        """The one writer; a ``ManyhopError`` while another process has it."""
        return Writer(self.folder, self._encoder)

    def add(self, sources: Iterable[AnySource]) -> int:
        """Add or replace sources, committing now and then; how many are new or changed."""
        changed = 0
        with self.writer() as writer:
            for number, source in enumerate(sources, start=1):
                changed += writer.put(source) != "unchanged"
                if number % COMMIT_EVERY == 0:
                    writer.commit()
            writer.commit()
        return changed

    def delete(self, ids: Iterable[str]) -> int:
        """Remove sources in one commit; how many there were."""
        with self.writer() as writer:
            removed = sum(writer.remove(id) for id in ids)
            writer.commit()
        return removed

    def export(self, path: str | Path) -> int:
        """Write all sources as JSON Lines, whole or not at all; how many."""
        target = Path(path)
        making = target.with_name(f"{target.name}.{os.getpid()}.part")
        number = 0
        try:
            with making.open("xb") as file:
                for source in self.sources():
                    file.writelines(_json_pieces(source))
                    number += 1
            making.replace(target)
        except FileExistsError:
            raise
        except BaseException:
            making.unlink(missing_ok=True)
            raise
        return number

    def close(self) -> None:
        """Let go of the files."""
        self._reader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _create(folder: Path, encoder: str) -> None:
    with told_by_cause(folder):
        claim(folder)
        lock = write_lock(folder)
        try:
            if not (folder / FILE).exists():  # or another process has made it meanwhile
                create(folder, encoder)
        finally:
            lock.release()


def _json_pieces(source: AnySource) -> Iterator[bytes]:
    """A line of JSON; a long table's rows are written out without holding them all."""
    if not (isinstance(source, Table) and source.whole):
        yield source.to_json() + b"\n"
        return
    before, name, after = (
        source.with_changes(rows=(), whole=None).to_json().rpartition(b'"rows":[]')
    )
    yield before + name.removesuffix(b"]")
    for number, row in enumerate(all_rows(source)):
        yield b"," * bool(number) + msgspec.json.encode([{"text": text} for text in row])
    yield b"]" + after + b"\n"
