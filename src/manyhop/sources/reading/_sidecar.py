"""Captions in a file beside the picture.

For ``photo.jpg`` these are looked for, and the first that is there counts:

1. ``photo.jpg.txt``, ``photo.jpg.caption``, ``photo.caption``: always the picture's;
2. ``photo.txt``, if it has at most 2,000 bytes (longer is an article, not a caption) and no other
   document of that name (``photo.md``, ``photo.pdf``, …) is there that it may belong to;
3. ``photo.json``, on the same condition, if it is an object with a ``"caption"``.

A side-car file is not a document of its own.
"""

from pathlib import Path
from typing import Any

import msgspec

from manyhop.errors import ManyhopError
from manyhop.sources.reading._reach import is_in_reach

PICTURE_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})
_RIVALS = (".md", ".markdown", ".html", ".htm", ".xhtml", ".pdf", ".rst", ".docx", ".csv", ".xlsx")
_LONGEST_CAPTION = 2000


def is_picture(path: Path) -> bool:
    """Whether the file's name is a picture's."""
    return path.suffix.lower() in PICTURE_SUFFIXES


def sidecar_of(picture: Path) -> Path | None:
    """The file that captions ``picture``, if there is one."""
    for name in (f"{picture.name}.txt", f"{picture.name}.caption", f"{picture.stem}.caption"):
        if (picture.parent / name).is_file():
            return picture.parent / name
    text, record = picture.with_suffix(".txt"), picture.with_suffix(".json")
    if text.is_file() and text.stat().st_size <= _LONGEST_CAPTION and not _has_rival(picture):
        return text
    if record.is_file() and "caption" in _fields(record) and not _has_rival(picture):
        return record
    return None


def captioned_by(path: Path, pictures: dict[str, list[Path]]) -> bool:
    """Whether ``path`` is a side-car of one of its folder's pictures, given by name and stem."""
    if path.suffix.lower() not in (".txt", ".caption", ".json"):
        return False
    return any(sidecar_of(picture) == path for picture in pictures.get(path.stem, ()))


def words_beside(picture: Path) -> tuple[str, str]:
    """Caption and title from the picture's side-car file, empty where it has none."""
    sidecar = sidecar_of(picture)
    if sidecar is None or not is_in_reach(sidecar):
        return "", ""
    if sidecar.suffix.lower() == ".json":
        fields = _fields(sidecar)
        title = fields.get("title")
        return str(fields["caption"]).strip(), title if isinstance(title, str) else ""
    from manyhop.sources.reading._encoding import decode

    try:
        return decode(sidecar.read_bytes(), sidecar.name).strip(), ""
    except ManyhopError:  # empty, or not text
        return "", ""


def _has_rival(picture: Path) -> bool:
    return any(picture.with_suffix(suffix).exists() for suffix in _RIVALS)


def _fields(path: Path) -> dict[str, Any]:
    if path.stat().st_size > 32 * _LONGEST_CAPTION:
        return {}
    try:
        fields = msgspec.json.decode(path.read_bytes())
    except (msgspec.DecodeError, OSError):
        return {}
    is_caption = isinstance(fields, dict) and isinstance(fields.get("caption"), str)
    return fields if is_caption and "kind" not in fields else {}
