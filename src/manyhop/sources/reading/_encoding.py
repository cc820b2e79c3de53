"""Bytes to text, whatever encoding they were saved in."""

import codecs
from pathlib import Path

from charset_normalizer import from_bytes

from manyhop.errors import ManyhopError

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16's, so it is tried before it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY = [  # of two that fit alike, the earlier is taken
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r"),
    *("cp932", "euc_jp", "gb18030", "big5", "euc_kr"),
]
_TEXT_CODECS = ("cp", "iso8859", "koi8", "shift_jis", "euc_", "gb", "big5", "mac")
_SAMPLE = 1 << 15  # bytes from which an encoding is guessed
_TOO_FEW = 16  # with fewer bytes beyond ASCII than this, a guess is worse than Western European
_ASCII = bytes(range(128))
_CONTROLS = bytes(set(range(32)) - set(b"\b\t\n\v\f\r\x1b"))


def read_text(path: Path) -> str:
    """The text of a file; see ``decode``."""
    return decode(read_bytes(path), path.name)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, or why there are none."""
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ManyhopError(
            f"{path.name}: cannot be opened ({reason}); check that it is there and readable"
        ) from error


def decode(data: bytes, name: str, declared: str = "") -> str:
    r"""Text with ``\n`` line ends from bytes in UTF-8, UTF-16, UTF-32 or an older encoding.

    What is not UTF-8 is read in the ``declared`` encoding, if there is one, or else in a guessed
    one. Stray bytes of an older encoding in a UTF-8 file are
    read as Windows-1252.
    Example: ``decode(b"caf\xe9", "menu.txt")`` → ``"café"``
    """
    text = _with_bom(data)
    if text is None:
        if b"\0" in data or _mostly_controls(data[:_SAMPLE]):
            raise _binary(name)
        text = _without_bom(data, declared)
    elif "\0" in text:
        raise _binary(name)
    if not text or text.isspace():
        raise ManyhopError(f"{name} is empty; put text into it or leave it out")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _binary(name: str) -> ManyhopError:
    return ManyhopError(f"{name} looks binary, not like text; save it as UTF-8 text")


def _mostly_controls(sample: bytes) -> bool:
    return len(sample) - len(sample.translate(None, _CONTROLS)) > len(sample) // 10


def _with_bom(data: bytes) -> str | None:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return data[len(bom) :].decode(encoding, errors="replace")
    return None


def _without_bom(data: bytes, declared: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        sample = _around(data, error.start)
    if _is_mostly_utf8(sample):
        return data.decode("utf-8", errors=_STRAY_BYTES)
    encoding = _known(declared) or _legacy_encoding(sample)
    return data.decode(encoding, errors="replace")


def _around(data: bytes, position: int) -> bytes:
    """A sample about ``position``, cut at line ends where it can be."""
    start = max(0, position - _SAMPLE // 2)
    end = start + _SAMPLE
    if start:
        start = max(start, data.rfind(b"\n", start, position) + 1)
    if end < len(data):
        end = max(data.rfind(b"\n", position, end), position + _SAMPLE // 2)
    return data[start:end]


def _is_mostly_utf8(sample: bytes) -> bool:
    text = sample.decode("utf-8", errors="replace")
    stray = text.count("\ufffd")
    beyond_ascii = sum(map("\x7f".__lt__, text))
    return beyond_ascii - stray > stray


def _legacy_encoding(sample: bytes) -> str:
    if len(sample.translate(None, _ASCII)) < _TOO_FEW:
        return "cp1252"
    matches = from_bytes(sample, cp_isolation=_LEGACY)
    ranks = [(m.chaos, -m.coherence, _LEGACY.index(m.encoding)) for m in matches]
    return _LEGACY[min(ranks)[-1]] if ranks else "cp1252"


def _known(declared: str) -> str:
    """A declared encoding by its usual name, if it is one for text; Latin-1 means Windows-1252."""
    try:
        name = codecs.lookup(declared).name
    except (LookupError, ValueError):
        return ""
    if name in ("iso8859-1", "ascii"):
        return "cp1252"
    return name if name.startswith(_TEXT_CODECS) else ""


def _stray_bytes(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    stray = error.object[error.start : error.end]
    return stray.decode("cp1252", errors="replace"), error.end


_STRAY_BYTES = "manyhop.stray-bytes"
codecs.register_error(_STRAY_BYTES, _stray_bytes)
