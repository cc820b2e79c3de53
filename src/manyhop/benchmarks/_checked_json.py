"""JSON that must have a given shape: what is wrong with it is said in one sentence."""

import json
import re
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from manyhop.benchmarks._json_files import read_text
from manyhop.errors import ManyhopError

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
