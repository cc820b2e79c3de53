"""The log of what people decided: a line for each, on disk before anything goes on."""

import os
import threading
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from filelock import FileLock

from manyhop.annotation._flow import Values
from manyhop.errors import ManyhopError

FILE = "decisions.jsonl"


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one person said of one item at one stage.

    ``round`` counts how often the item was sent back before. ``final`` decisions settle what
    others disagreed on; ``undoes`` is the number of a decision that this one takes back.
    """

    number: int
    item: str
    stage: str
    who: str
    when: str
    values: Values = {}
    round: int = 0
    final: bool = False
    undoes: int | None = None


class Decisions:
    """The decisions of a folder; only ever added to, by any number of threads and processes.

    A line that a killed process left half written is cut off before the next is added.
    Example: ``Decisions(folder).add(item="q1", stage="decide", who="Ada", values={…})``
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = FileLock(folder / f".{FILE}.lock")
        self._thread = threading.Lock()
        self._known: list[Decision] = []
        self._read_to = 0

    def add(
        self,
        *,
        item: str,
        stage: str,
        who: str,
        values: Values,
        round: int = 0,
        final: bool = False,
        undoes: int | None = None,
    ) -> Decision:
        """Write a decision down; it is on disk when this returns."""
        with self._thread, self._lock:
            self._catch_up()
            decision = Decision(
                number=len(self._known) + 1,
                item=item,
                stage=stage,
                who=who,
                when=datetime.now(UTC).isoformat(timespec="seconds"),
                values=values,
                round=round,
                final=final,
                undoes=undoes,
            )
            line = msgspec.json.encode(decision) + b"\n"
            with self._path.open("ab") as file:
                file.truncate(self._read_to)  # what a killed process left half written
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
            self._known.append(decision)
            self._read_to += len(line)
            return decision

    def all(self) -> list[Decision]:
        """Every decision so far, in order, those taken back and what took them back included."""
        with self._thread:
            self._catch_up()
            return list(self._known)

    def standing(self) -> list[Decision]:
        """Those that nobody took back."""
        every = self.all()
        gone = {each.undoes for each in every if each.undoes is not None}
        return [each for each in every if each.undoes is None and each.number not in gone]

    def _catch_up(self) -> None:
        """Read what other processes have added."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._read_to)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                try:
                    self._known.append(msgspec.json.decode(line, type=Decision))
                except msgspec.DecodeError as error:
                    raise ManyhopError(
                        f"{self._path}, line {len(self._known) + 1}: this is no decision "
                        f"({error}); put the line right or delete it"
                    ) from error
                self._read_to += len(line)
