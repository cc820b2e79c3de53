"""Run by the crash tests: indexes, rebuilds or deletes in a fork of itself that dies on the way.

A line of JSON in says what to do, where and when to die: at which moment of ours, before which
rename of any library, or after how many seconds. A line out says how it went. Forking spares
loading everything for each of hundreds of deaths.
"""

import json
import os
import signal
import socket
import sqlite3
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from tests.collection.renames import answer_renames, watch_renames

from manyhop.collection import Collection, _folder, _indexing, index_paths, rebuild
from manyhop.models import StaticEncoder


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
        self.names: list[str] = []

    def __call__(self, moment: str) -> None:
        if moment == "the database is committed":
            self.say(committed=state(self._folder))
        self.names.append(moment)
        if len(self.names) - 1 == self._at or moment == self._named:
            self.say(moment=moment)
            os.kill(os.getpid(), signal.SIGKILL)

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
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        os.close(read)
        if "rename" in order:
            watch_renames(theirs)
        _folder.on_moment = death = Death(order, write)
        try:
            work(order)
            death.say(moments=death.names)
        except BaseException:
            death.say(error=traceback.format_exc())
        os._exit(0)
    os.close(write)
    theirs.close()
    renames: list[str] = []
    if "rename" in order:

        def may(name: str) -> bool:
            renames.append(Path(name).name)
            if len(renames) <= order["rename"]:
                return True
            os.kill(child, signal.SIGKILL)
            return False

        answer_renames(ours, may)
    ours.close()
    if order.get("seconds") is not None:
        time.sleep(order["seconds"])
        os.kill(child, signal.SIGKILL)
    with os.fdopen(read, "rb") as said:
        outcome: dict[str, Any] = {}
        for line in said.read().splitlines():
            outcome |= json.loads(line)
    _, status = os.waitpid(child, 0)
    return outcome | {"died": os.WIFSIGNALED(status), "renames": renames}


def main() -> None:
    StaticEncoder.load()
    for line in sys.stdin:
        print(json.dumps(died(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
