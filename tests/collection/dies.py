"""Run by the crash tests: indexes, rebuilds or deletes in a fork of itself that dies on the way.

A line of JSON in says what to do, where and when to die; a line out says how it went. Forking
spares loading everything for each of hundreds of deaths.
"""

import json
import os
import signal
import sqlite3
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from manyhop.collection import Collection, _folder, _indexing, index_paths, rebuild
from manyhop.models import StaticEncoder

_UNCOMMITTED_WORDS = "words are committed, all but their list"


def work(order: dict[str, Any]) -> None:
    folder = Path(order["folder"])
    if order["do"] == "rebuild":
        rebuild(folder, StaticEncoder.load())
        return
    with Collection.open(folder, create=True) as collection:
        if order["do"] == "delete":
            collection.delete(order["ids"])
        else:
            _indexing.__dict__["COMMIT_EVERY"] = 3
            index_paths(collection, order["paths"], ocr=False)


class Death:
    """Counts the moments, says what was committed, and dies at the one that was ordered."""

    def __init__(self, order: dict[str, Any], out: int) -> None:
        self._folder = Path(order["folder"])
        self._at, self._named = order.get("moment"), order.get("named")
        self._out = out
        self._words: dict[Path, bytes] = {}
        self.names: list[str] = []

    def __call__(self, moment: str) -> None:
        if moment == "words are committed":
            self._step(_UNCOMMITTED_WORDS)
        else:
            self._words = {}
            for path in self._folder.glob("manyhop-words-*/*"):
                with suppress(FileNotFoundError):  # merged away just now
                    self._words[path] = path.read_bytes()
        if moment == "the database is committed":
            self.say(committed=state(self._folder))
        self._step(moment)

    def _step(self, moment: str) -> None:
        self.names.append(moment)
        if len(self.names) - 1 == self._at or moment == self._named:
            if moment == _UNCOMMITTED_WORDS:
                self._take_back_the_list()
            self.say(moment=moment)
            os.kill(os.getpid(), signal.SIGKILL)

    def _take_back_the_list(self) -> None:
        """As if killed before tantivy's last step, which gives the new list of files its name."""
        for path, content in self._words.items():
            if path.name == "meta.json" or not path.exists():
                path.write_bytes(content)

    def say(self, **what: object) -> None:
        os.write(self._out, json.dumps(what).encode() + b"\n")


def state(folder: Path) -> tuple[int, list[str]]:
    """The number of the last commit, and the ids in it."""
    with sqlite3.connect(f"file:{folder / 'collection.sqlite'}?mode=ro", uri=True) as database:
        (commit,) = database.execute("SELECT value FROM facts WHERE name = 'commit'").fetchone()
        ids = sorted(id for (id,) in database.execute("SELECT id FROM sources"))
    database.close()
    return int(commit), ids


def died(order: dict[str, Any]) -> dict[str, Any]:
    """Carry an order out in a fork; whether it died, at which moment, what it had committed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _folder.on_moment = death = Death(order, write)
        try:
            work(order)
            death.say(moments=death.names)
        except BaseException:
            death.say(error=traceback.format_exc())
        os._exit(0)
    os.close(write)
    if order.get("seconds") is not None:
        time.sleep(order["seconds"])
        os.kill(child, signal.SIGKILL)
    with os.fdopen(read, "rb") as said:
        outcome: dict[str, Any] = {}
        for line in said.read().splitlines():
            outcome |= json.loads(line)
    _, status = os.waitpid(child, 0)
    return outcome | {"died": os.WIFSIGNALED(status)}


def main() -> None:
    StaticEncoder.load()
    for line in sys.stdin:
        print(json.dumps(died(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
