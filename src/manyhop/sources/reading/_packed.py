"""Bytes and lines of files that may be gzipped."""

import gzip
import io
import json
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources.reading._reach import Skipped

_DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)
_CUT_OFF = "the gzip stream is cut off or damaged here; fetch the file again"
_CHUNK = 1 << 20
_LITTLE = 1 << 23  # bytes unpacked that need no care
_MOST_TIMES = 50  # what is packed; texts unpack to three to twenty times as much


class _Unpacked(io.RawIOBase):
    """What a gzip stream holds, up to where it grows beyond what any text does."""

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._stream = gzip.GzipFile(path)
        self._left = max(_LITTLE, _MOST_TIMES * path.stat().st_size)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count = self._stream.readinto1(buffer)  # what there is before a break
        self._left -= count
        if self._left < 0:
            raise ManyhopError(
                f"{self._name} unpacks to more than {_MOST_TIMES} times its size; "
                "unpack it yourself if you trust it"
            )
        return count

    def close(self) -> None:
        self._stream.close()
        super().close()


def open_bytes(path: Path) -> io.BufferedReader:
    """The file's bytes, unpacked where they begin like gzip, whatever the name says."""
    with path.open("rb") as stream:
        packed = stream.read(2) == b"\x1f\x8b"
    return io.BufferedReader(_Unpacked(path), 1 << 16) if packed else path.open("rb")


def first_bytes(path: Path, count: int) -> bytes:
    """The first ``count`` bytes, or fewer where the file ends or is damaged before."""
    with open_bytes(path) as stream:
        try:
            return stream.read1(count)
        except _DAMAGE:
            return b""


def all_bytes(path: Path, origin: str) -> bytes:
    """The whole file in UTF-8, whatever it was saved in, without a byte order mark."""
    with open_bytes(path) as stream:
        try:
            data = stream.read()
        except _DAMAGE:
            raise ManyhopError(f"{origin} is cut off or damaged; fetch the file again") from None
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace").encode()
    return _as_utf8(data.removeprefix(BOM_UTF8))


def numbered_lines(path: Path, origin: str) -> Iterator[tuple[str, bytes] | Skipped]:
    """Each line that is not blank with its place, as in ``("corpus.jsonl:17", b"…")``, in UTF-8.

    Where a gzip stream is cut off, the lines before the cut come, then one ``Skipped``.
    """
    number = 0
    with open_bytes(path) as stream:
        try:
            for number, line in enumerate(_lines(stream), start=1):
                if not line.isspace():
                    yield f"{origin}:{number}", _as_utf8(line)
        except _DAMAGE:
            yield Skipped(f"{origin}:{number + 1}", _CUT_OFF)


def _lines(stream: io.BufferedReader) -> Iterator[bytes]:
    mark = stream.peek(3)[:3]
    if mark.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text: Iterable[str] = io.TextIOWrapper(stream, encoding="utf-16", errors="replace")
        yield from (line.encode() for line in text)
    else:
        if mark == BOM_UTF8:
            stream.read(3)
        yield from stream


def _as_utf8(data: bytes) -> bytes:
    try:
        data.decode()
    except UnicodeDecodeError:
        from manyhop.sources.reading._encoding import decode

        with suppress(ManyhopError):  # not text at all: let who parses it say so
            return decode(data, "").encode()
    return data


def unpack(path: Path, target: Path) -> str:
    """Write the unpacked bytes to ``target``; the reason where the stream broke off, or ``""``.

    Of a broken stream the whole lines are kept.
    """
    with open_bytes(path) as packed, target.open("wb") as plain:
        try:
            while chunk := packed.read1(_CHUNK):
                plain.write(chunk)
        except _DAMAGE:
            plain.flush()
            plain.truncate(_end_of_last_line(target))
            return _CUT_OFF
    return ""


def _end_of_last_line(path: Path) -> int:
    end = 0
    with path.open("rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):
                end += len(line)
    return end


def decode_json(data: bytes | msgspec.Raw) -> Any:
    """The value; ``msgspec.DecodeError`` where it is not JSON.

    NaN and Infinity count as numbers, and half of a surrogate pair becomes a question mark.
    """
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        with suppress(ValueError):
            value = json.loads(bytes(data))
            return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
        raise
