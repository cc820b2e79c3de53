"""Documents that are zip archives inside: DOCX, PPTX, XLSX, ODT, ODS, EPUB."""

from pathlib import Path
from zipfile import BadZipFile, ZipFile

from manyhop.errors import ManyhopError

_MOST_BYTES = 1 << 29  # unpacked
_MOST_TIMES = 100  # what it takes on disk; real ones unpack to ten or twenty times as much
_MOST_PARTS = 20_000
_LITTLE = 1 << 24  # bytes unpacked that need no such care
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")  # what encrypted and old Office files begin with


def check_archive(path: Path, what: str, suffix: str) -> None:
    """Refuse an archive that is damaged, encrypted, of too many parts or too large when unpacked.

    What it says of its parts is believed, for no more than that is ever read of one.

    Example: ``check_archive(Path("plan.docx"), "Word document", ".docx")``
    """
    with path.open("rb") as file:
        if file.read(len(_OLE)) == _OLE:
            raise ManyhopError(
                f"{path.name}: is encrypted or an old {suffix.removesuffix('x')}; "
                f"save it as {suffix} without a password"
            )
    try:
        with ZipFile(path) as archive:
            parts = archive.infolist()
    except BadZipFile as error:
        raise ManyhopError(
            f"{path.name}: is truncated or no {what}; save it again as {suffix}"
        ) from error
    if len(parts) > _MOST_PARTS:
        raise ManyhopError(
            f"{path.name}: has {len(parts):,} parts, too many to read; split the {what}"
        )
    size = sum(part.file_size for part in parts)
    if size > min(_MOST_BYTES, max(_LITTLE, _MOST_TIMES * path.stat().st_size)):
        raise ManyhopError(
            f"{path.name}: unpacks to {size >> 20:,} MB, too much to read; split the {what}"
        )
