"""Indexing, rebuilding and deleting are killed at every step and at random; nothing is lost."""

import json
import random
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.collection.dies import state
from tests.collection.renames import CAN_WATCH
from tests.collection.test_folder import tree

from manyhop.collection import Collection

RIVERS = "Aire Avon Clyde Dee Don Exe Forth Humber Mersey Ouse Severn Tay Tees Thames Tyne Wye"


class Mortal:
    """A process that carries out orders in forks of itself, which die when they are told to."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.collection.dies"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, do: str, folder: Path, **more: object) -> dict[str, Any]:
        assert self._process.stdin
        assert self._process.stdout
        order = {"do": do, "folder": str(folder), **more}
        print(json.dumps(order), file=self._process.stdin, flush=True)
        outcome: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert "error" not in outcome, outcome
        return outcome

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


@pytest.fixture(scope="module")
def mortal() -> Iterator[Mortal]:
    process = Mortal()
    yield process
    process.close()


class Notes:
    """Files that change from time to time, and a collection of them among other folders."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        self._rng = rng
        self._number = 0
        self.docs, self.collection = folder / "docs", folder / "around" / "c"
        self.around = folder / "around"
        self.docs.mkdir()
        for name in ("vectors", "words", "manyhop-words-1"):
            (self.around / name).mkdir(parents=True)
            (self.around / name / "1-snippet.keys.npy").write_text("not yours")
        self.change(9)

    def change(self, number: int) -> None:
        """Write some files anew, each with a word that no other ever has."""
        for _ in range(number):
            self._number += 1
            rivers = " ".join(self._rng.sample(RIVERS.split(), 5))
            path = self.docs / f"{self._rng.randrange(16)}.txt"
            path.write_text(f"word{self._number} tells of {rivers}.")

    def foreign(self) -> dict[str, str]:
        """What is around the collection or was put into it by others."""
        found = tree(self.around)
        ours = ("c/collection", "c/manyhop", "c/writer.lock")
        return {name: hash for name, hash in found.items() if not name.startswith(ours)}


def renamed(do: str, outcome: dict[str, Any]) -> str:
    """Which rename a process died before; all rows and all words are alike."""
    name = str(outcome["renames"][-1])
    return f"{do}: before the rename to {name[-13:] if name.endswith('.parquet') else name}"


def check(folder: Path, outcome: dict[str, Any], before: tuple[int, list[str]]) -> int:
    """What was committed is there, and all that is there is found; how many sources."""
    commit, ids = state(folder)
    said_commit, said_ids = outcome.get("committed", before)
    assert commit >= said_commit  # it may die between the commit and saying so
    if commit == said_commit:
        assert ids == said_ids
    number = 0
    with Collection.open(folder) as collection:
        for source in collection:
            number += 1
            word = source.passage.split()[0]
            (by_word,) = collection.search(word, 1, mode="words")
            assert by_word.source == source
            by_meaning = collection.search(source.searchable, 3, mode="meaning")
            assert source in [hit.source for hit in by_meaning]
        assert number == len(collection) == len(ids)
    return number


class LongLivedReader(threading.Thread):
    """Searches all the while; every hit must hold the word that was asked for."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        super().__init__(daemon=True)
        self._folder, self._rng = folder, rng
        self.searches = 0
        self.trouble: list[str] = []
        self.done = threading.Event()

    def run(self) -> None:
        with Collection.open(self._folder) as collection:
            while not self.done.wait(0.05):
                river = self._rng.choice(RIVERS.split())
                try:
                    hits = collection.search(river, 5, mode="words")
                    self.trouble += [str(h.source) for h in hits if river not in h.source.passage]
                    collection.search(river, 5, mode=self._rng.choice(["meaning", "hybrid"]))
                except Exception as error:
                    self.trouble.append(repr(error))
                self.searches += 2


def orders(notes: Notes, rng: random.Random, do: str) -> dict[str, Any]:
    """What is needed for an order of a kind."""
    if do == "index":
        notes.change(4)
        return {"paths": [str(notes.docs)]}
    if do == "delete":
        there = state(notes.collection)[1]
        return {"ids": rng.sample(there, min(3, len(there)))}
    return {}


def kill_everywhere(
    mortal: Mortal, notes: Notes, rng: random.Random, do: str, at: str
) -> Counter[str]:
    """Kill at the first moment or rename, then at the second, until the work ends before it."""
    deaths: Counter[str] = Counter()
    for number in range(1000):
        if do == "delete":  # what was removed before leaves the words with the next commit
            mortal("index", notes.collection, **orders(notes, rng, "index"))
            mortal("delete", notes.collection, **orders(notes, rng, "delete"))
        more = orders(notes, rng, do)
        before = state(notes.collection)
        outcome = mortal(do, notes.collection, **{at: number}, **more)
        check(notes.collection, outcome, before)
        if not outcome["died"]:
            break
        deaths[renamed(do, outcome) if at == "rename" else f"{do}: {outcome['moment']}"] += 1
    return deaths


@pytest.mark.parametrize("do", ["rebuild", "index"])
def test_killed_at_every_step(tmp_path: Path, mortal: Mortal, do: str) -> None:
    rng = random.Random(3)
    notes = Notes(tmp_path, rng)
    mortal("index", notes.collection, paths=[str(notes.docs)])
    around = notes.foreign()
    moments = mortal(do, notes.collection, **orders(notes, rng, do))["moments"]
    for named in dict.fromkeys(moments):
        more = orders(notes, rng, do)
        before = state(notes.collection)
        outcome = mortal(do, notes.collection, named=named, **more)
        assert outcome["moment"] == named
        check(notes.collection, outcome, before)
    assert notes.foreign() == around


def test_killed_while_it_is_made(tmp_path: Path, mortal: Mortal) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("word1 tells of the Tay.")
    paths = [str(tmp_path / "docs")]
    moments = mortal("index", tmp_path / "whole", paths=paths)["moments"]
    for number, moment in enumerate(dict.fromkeys(moments)):
        folder = tmp_path / str(number)
        assert mortal("index", folder, paths=paths, named=moment)["moment"] == moment
        assert not mortal("index", folder, paths=paths)["died"]
        assert Collection.open(folder).search("word1")
    assert {"the marker is written", "the database is made"} <= set(moments)


@pytest.mark.skipif(not CAN_WATCH, reason="needs a kernel that says when a file is renamed")
@pytest.mark.parametrize("do", ["rebuild", "delete"])
def test_killed_before_every_rename(tmp_path: Path, mortal: Mortal, do: str) -> None:
    rng = random.Random(4)
    notes = Notes(tmp_path, rng)
    mortal("index", notes.collection, paths=[str(notes.docs)])
    deaths = kill_everywhere(mortal, notes, rng, do, "rename")
    if not deaths[f"{do}: before the rename to meta.json"]:  # the watcher is late on a busy machine
        deaths += kill_everywhere(mortal, notes, rng, do, "rename")
    assert deaths[f"{do}: before the rename to meta.json"] >= 1


@pytest.mark.extras
@pytest.mark.timeout(1800)
def test_two_hundred_kills(tmp_path: Path, mortal: Mortal, capsys: Any) -> None:
    rng = random.Random(11)
    notes = Notes(tmp_path, rng)
    mortal("index", notes.collection, paths=[str(notes.docs)])
    (notes.collection / "mine.txt").write_text("not yours")
    (notes.collection / "manyhop-vectors" / "mine.svg").write_text("not yours")
    around = notes.foreign()
    readers = [LongLivedReader(notes.collection, random.Random(seed)) for seed in (1, 2)]
    for reader in readers:
        reader.start()
    deaths: Counter[str] = Counter()
    for do in ("index", "rebuild", "delete"):
        for at in ("moment", "rename") if CAN_WATCH else ("moment",):
            deaths += kill_everywhere(mortal, notes, rng, do, at)
    at_moments, moments = deaths.total(), len(deaths)
    while deaths.total() < max(200, at_moments + 40):
        do = rng.choice(["index", "rebuild", "delete"])
        if len(state(notes.collection)[1]) < 6:
            mortal("index", notes.collection, paths=[str(notes.docs)])
        more = orders(notes, rng, do)
        before = state(notes.collection)
        outcome = mortal(do, notes.collection, seconds=rng.uniform(0.0, 0.2), **more)
        check(notes.collection, outcome, before)
        deaths[f"{do}: at random"] += outcome["died"]
    for reader in readers:
        reader.done.set()
        reader.join()
    notes.change(3)
    mortal("index", notes.collection, paths=[str(notes.docs)])
    number = check(notes.collection, {}, state(notes.collection))
    searches = sum(reader.searches for reader in readers)
    with capsys.disabled():
        print(f"\n{deaths.total()} kills, {at_moments} of them at {moments} named moments:")
        for death, times in sorted(deaths.items()):
            print(f"  {times:4} {death}")
        print(f"{number} sources found by words and by meaning; {searches} searches beside it")
    assert [trouble for reader in readers for trouble in reader.trouble] == []
    assert notes.foreign() == around
    assert searches > 100
