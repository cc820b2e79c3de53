"""Making the word and vector indexes anew from the records, which are the truth."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from manyhop.collection._database import connect, fact, set_fact
from manyhop.collection._gallery import GalleryWriter
from manyhop.collection._vector_writer import VectorWriter
from manyhop.collection._words import WordIndex
from manyhop.collection._writer import EMBEDDED_CHARACTERS, write_lock
from manyhop.models import TextEncoder
from manyhop.sources import Image, source_from_json


def rebuild(
    folder: Path,
    encoder: TextEncoder,
    on_progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Index every stored source again, with this encoder; how many there are.

    The old indexes serve until the new ones are whole. Example: after a weight file changed,
    ``rebuild(Path(".manyhop"), StaticEncoder.load())``
    """
    lock = write_lock(folder)
    try:
        with closing(connect(folder, write=True)) as database:
            return _rebuild(folder, database, encoder, on_progress)
    finally:
        lock.release()


def _rebuild(
    folder: Path,
    database: sqlite3.Connection,
    encoder: TextEncoder,
    on_progress: Callable[[int], None],
) -> int:
    epoch = int(fact(database, "epoch") or 0) + 1
    set_fact(database, "epoch", epoch)
    making = folder / "words.new"
    shutil.rmtree(making, ignore_errors=True)
    words = WordIndex(making).writer()
    vectors = VectorWriter(folder / "vectors", encoder)
    gallery = GalleryWriter(database)
    database.execute("BEGIN IMMEDIATE")
    database.execute("DELETE FROM shown")
    number = 0
    for key, record in database.execute("SELECT key, record FROM sources ORDER BY key"):
        source = source_from_json(record)
        words.add(key, source.kind, source.searchable)
        vectors.add(key, source.kind, source.searchable[:EMBEDDED_CHARACTERS])
        if isinstance(source, Image):
            gallery.add(key, source)
        number += 1
        on_progress(number)
    gallery.flush()
    words.commit()
    words.close()
    database.execute("DELETE FROM segments")
    database.execute("DELETE FROM graves")
    vectors.commit(epoch, database)
    set_fact(database, "commit", epoch)
    set_fact(database, "encoder", encoder.name)
    database.execute("COMMIT")
    shutil.rmtree(folder / "words", ignore_errors=True)
    making.rename(folder / "words")
    vectors.sweep(database)
    return number
