"""What decides a run's results, so that one run is never continued as another."""

import hashlib
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import numpy as np

from manyhop._version import __version__
from manyhop.errors import ManyhopError

CONFIGURATION = "run.json"


class DataFile(msgspec.Struct, frozen=True):
    """A file that was read: its name, its size in bytes, and the SHA-256 of its content."""

    name: str
    size: int
    sha256: str


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """What ``run.json`` holds.

    ``questions`` and ``digest`` are how many examples were chosen and a hash of what they say;
    ``notes`` are the benchmark's, since they name what its metrics were computed with; ``paths``
    say where the files lay, for a report to find them, and may change.
    """

    benchmark: str
    answerer: str
    setting: str
    seed: int
    limit: int | None
    where: tuple[str, ...]
    questions: int
    digest: str
    files: tuple[DataFile, ...]
    paths: tuple[str, ...] = ()
    notes: tuple[str, ...]
    versions: dict[str, str]


def data_files(paths: Iterable[Path]) -> tuple[DataFile, ...]:
    """The files, and those directly in the folders, with their hashes."""
    files: list[Path] = []
    for path in paths:
        inside = sorted(path.iterdir()) if path.is_dir() else [path]
        files += [one for one in inside if one.is_file() and not one.name.startswith(".")]
    return tuple(map(_data_file, files))


def _data_file(path: Path) -> DataFile:
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return DataFile(path.name, path.stat().st_size, sha256)


def versions() -> dict[str, str]:
    """What the run was made with."""
    return {
        "manyhop": __version__,
        "numpy": np.__version__,
        "python": platform.python_version(),
    }


def differences(before: Configuration, now: Configuration) -> list[str]:
    """What differs between two configurations, in words; Python's and numpy's versions may.

    Example: ``["the seed was 0 and is 1", "dev.jsonl has changed"]``
    """
    found = []
    for field in ("benchmark", "answerer", "setting", "seed", "limit", "where", "notes"):
        old, new = getattr(before, field), getattr(now, field)
        if old != new:
            verbs = ("were", "are") if field == "notes" else ("was", "is")
            found.append(f"the {field} {verbs[0]} {_say(old)} and {verbs[1]} {_say(new)}")
    old, new = before.versions.get("manyhop"), now.versions["manyhop"]
    if old != new:
        found.append(f"manyhop's version was {old} and is {new}")
    found += _file_differences(before.files, now.files)
    if not found and before.digest != now.digest:
        found.append("the benchmark's examples have changed")
    return found


def _file_differences(before: Sequence[DataFile], now: Sequence[DataFile]) -> list[str]:
    old, new = ({file.name: file for file in files} for files in (before, now))
    found = [f"{name} is gone" for name in old if name not in new]
    found += [f"{name} is new" for name in new if name not in old]
    return found + [f"{name} has changed" for name in old if old[name] != new.get(name, old[name])]


def _say(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return "none" if value is None else str(value)


def read_configuration(folder: Path) -> Configuration:
    """The configuration of the run in a folder."""
    path = folder / CONFIGURATION
    try:
        return msgspec.json.decode(path.read_bytes(), type=Configuration)
    except FileNotFoundError as error:
        raise ManyhopError(
            f"{folder} holds no run (there is no {CONFIGURATION}); name a folder that eval wrote"
        ) from error
    except msgspec.DecodeError as error:
        raise ManyhopError(
            f"{path}: this is not a run's configuration ({error}); name another folder"
        ) from error
