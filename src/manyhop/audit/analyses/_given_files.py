"""Small files that a user names along: CSV rows and JSON values, plain or gzipped."""

import csv
import gzip
import io
import zlib
from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        content = path.read_bytes()
        return (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8-sig")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ManyhopError(f"{path} is cut off or damaged; fetch the file again") from error
    except UnicodeDecodeError as error:
        raise ManyhopError(f"{path} is not in UTF-8; save it again in UTF-8") from error
    except OSError as error:
        raise ManyhopError(f"{path} can't be read: {error.strerror or error}") from error


def read_value(path: Path) -> Any:
    """The one JSON value of a file."""
    try:
        return msgspec.json.decode(read_text(path))
    except msgspec.DecodeError as error:
        raise ManyhopError(f"{path} is not JSON ({error}); correct it") from error


def read_rows(path: Path) -> list[list[str]]:
    """The rows of a CSV file, or of a TSV file by its name."""
    tabs = ".tsv" in path.suffixes
    text = io.StringIO(read_text(path), newline="")
    try:
        return list(csv.reader(text, delimiter="\t" if tabs else ","))
    except csv.Error as error:
        raise ManyhopError(f"{path} is not a table ({error}); correct it") from error
