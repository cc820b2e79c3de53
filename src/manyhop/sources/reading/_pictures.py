"""Pictures that a page shows."""

import base64
import binascii
import os
import re
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from manyhop.sources._image import Image
from manyhop.sources._source import content_id
from manyhop.sources.reading._reach import referred_picture
from manyhop.sources.reading._titles import title_from_caption, title_from_name

_SUFFIXES = {".png", ".jpg", ".jpeg", ".webp", ".gif"}

_BADGE = re.compile(r"shields\.io|badge", re.I)


def picture(
    path: Path, *, caption: str, title: str, origin: str, address: str = ""
) -> Image | None:
    """The picture in a file, with the id of its bytes, or only its caption if it is missing.

    What the caption names is a better title than the page's or the recipe's.
    Nothing where there is neither: ``picture(Path("gone.png"), caption="", …)`` → ``None``
    """
    pixels = _pixels(path, address)
    title = title_from_caption(caption) or title or title_from_name(path)
    if pixels:
        place = os.path.normpath(path.absolute())
        return Image(id=content_id(pixels), path=place, caption=caption, title=title, origin=origin)
    return Image(caption=caption, title=title, origin=origin) if caption else None


def picture_at(address: str, page: Path, *, caption: str, title: str, origin: str) -> Image | None:
    """The picture that a page shows from ``address``: a file beside it, ``data:``, or remote."""
    address = address.strip()
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    if parts.scheme == "data":
        return picture_in(_data_pixels(address), caption=caption, title=title, origin=origin)
    if parts.scheme in ("http", "https") or parts.netloc:
        if not caption or _BADGE.search(address):
            return None
        return Image(caption=caption, title=title, origin=origin, meta={"url": address})
    if not parts.path:
        return None
    path = page.parent / unquote(parts.path)
    return picture(path, caption=caption, title=title, origin=origin, address=address)


def picture_in(pixels: bytes, *, caption: str, title: str, origin: str) -> Image | None:
    """The picture that a document carries inside itself, as encoded bytes."""
    if not pixels:
        return None
    title = title_from_caption(caption) or title
    return Image(id=content_id(pixels), data=pixels, caption=caption, title=title, origin=origin)


def name_of(image: Image, address: str) -> str:
    """How a step names a picture: by its id, or by its address where there are no pixels."""
    return image.id if image.path or image.data else address


def name_at(address: str, folder: Path) -> str:
    """How a step names the picture at an address that may be a file in ``folder``."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    here = not parts.scheme and not parts.netloc and parts.path
    pixels = _pixels(folder / unquote(parts.path), address) if here else b""
    return content_id(pixels) if pixels else address


def _pixels(path: Path, address: str) -> bytes:
    return referred_picture(path, address) if path.suffix.lower() in _SUFFIXES else b""


def _data_pixels(address: str) -> bytes:
    head, _, body = address.partition(",")
    if not head.startswith("data:image/") or "svg" in head:
        return b""
    try:
        return base64.b64decode(unquote(body)) if "base64" in head else unquote_to_bytes(body)
    except (binascii.Error, ValueError):
        return b""
