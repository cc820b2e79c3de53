"""Making the word and vector indexes anew from the records, which are the truth."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from manyhop.collection._database import connect, fact, index_folders, set_fact
from manyhop.collection._folder import (
    ROWS,
    VECTORS,
    WORDS,
    mark,
    owns,
    reached,
    refuse_links,
    remove_folder,
    remove_if_empty,
)
from manyhop.collection._gallery import GalleryWriter
from manyhop.collection._mishaps import told_by_cause
from manyhop.collection._soundness import Soundness
from manyhop.collection._stored import stored_source
from manyhop.collection._vector_writer import VectorWriter
from manyhop.collection._words import WordIndex, make_word_index
from manyhop.collection._writer import EMBEDDED_CHARACTERS, sweep_word_folders, write_lock
from manyhop.models import TextEncoder
from manyhop.sources import Image


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
        with closing(connect(folder, write=True)) as database, told_by_cause(folder):
            try:
                return _rebuild(folder, database, encoder, on_progress)
            except BaseException:
                _give_up(folder, database, encoder)
                raise
    finally:
        lock.release()


def _give_up(folder: Path, database: sqlite3.Connection, encoder: TextEncoder) -> None:
    """Remove what was made so far: on a full disk the room is needed."""
    if database.in_transaction:
        database.execute("ROLLBACK")
    sweep_word_folders(folder, database)
    VectorWriter(folder, VECTORS, encoder).sweep(database)


def _rebuild(
    folder: Path,
    database: sqlite3.Connection,
    encoder: TextEncoder,
    on_progress: Callable[[int], None],
) -> int:
    """New files beside the old ones; one commit of the database swaps them."""
    old_words, old_vectors = index_folders(database)
    refuse_links(folder, VECTORS)
    sweep_word_folders(folder, database)
    epoch = int(fact(database, "epoch") or 0) + 1
    set_fact(database, "epoch", epoch)
    reached("the epoch is stored")
    name = f"{WORDS}-{epoch}"
    make_word_index(folder / name)
    reached("the new word index is made")
    words = WordIndex(folder / name).writer()
    vectors = VectorWriter(folder, VECTORS, encoder)
    gallery = GalleryWriter(database)
    database.execute("BEGIN IMMEDIATE")
    database.execute("DELETE FROM shown")
    number = 0
    for key, record in database.execute("SELECT key, record FROM sources ORDER BY key"):
        source = stored_source(record)
        words.add(key, source.kind, source.searchable)
        vectors.add(key, source.kind, source.searchable[:EMBEDDED_CHARACTERS])
        if isinstance(source, Image):
            gallery.add(key, source)
        number += 1
        on_progress(number)
    gallery.flush()
    words.commit()
    reached("words are committed")
    words.close()
    for table in ("segments", "graves"):
        database.execute(f"DELETE FROM {table}")
    database.execute("DELETE FROM checks WHERE file NOT LIKE ?", (f"{ROWS}/%",))
    vectors.commit(epoch, database)
    reached("vectors are written")
    facts: dict[str, int | str] = {
        "words": name,
        "vectors": VECTORS,
        "commit": epoch,
        "encoder": encoder.name,
    }
    for fact_name, value in facts.items():
        set_fact(database, fact_name, value)
    database.execute("COMMIT")
    reached("the database is committed")
    mark(folder)
    remove_folder(folder, old_words)
    vectors.sweep(database)
    if old_vectors != VECTORS and owns(old_vectors):
        VectorWriter(folder, old_vectors, encoder).sweep(database)
        remove_if_empty(folder, old_vectors)
    Soundness(folder).store(database)
    return number
