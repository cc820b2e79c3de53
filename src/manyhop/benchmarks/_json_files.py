"""Benchmark files: JSON or JSON Lines, plain or gzipped, read record by record, written whole."""

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, TextIO, TypeVar

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources.reading import Skipped
from manyhop.sources.reading.official import decode_json, numbered_lines, open_bytes

_CHUNK = 1 << 20
_SPACE = re.compile(r"[ \t\r\n]*")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_decoder = json.JSONDecoder()
_DAMAGE = (EOFError, zlib.error, gzip.BadGzipFile)


class Record(NamedTuple):
    """One value of a file: where it stands, its key in an object (else ``""``), and itself."""

    where: str
    key: str
    value: Any


def read_records(path: Path) -> Iterator[Record]:
    """Each line of JSON Lines, or each member of one JSON object or list, never all at once.

    Example: ``next(read_records(Path("val.json"))).where`` is ``"val.json[d5c1…]"``.
    """
    try:
        yield from _lines(path) if ".jsonl" in path.suffixes else _members(path)
    except _DAMAGE:
        raise ManyhopError(f"{path} is cut off or damaged; fetch the file again") from None
    except UnicodeDecodeError:
        raise ManyhopError(f"{path} is not in UTF-8; fetch the file again") from None
    except OSError as error:
        raise ManyhopError(f"{path} can't be read: {error.strerror or error}") from error


def read_text(path: Path) -> str:
    """The whole of a text file, plain or gzipped."""
    try:
        with open_bytes(path) as stream:
            return stream.read().decode("utf-8-sig")
    except _DAMAGE:
        raise ManyhopError(f"{path} is cut off or damaged; fetch the file again") from None
    except UnicodeDecodeError:
        raise ManyhopError(f"{path} is not in UTF-8; fetch the file again") from None
    except OSError as error:
        raise ManyhopError(f"{path} can't be read: {error.strerror or error}") from error


def write_text(path: Path, text: str) -> None:
    """Write the file whole or not at all; gzipped where the name ends in ``.gz``."""
    content = text.encode()
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)
        beside.replace(path)
    except OSError as error:
        raise ManyhopError(f"{path} can't be written: {error.strerror or error}") from error


def _lines(path: Path) -> Iterator[Record]:
    for line in numbered_lines(path, str(path)):
        if isinstance(line, Skipped):
            raise ManyhopError(f"{line.where}: {line.reason}")
        where, data = line
        try:
            yield Record(where, "", decode_json(data))
        except (msgspec.DecodeError, RecursionError) as error:
            raise ManyhopError(f"{where} is not valid JSON: {error}") from error


def _members(path: Path) -> Iterator[Record]:
    with io.TextIOWrapper(open_bytes(path), encoding="utf-8-sig") as stream:
        text = _Window(stream, path)
        opening = text.take("[{", "a JSON object or list")
        closing = "]" if opening == "[" else "}"
        number = 0
        while number or text.peek() != closing:
            key = "" if opening == "[" else text.key()
            yield Record(f"{path}[{key or number}]", key, text.value())
            number += 1
            if text.take(f",{closing}", f"a comma or {closing}") == closing:
                break
        else:
            text.take(closing, closing)
        if text.peek():
            raise text.error("there is more after the end")


class _Window:
    """The part of a long JSON text that the next value needs."""

    def __init__(self, stream: TextIO, path: Path) -> None:
        self._stream = stream
        self._path = path
        self._text = ""
        self._at = 0
        self._line = 1
        self._ended = False

    def peek(self) -> str:
        """The next character that is no space; ``""`` at the end."""
        while True:
            space = _SPACE.match(self._text, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._grow():
                return ""

    def take(self, expected: str, description: str) -> str:
        """The next character, which must be one of ``expected``."""
        found = self.peek()
        if not found or found not in expected:
            raise self.error(f"expected {description}")
        self._at += 1
        return found

    def key(self) -> str:
        """A member's name and the colon after it."""
        if self.peek() != '"':
            raise self.error("expected a key in quotes")
        key = str(self.value())
        self.take(":", "a colon")
        return key

    def value(self) -> Any:
        """The next value; the window grows until it holds the whole of it."""
        self.peek()
        while True:
            try:
                value, end = _decoder.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as error:
                if self._grow():
                    continue
                raise self.error(getattr(error, "msg", str(error))) from error
            if end < len(self._text) or not self._grow():
                break
        source = self._text[self._at : end]
        self._at = end
        return decode_json(source.encode()) if _SURROGATE.search(source) else value

    def error(self, reason: str) -> ManyhopError:
        """What is wrong at the next character."""
        line = self._line + self._text.count("\n", 0, self._at)
        return ManyhopError(f"{self._path}:{line} is not valid JSON: {reason}")

    def _grow(self) -> bool:
        if self._ended:
            return False
        piece = self._stream.read(max(_CHUNK, len(self._text) - self._at))
        self._line += self._text.count("\n", 0, self._at)
        self._text = self._text[self._at :] + piece
        self._at = 0
        self._ended = not piece
        return True


# JSON that must have a given shape: what is wrong with it is said in one sentence.

T = TypeVar("T")

_PLACE = re.compile(r" - at `\$?\.?(.*)`$")
_BYTE = re.compile(r" \(byte (\d+)\)")
_HALF_PAIR = re.compile(
    rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F].."
)


def read_bytes(path: Path) -> bytes:
    """The file's content, unpacked where it is gzipped."""
    if not path.is_file():
        folder = "is a folder; name the file in it"
        raise ManyhopError(f"{path} {folder if path.is_dir() else 'is not there; check the path'}")
    data = read_text(path).encode()
    if not data.strip():
        raise ManyhopError(f"{path} is empty; fetch or write the file again")
    return data


def decode(data: bytes | msgspec.Raw, kind: type[T], where: str, remedy: str) -> T:
    """The JSON value as ``kind``; where it is not, a sentence with the line or the field.

    ``where`` names the file, and the item in it; ``remedy`` says what it should hold. Half of a
    surrogate pair, which JSON does not allow but some files have, becomes a question mark.
    """
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        raise ManyhopError(f"{where}{_field(error)}; {remedy}") from None
    except msgspec.DecodeError as error:
        mended = _HALF_PAIR.sub(b"?", bytes(data))
        if mended != bytes(data):
            return decode(mended, kind, where, remedy)
        byte = _BYTE.search(str(error))
        before = bytes(data)[: int(byte[1]) if byte else None]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        reason = "it breaks off" if byte is None else "it is malformed, or has NaN or Infinity"
        raise ManyhopError(
            f"{where}, line {line}, byte {column}: not JSON, {reason}; {remedy}"
        ) from None


def read_object(path: Path, remedy: str) -> dict[str, Any]:
    """A prediction file's JSON object, in which no key may occur twice."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ManyhopError(f"{path}: {key!r} occurs twice; keep one of the two")
            found[key] = value
        return found

    try:
        content = json.loads(_HALF_PAIR.sub(b"?", read_bytes(path)), object_pairs_hook=once)
    except json.JSONDecodeError as error:
        problem = f"not JSON ({error.msg[:1].lower()}{error.msg[1:]})"
        raise ManyhopError(f"{path}, line {error.lineno}: {problem}; {remedy}") from None
    if not isinstance(content, dict):
        raise ManyhopError(f"{path} holds no JSON object but {json_kind(content)}; {remedy}")
    return content


def convert(value: Any, kind: type[T], where: str, remedy: str) -> T:
    """A decoded value as ``kind``; where it is not, a sentence with the field."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise ManyhopError(f"{where}{_field(error)}; {remedy}") from None


def json_kind(value: object) -> str:
    """What JSON calls a value: ``json_kind([])`` is ``"a list"``."""
    if value is None or value != value:
        return "null" if value is None else "NaN"
    names = {bool: "a boolean", str: "a string", list: "a list", dict: "an object"}
    return names.get(type(value), f"the number {value}")


def _field(error: msgspec.ValidationError) -> str:
    message = str(error)
    place = _PLACE.search(message)
    field = place[1] if place else ""
    field = field if field[:1] in ("", "[") else f", field {field}"
    message = _PLACE.sub("", message)
    return f"{field}: {message[:1].lower()}{message[1:]}"
