"""The large reader's weights: which they are, and making ours of them in the cache folder.

The published file holds four and six bits a weight; the processor's eight-bit products read a
prompt about fifteen times as fast, so the weights are written anew with eight, once.
"""

import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from manyhop.errors import ManyhopError
from manyhop.models._fetching import (
    Progress,
    Wanted,
    check_file,
    fetch_file,
    find_file,
    hub_address,
)
from manyhop.models.embedded._cache_folder import cache_folder, cached_file
from manyhop.models.embedded._gguf import GgufFile
from manyhop.models.embedded._language_session import WEIGHTS
from manyhop.models.embedded._language_shape import LanguageShape
from manyhop.models.embedded._language_weights import Watching, layout, write_weights
from manyhop.models.embedded._weights import sums_may_overflow

HEADER = "header.gguf"
_DOWNLOADS = "downloads"
_LESSON = 600  # tokens that are read while the weights are evened out; half of them from texts
_FORM = 1  # raised whenever the weight file looks otherwise


class Release(NamedTuple):
    """A model as its makers published it, and what it needs."""

    name: str
    file: str
    repository: str
    bytes: int
    sha256: str
    licence: str
    memory: int

    @property
    def wanted(self) -> Wanted:
        """Its file on the hub."""
        address = f"{hub_address()}/{self.repository}/resolve/main/{self.file}"
        return Wanted(self.file, address, self.bytes, self.sha256)

    @property
    def folder(self) -> Path:
        """Where ours of it is kept."""
        kind = "-unsigned" if sums_may_overflow() else ""
        return cache_folder() / f"large-{self.sha256[:16]}-{_FORM}{kind}"


class Installed(NamedTuple):
    """Where the prepared files are."""

    header: Path
    weights: Path

    @property
    def bytes(self) -> int:
        """How large they are together."""
        return self.header.stat().st_size + self.weights.stat().st_size


LARGE = Release(
    name="Qwen2.5-Coder-1.5B-Instruct",
    file="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    bytes=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    licence="Apache-2.0",
    memory=2_400_000_000,
)


def obtain_large(
    named: Path | None, release: Release = LARGE, progress: Progress | None = None
) -> Path:
    """The published file, checked: the one that the user names, or the hub's.

    Example: ``prepare_large(obtain_large(Path("~/Downloads").expanduser()))``
    """
    if named is None:
        return fetch_file(release.wanted, cache_folder() / _DOWNLOADS, progress)
    found = find_file(named, release.wanted)
    check_file(found, release.wanted, progress)
    return found


def prepare_large(
    path: Path, release: Release = LARGE, watching: Watching | None = None
) -> Installed:
    """Write our eight-bit weights, which takes minutes; a file that was fetched is removed."""
    gguf, signed = GgufFile(path), not sums_may_overflow()
    last = layout(LanguageShape.of(gguf), signed=signed)[-1]

    def write(file: Any) -> None:
        write_weights(file, gguf, {}, {}, signed=signed, lesson=_lesson(gguf), watching=watching)

    weights = cached_file(f"{release.folder.name}/{WEIGHTS}", last.offset + last.size, write)
    header = gguf.header

    def copy(file: BinaryIO) -> None:
        file.write(header)

    cached_file(f"{release.folder.name}/{HEADER}", len(header), copy)
    if path.is_relative_to(cache_folder() / _DOWNLOADS):
        path.unlink()
    return Installed(weights.with_name(HEADER), weights)


def installed_large(release: Release = LARGE) -> Installed | None:
    """The prepared files, None where they are not (or not all) there."""
    found = Installed(release.folder / HEADER, release.folder / WEIGHTS)
    return found if found.header.is_file() and found.weights.is_file() else None


def remove_large(release: Release = LARGE) -> int:
    """Remove all that is kept of it; how many bytes that was."""
    found = [release.folder, cache_folder() / _DOWNLOADS / release.file]
    found.append(found[1].with_name(f"{release.file}.part"))
    files_there = [path for each in found for path in (each, *each.glob("*")) if path.is_file()]
    size = sum(path.stat().st_size for path in files_there)
    shutil.rmtree(release.folder, ignore_errors=True)
    for each in found[1:]:
        each.unlink(missing_ok=True)
    return size


def check_memory(release: Release = LARGE) -> None:
    """Refuse where the machine has too little memory left, in one sentence."""
    free = free_memory()
    if free is not None and free < release.memory:
        raise ManyhopError(
            f"{release.name} needs {release.memory / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB "
            "are free; close other programs, or ask without --model large"
        )


def free_memory() -> int | None:
    """What a new program may take, in bytes; None where the system doesn't tell."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    told = [line.split()[1] for line in lines if line.startswith("MemAvailable:")]
    return int(told[0]) * 1024 if told else None


def _lesson(gguf: GgufFile) -> list[int]:
    """Tokens of the bundled sample, texts and tables."""
    tokenizer, found = gguf.tokenizer(), []
    for folder in ("texts", "tables"):
        there = sorted(
            files("manyhop.sample").joinpath(folder).iterdir(), key=lambda each: each.name
        )
        texts = [each.read_text() for each in there if each.name.endswith((".md", ".txt", ".csv"))]
        tokens = tokenizer.encode("\n\n".join(texts), add_special_tokens=False).ids
        found += tokens[: min(_LESSON, LanguageShape.of(gguf).context) // 2]
    return found
