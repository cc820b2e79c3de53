"""The things that a question names or that answer it, as MultiModalQA's WikiEntities."""

from collections.abc import Iterable, Mapping
from typing import Any

from manyhop.generation.linking import key_of
from manyhop.sources import AnySource, Image, Snippet, Table


class Entities:
    """Looks up things by their key, in the cells of a table and in titles.

    Example: ``Entities(sources).of(["humber bridge"], "t1", ["3f2a…"])[0]`` →
    ``{"text": "Humber", "wiki_title": "Humber Bridge", "url": "…", "table_cells": [[0, 1]]}``
    """

    def __init__(self, sources: Mapping[str, AnySource]) -> None:
        self._sources = sources
        self._by_table: tuple[str, dict[str, dict[str, Any]]] = ("", {})

    def of(self, keys: Iterable[str], table: str, others: Iterable[str]) -> list[dict[str, Any]]:
        """An object for each key; where nothing tells more of it, the key itself is its name.

        A key that begins with "=" is a name that no page is about.
        """
        in_table = self._in_table(table)
        titled: dict[str, dict[str, Any]] | None = None
        found = []
        for key in dict.fromkeys(key.removeprefix("=") for key in keys):
            entity = in_table.get(key)
            if entity is None:
                titled = self._titled(others) if titled is None else titled
                entity = titled.get(key, {"text": key, "wiki_title": key, "url": ""})
            found.append(entity)
        return found

    def _in_table(self, id: str) -> dict[str, dict[str, Any]]:
        """The last table's things are kept: its questions come one after another."""
        if self._by_table[0] != id:
            source = self._sources.get(id)
            self._by_table = (id, _in_cells(source) if isinstance(source, Table) else {})
        return self._by_table[1]

    def _titled(self, ids: Iterable[str]) -> dict[str, dict[str, Any]]:
        sources = (self._sources.get(id) for id in ids)
        return {
            key_of(source.title): {
                "text": source.title,
                "wiki_title": source.title,
                "url": source.origin,
            }
            for source in sources
            if isinstance(source, Snippet | Image)
        }


def _in_cells(table: Table) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for row, cells in enumerate(table.rows):
        for column, cell in enumerate(cells):
            names = [(link.text, link.title, link.url) for link in cell.links]
            for text, title, url in names or [(cell.text, cell.text, "")]:
                entity = found.setdefault(
                    key_of(title or text),
                    {"text": text, "wiki_title": title or text, "url": url, "table_cells": []},
                )
                entity["table_cells"].append([row, column])
    return found
