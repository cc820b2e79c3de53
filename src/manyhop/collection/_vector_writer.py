"""Writes vectors as new segments, and rewrites old ones so that they stay few and alive."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from math import log
from pathlib import Path

import numpy as np

from manyhop.collection._database import fact
from manyhop.collection._folder import names_in, owns, remove
from manyhop.collection._soundness import note
from manyhop.collection._vectors import Keys, Rows, Segment, quantise, segment_files
from manyhop.models import TextEncoder
from manyhop.sources import Kind

_BATCH = 4096  # texts embedded at a time
_FANOUT = 8  # this many segments of about one size become one
_DEAD = 0.25  # a segment with a larger share of removed sources is rewritten


class VectorWriter:
    """Files are written at ``commit`` and count only once the database lists them.

    Example: ``writer.add(key, "snippet", text); writer.commit(7, database)``
    """

    def __init__(self, folder: Path, within: str, encoder: TextEncoder) -> None:
        self._collection = folder
        self._within = within
        self._folder = folder / within
        self._encoder = encoder
        self.forget()

    def forget(self) -> None:
        """Drop what has not been committed."""
        self._waiting: list[tuple[int, Kind, str]] = []
        self._parts: dict[Kind, list[tuple[Keys, Rows]]] = defaultdict(list)

    def add(self, key: int, kind: Kind, text: str) -> None:
        """Embed a text (in batches) under its key; keys ascend."""
        self._waiting.append((key, kind, text))
        if len(self._waiting) >= _BATCH:
            self._embed()

    def commit(self, epoch: int, database: sqlite3.Connection) -> None:
        """Write new segments, merge old ones, and list the outcome in the open transaction."""
        self._embed()
        for kind, parts in self._parts.items():
            keys = np.concatenate([keys for keys, _ in parts])
            rows = np.concatenate([rows for _, rows in parts])
            self._write(f"{epoch}-{kind}", kind, keys, rows, database)
        self.forget()
        graves = np.array(
            [key for (key,) in database.execute("SELECT key FROM graves WHERE purged")],
            dtype=np.uint64,
        )
        for number, (kind, names) in enumerate(self._to_rewrite(graves, database)):
            self._merge(f"{epoch}-{kind}-merged-{number}", kind, names, graves, database)

    def sweep(self, database: sqlite3.Connection) -> None:
        """Remove the files that no commit lists: merged away, or left by a killed writer."""
        listed = {name for (name,) in database.execute("SELECT name FROM segments")}
        epoch = int(fact(database, "epoch") or 0)
        if self._folder.is_dir():
            names = [
                name
                for name in names_in(self._folder)
                if owns(name, within=self._within)
                and name.split(".")[0] not in listed
                and int(name.split("-")[0]) <= epoch
            ]
            remove(self._collection, self._within, names)

    def _embed(self) -> None:
        if not self._waiting:
            return
        rows = quantise(self._encoder.encode([text for _, _, text in self._waiting]))
        keys = np.array([key for key, _, _ in self._waiting], dtype=np.uint64)
        kinds = np.array([kind for _, kind, _ in self._waiting])
        for kind in dict.fromkeys(kind for _, kind, _ in self._waiting):
            mine = kinds == kind
            self._parts[kind].append((keys[mine], rows[mine]))
        self._waiting = []

    def _write(
        self,
        name: str,
        kind: Kind,
        keys: Keys,
        rows: Rows,
        database: sqlite3.Connection,
    ) -> None:
        if len(keys):
            leading = getattr(self._encoder, "leading", self._encoder.dimension)
            Segment.write(self._folder / name, keys, rows, leading)
            for path in segment_files(self._folder / name):
                note(database, self._collection, f"{self._within}/{path.name}")
            database.execute("INSERT INTO segments VALUES (?, ?, ?)", (name, kind, len(keys)))

    def _to_rewrite(
        self, graves: Keys, database: sqlite3.Connection
    ) -> list[tuple[Kind, list[str]]]:
        tiers: dict[tuple[Kind, int], list[str]] = defaultdict(list)
        for name, kind, size in database.execute("SELECT name, kind, size FROM segments"):
            tiers[kind, int(log(size, _FANOUT))].append(name)
        return list(self._groups(tiers, graves))

    def _groups(
        self, tiers: dict[tuple[Kind, int], list[str]], graves: Keys
    ) -> Iterator[tuple[Kind, list[str]]]:
        for (kind, _), names in tiers.items():
            if len(names) >= _FANOUT:
                yield kind, names
            elif len(graves):
                yield from ((kind, [name]) for name in names if self._is_dead(name, graves))

    def _is_dead(self, name: str, graves: Keys) -> bool:
        keys = Segment(self._folder / name).keys
        return float(np.isin(keys, graves).mean()) > _DEAD

    def _merge(
        self, into: str, kind: Kind, names: list[str], graves: Keys, database: sqlite3.Connection
    ) -> None:
        segments = [Segment(self._folder / name) for name in names]
        keys = np.concatenate([segment.keys for segment in segments])
        rows = np.concatenate([segment.rows() for segment in segments])
        alive = ~np.isin(keys, graves)
        order = np.argsort(keys[alive])
        database.executemany("DELETE FROM segments WHERE name = ?", [(name,) for name in names])
        self._write(into, kind, keys[alive][order], rows[alive][order], database)
        emptied = [(int(key),) for key in keys[~alive]]
        database.executemany("DELETE FROM graves WHERE key = ?", emptied)
