"""What the networks see in a collection's pictures: looked at once, when they come in.

A sight belongs to pixels and is kept by their hash; ``shown`` says which source shows which pixels
and under which file name. Both are written in the transaction of the sources, so that a killed
writer leaves neither too much nor too little.
"""

import re
import sqlite3
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any, NamedTuple

from numpy.typing import NDArray

from manyhop.collection._stored import stored_source
from manyhop.errors import ManyhopError
from manyhop.models import SIGHT_NAME as NAME
from manyhop.models import Sight, glances, shared_sights
from manyhop.sources import Image, content_id

_TABLES = """
CREATE TABLE IF NOT EXISTS sights (
    content TEXT PRIMARY KEY,
    encoder TEXT NOT NULL,
    sight BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS shown (
    key INTEGER PRIMARY KEY,
    content TEXT NOT NULL,
    name TEXT NOT NULL,
    number INTEGER,
    glance BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS shown_by_name ON shown (name);
CREATE INDEX IF NOT EXISTS shown_by_number ON shown (number);
"""
_AT_ONCE = 32  # pictures looked at together
_FILE_NAME = re.compile(r"[\w-]*[A-Za-z_-][\w-]*\d[\w-]*(?:\.\w+)?")
_NUMBERED = re.compile(
    r"\b(?:picture|photo|photograph|image)s? (?:no\.? |number |#)?(\d+)\b", re.IGNORECASE
)
_NO_PIXELS = ""  # in place of a hash: a picture of which only the words are there


class Gallery(NamedTuple):
    """The pictures of one commit: their ids, and a glance of each (see ``models.glances``)."""

    keys: tuple[int, ...]
    ids: tuple[str, ...]
    glances: NDArray[Any]


class GalleryWriter:
    """Looks at the pictures that are put, some at a time.

    Example: ``gallery.add(key, image)``, and ``gallery.flush()`` before the commit.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._waiting: dict[int, Image] = {}
        database.executescript(_TABLES)

    def add(self, key: int, image: Image) -> None:
        """Note a picture under its source's key."""
        self._waiting[key] = image
        if len(self._waiting) >= _AT_ONCE:
            self.flush()

    def remove(self, key: int) -> None:
        """Forget a source; the sight of its pixels stays, for they may come back."""
        self._waiting.pop(key, None)
        self._database.execute("DELETE FROM shown WHERE key = ?", (key,))

    def forget(self) -> None:
        """Drop what has not been looked at."""
        self._waiting = {}

    def unseen(self) -> list[tuple[int, Image]]:
        """The pictures that came in before there were sights, or were seen by other networks."""
        rows = self._database.execute(
            "SELECT key, record FROM sources LEFT JOIN shown USING (key) "
            "LEFT JOIN sights USING (content) WHERE kind = 'image' "
            "AND (content IS NULL OR content != ? AND encoder IS NOT ?)",
            (_NO_PIXELS, NAME),
        )
        found = [(int(key), stored_source(record)) for key, record in rows]
        return [(key, image) for key, image in found if isinstance(image, Image)]

    def flush(self) -> None:
        """Look at what waits; pixels that are known are not looked at again."""
        waiting, self._waiting = self._waiting, {}
        pixels = {key: pixels_of(image) for key, image in waiting.items()}
        contents = {
            key: content_id(found) if found else _NO_PIXELS for key, found in pixels.items()
        }
        sights = self._known(contents.values())
        fresh = {contents[key]: found for key, found in pixels.items() if found}
        fresh = {content: found for content, found in fresh.items() if content not in sights}
        looked = shared_sights().look(list(fresh.values())) if fresh else []
        for content, sight in zip(fresh, looked, strict=True):
            if sight is not None:
                sights[content] = sight
                self._database.execute(
                    "INSERT OR REPLACE INTO sights VALUES (?, ?, ?)",
                    (content, NAME, sight.to_bytes()),
                )
        for key, image in waiting.items():
            found = sights.get(contents[key])
            if found is not None or not (image.path or image.data):
                name = PurePath(image.path).name.lower()
                row = (key, contents[key], name, _number(name), found.glance if found else b"")
                self._database.execute("INSERT OR REPLACE INTO shown VALUES (?, ?, ?, ?, ?)", row)

    def _known(self, contents: Iterable[str]) -> dict[str, Sight]:
        query = "SELECT sight FROM sights WHERE content = ? AND encoder = ?"
        rows = {content: self._database.execute(query, (content, NAME)) for content in contents}
        found = {content: row.fetchone() for content, row in rows.items()}
        return {content: Sight.from_bytes(row[0]) for content, row in found.items() if row}


def read_gallery(database: sqlite3.Connection) -> Gallery:
    """All pictures with pixels; none in a collection from before they were looked at."""
    if not _has_tables(database):
        return Gallery((), (), glances([]))
    rows = database.execute(
        "SELECT key, id, glance FROM shown JOIN sources USING (key) "
        "WHERE content != ? ORDER BY key",
        (_NO_PIXELS,),
    ).fetchall()
    keys, ids, kept = zip(*rows, strict=True) if rows else ((), (), ())
    return Gallery(keys, ids, glances(kept))


def read_sight(database: sqlite3.Connection, id: str) -> Sight | None:
    """What was seen in the picture with an id."""
    if not _has_tables(database):
        return None
    row = database.execute(
        "SELECT sight FROM sources JOIN shown USING (key) JOIN sights USING (content) "
        "WHERE id = ? AND encoder = ?",
        (id, NAME),
    ).fetchone()
    return Sight.from_bytes(row[0]) if row else None


def named_pictures(database: sqlite3.Connection, name: str) -> list[Image]:
    """The pictures whose file has a name, with or without its ending, or a number."""
    found = [stored_source(record) for _, record in _named(database, name)]
    return [image for image in found if isinstance(image, Image)]


def mentioned(database: sqlite3.Connection, question: str) -> list[int]:
    """The keys of pictures that a question calls by the names or numbers of their files."""
    names = [each.strip(".") for each in _FILE_NAME.findall(question)]
    numbers = _NUMBERED.findall(question)
    return [key for name in (*names, *numbers) for key, _ in _named(database, name)]


def _named(database: sqlite3.Connection, name: str) -> list[tuple[int, bytes]]:
    if not _has_tables(database):
        return []
    asked = name.strip().lower()
    stem = asked.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    number = int(asked) if asked.isdecimal() and len(asked) < 19 else None
    return database.execute(
        "SELECT key, record FROM shown JOIN sources USING (key) "
        "WHERE name = ?1 OR name LIKE ?2 ESCAPE '\\' OR number = ?3 ORDER BY key",
        (asked, f"{stem}.%", number),
    ).fetchall()


def is_named(image: Image, name: str) -> bool:
    """Whether a picture's file has a name, with or without its ending, or a number."""
    asked, file = name.strip().lower(), PurePath(image.path).name.lower()
    number = int(asked) if asked.isdecimal() and len(asked) < 19 else None
    return asked in (file, PurePath(file).stem) or (number is not None and number == _number(file))


def _has_tables(database: sqlite3.Connection) -> bool:
    query = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'shown'"
    return database.execute(query).fetchone() is not None


def pixels_of(image: Image) -> bytes:
    """The encoded picture; nothing where it cannot be had."""
    try:
        return image.pixels() if image.data or image.path else b""
    except (ManyhopError, OSError):
        return b""


def _number(name: str) -> int | None:
    """The last number in a file's name: 142 of "img_0142.jpg"."""
    digits = re.findall(r"\d+", PurePath(name).stem)
    return int(digits[-1]) if digits and len(digits[-1]) < 19 else None
