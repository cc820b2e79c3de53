"""From a file to the reader for its kind."""

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from manyhop.confined import GaveUp, Limits, confined
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, source_from_json
from manyhop.sources._row_spool import spool_folder, spool_into
from manyhop.sources.reading._packed import first_bytes, unpack
from manyhop.sources.reading._reach import Reach, Skipped, reaching

Reader = Callable[[Path, str], Iterator[AnySource | Skipped]]

_NEWER = {".doc": ".docx", ".ppt": ".pptx", ".xls": ".xlsx", ".rtf": ".docx", ".mobi": ".epub"}
_QRELS = re.compile(rb"query-id\tcorpus-id\tscore\r?\n")


def read_here(path: Path, origin: str, reach: Reach) -> Iterator[AnySource | Skipped]:
    """The sources in a file of any kind, read in this process; then what it named in vain.

    A file that cannot be read at all raises a ``ManyhopError``, whatever its reader raised.
    """
    nothing = True
    try:
        _check(path, origin)
        with reaching(reach) as left_out:
            for source in _reader(path, origin)(path, origin):
                nothing = False
                yield source
        for name, reason in left_out.items():
            nothing = False
            yield Skipped(f"{origin}: {name}", reason)
    except (ManyhopError, MemoryError):
        raise
    except OSError as error:
        raise ManyhopError(f"{origin} cannot be read: {error.strerror or error}") from error
    except Exception as error:
        raise _unreadable(origin, error) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of a library written in Rust
            raise
        raise _unreadable(origin, error) from error
    if nothing:
        raise ManyhopError(f"{origin} holds nothing to index")


def _check(path: Path, origin: str) -> None:
    state = path.stat()
    if not stat.S_ISREG(state.st_mode):
        raise ManyhopError(f"{origin} is not a regular file")
    if state.st_size == 0:
        raise ManyhopError(f"{origin} is empty; put something into it or leave it out")


def _unreadable(origin: str, error: BaseException) -> ManyhopError:
    first_line = (str(error).splitlines() or [""])[0][:200]
    return ManyhopError(
        f"{origin} is damaged or in a form Manyhop does not know "
        f"({type(error).__name__}: {first_line})"
    )


def _reader(path: Path, origin: str) -> Reader:
    suffix = path.suffix.lower()
    if suffix == ".gz":
        return _packed_reader(path, origin)
    if suffix == "" and _is_text(path):
        suffix = ".txt"
    reader = _reader_for(suffix, path)
    if reader is None:
        raise _unknown_kind(origin, suffix)
    return reader


def _packed_reader(path: Path, origin: str) -> Reader:
    inner = Path(path.stem).suffix.lower()
    if inner == "" and _is_text(path):
        inner = ".json" if first_bytes(path, 256).lstrip()[:1] in (b"{", b"[") else ".txt"
    if inner in (".json", ".jsonl", ".ndjson", ".jsonld"):
        reader = _reader_for(inner, path)
        assert reader is not None
        return reader
    if inner in (".csv", ".tsv", ".txt", ".text", ".rst", ".rest", ".log"):
        return _read_unpacked
    raise _unknown_kind(origin, f"{inner}.gz")


def _read_unpacked(path: Path, origin: str) -> Iterator[AnySource | Skipped]:
    with TemporaryDirectory(prefix="manyhop-") as folder:
        plain = Path(folder) / path.stem
        cut_off = unpack(path, plain)
        if plain.stat().st_size == 0:
            state = "is cut off or damaged; copy it again" if cut_off else "is empty; leave it out"
            raise ManyhopError(f"{origin} {state}")
        yield from _reader(plain, origin)(plain, origin)
        if cut_off:
            yield Skipped(origin, cut_off)


def _reader_for(suffix: str, path: Path) -> Reader | None:
    """The reader for a kind of file, imported only when such a file comes."""
    match suffix:
        case ".md" | ".markdown":
            from manyhop.sources.reading._markdown import read_markdown as read
        case ".html" | ".htm" | ".xhtml":
            from manyhop.sources.reading._html import read_html as read
        case ".rst" | ".rest":
            from manyhop.sources.reading._rst import read_rst as read
        case ".txt" | ".text" | ".log":
            from manyhop.sources.reading._plain import read_plain as read
        case ".docx":
            from manyhop.sources.reading._docx import read_docx as read
        case ".pptx":
            from manyhop.sources.reading._pptx import read_pptx as read
        case ".odt":
            from manyhop.sources.reading._odf import read_odt as read
        case ".ods":
            from manyhop.sources.reading._odf import read_ods as read
        case ".epub":
            from manyhop.sources.reading._epub import read_epub as read
        case ".ipynb":
            from manyhop.sources.reading._notebook import read_notebook as read
        case ".eml":
            from manyhop.sources.reading._mail import read_message as read
        case ".mbox":
            from manyhop.sources.reading._mail import read_mailbox

            return read_mailbox
        case ".pdf":
            from manyhop.sources.reading._pdf import read_pdf as read
        case ".csv" | ".tsv":
            return _tab_separated(path) or _delimited()
        case ".xlsx" | ".xlsm":
            from manyhop.sources.reading._workbook import read_workbook as read
        case ".parquet":
            from manyhop.sources.reading._parquet import read_parquet as read
        case ".png" | ".jpg" | ".jpeg" | ".webp" | ".gif":
            from manyhop.sources.reading._picture_file import read_picture_file

            return read_picture_file
        case ".json" | ".jsonld":
            from manyhop.sources.reading._records import read_json

            return read_json
        case ".jsonl" | ".ndjson":
            from manyhop.sources.reading._records import read_lines

            return read_lines
        case _:
            return None
    return read


def _delimited() -> Reader:
    from manyhop.sources.reading._delimited import read_delimited

    return read_delimited


def _tab_separated(path: Path) -> Reader | None:
    """The reader for tab-separated files that are no tables, recognised by how they begin."""
    from manyhop.sources.reading._webqa import is_pixel_file, read_webqa_pixels

    beginning = first_bytes(path, 256)
    if is_pixel_file(beginning):
        return read_webqa_pixels
    if _QRELS.match(beginning):
        return _skip_judgements
    return None


def _skip_judgements(path: Path, origin: str) -> Iterator[Skipped]:
    yield Skipped(origin, "relevance judgements, which are no sources; `manyhop eval` reads them")


def _is_text(path: Path) -> bool:
    beginning = first_bytes(path, 8192)
    return bool(beginning) and b"\0" not in beginning


def _unknown_kind(origin: str, suffix: str) -> ManyhopError:
    kind = suffix or "binary data without a suffix"
    newer = f"; save it as {_NEWER[suffix]}" if suffix in _NEWER else ""
    return ManyhopError(f"{origin} is of a kind Manyhop does not read ({kind}){newer}")


# Reading a file in a worker, which may be lost without harm to what else is read.
#
# Readers use libraries for formats that anybody can damage on purpose: they may abort the process,
# never end, or take all memory. So every reader runs in another process, within limits on time and
# memory that grow with the file; see ``manyhop.confined``.

_SECONDS, _MEGABYTES = 8, 640  # what a file may cost, however small
_SECONDS_PER_MB, _MEGABYTES_PER_MB = 10, 32  # and how much more by its size: a workbook takes 4 s

_SOURCE, _SKIPPED = b"+", b"-"


def read_file(
    path: Path, origin: str, *, reach: Reach | None = None
) -> Iterator[AnySource | Skipped]:
    """The sources in a file of any kind, and what in it could not be read.

    Reading begins at once, so that a file can be read while another one is written.
    ``reach`` says within which folders a page or a record may name pictures: without it, within
    the folder of the file. A file that cannot be read at all, or only at too high a cost, raises
    a ``ManyhopError``.
    Example: ``for source in read_file(Path("docs/humber.md"), "docs/humber.md"): …``
    """
    folders = (Reach.within([path]) if reach is None else reach).folders
    target = f"{__name__}:lines"
    arguments = (os.fsencode(path), os.fsencode(origin), folders, str(spool_folder()))
    return _found(confined(target, *arguments, limits=limits_for(path)), origin)


def _found(call: Iterable[bytes], origin: str) -> Iterator[AnySource | Skipped]:
    try:
        for line in call:
            content = memoryview(line)[1:]
            if line[:1] == _SOURCE:
                yield source_from_json(content)
            else:
                yield msgspec.json.decode(content, type=Skipped)
    except GaveUp as error:
        raise ManyhopError(f"{origin} {error}; leave it out, or save it anew") from error


def lines(path: bytes, origin: bytes, folders: list[str] | None, spool: str) -> Iterator[bytes]:
    """What a file holds as JSON, each after a sign that tells sources from what was skipped."""
    spool_into(Path(spool))
    reach = Reach(None if folders is None else tuple(folders))
    for found in read_here(Path(os.fsdecode(path)), os.fsdecode(origin), reach):
        if isinstance(found, Skipped):
            yield _SKIPPED + msgspec.json.encode(found)
        else:
            yield _SOURCE + found.to_json()


def limits_for(path: Path) -> Limits:
    """What reading a file may cost."""
    try:
        more = path.stat().st_size / (1 << 20)
    except (OSError, ValueError):  # the reader will say what is wrong
        more = 0.0
    return Limits(
        _SECONDS + int(_SECONDS_PER_MB * max(0.0, more - 1)),
        _MEGABYTES + int(_MEGABYTES_PER_MB * more),
    )
